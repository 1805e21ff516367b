"""Conversations: who owns which thread."""

from collections.abc import Callable
from datetime import datetime

import sqlalchemy as sa

from app.contract.ids import ConversationId, UserId, WorkspaceId, new_conversation_id
from app.contract.people import Conversation, Owner
from app.errors import UnknownConversation
from app.stores.database import Database, utc_now
from app.stores.schema import conversations, tabs

_row = conversations.c
_whole = sa.select(_row.id, _row.workspace, _row.user_id, _row.head, _row.created_at, _row.touched_at, _row.title)
_one = _whole.where(_row.id == sa.bindparam("id"))
_latest = (
    _whole.where(_row.workspace == sa.bindparam("workspace"), _row.user_id == sa.bindparam("user"), _row.head > 0)
    .order_by(_row.touched_at.desc(), _row.id)
    .limit(sa.bindparam("most"))
)


class DatabaseConversations:
    """See `app.ports.Conversations`."""

    def __init__(self, database: Database, *, clock: Callable[[], datetime] = utc_now) -> None:
        self._database = database
        self._clock = clock

    async def create(self, owner: Owner) -> Conversation:
        now = self._clock()
        new = Conversation(new_conversation_id(), owner, 0, now, now)
        row = {
            "id": new.id,
            "workspace": owner.workspace,
            "user_id": owner.user,
            "head": 0,
            "created_at": now,
            "touched_at": now,
        }
        await self._database.write(lambda connection: connection.execute(conversations.insert(), row))
        return new

    async def get(self, conversation: ConversationId) -> Conversation:
        row = await self._database.read(lambda connection: connection.execute(_one, {"id": conversation}).first())
        if row is None:
            raise _unknown(conversation)
        return _conversation(*row)

    async def of(self, owner: Owner, *, limit: int = 100) -> list[Conversation]:
        asked = {"workspace": owner.workspace, "user": owner.user, "most": limit}
        rows = await self._database.read(lambda connection: connection.execute(_latest, asked).all())
        return [_conversation(*row) for row in rows]

    async def rename(self, conversation: ConversationId, title: str) -> None:
        """Raises `UnknownConversation`."""
        renaming = conversations.update().where(_row.id == conversation).values(title=title)
        if not await self._database.write(lambda connection: connection.execute(renaming).rowcount):
            raise _unknown(conversation)

    async def delete(self, conversation: ConversationId) -> None:
        """Also lets go of it in the tabs that show it. One that is gone already stays gone."""
        await self._database.write(lambda connection: _delete(connection, conversation))


def _delete(connection: sa.Connection, conversation: ConversationId) -> None:
    connection.execute(tabs.update().where(tabs.c.conversation == conversation).values(conversation=None))
    # Its events go with it, by the foreign key.
    connection.execute(conversations.delete().where(_row.id == conversation))


def _conversation(
    conversation: ConversationId,
    workspace: WorkspaceId,
    user: UserId,
    head: int,
    created_at: datetime,
    touched_at: datetime,
    title: str | None,
) -> Conversation:
    return Conversation(conversation, Owner(workspace, user), head, created_at, touched_at, title)


def _unknown(conversation: ConversationId) -> UnknownConversation:
    return UnknownConversation(f"There is no conversation {conversation!r}.")
