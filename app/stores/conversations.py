"""Conversations: who owns which thread."""

from collections.abc import Callable, Sequence
from datetime import datetime

import sqlalchemy as sa

from app.contract.ids import ConversationId, UserId, WorkspaceId, new_conversation_id
from app.contract.people import Conversation, Owner
from app.errors import UnknownConversation
from app.stores.database import Database, utc_now
from app.stores.schema import conversations, tabs
from app.stores.search import holds

_row = conversations.c
_whole = sa.select(_row.id, _row.workspace, _row.user_id, _row.head, _row.created_at, _row.touched_at, _row.title)
_there = _row.deleted_at.is_(None)
_one = _whole.where(_row.id == sa.bindparam("id"), _there)
_latest = (
    _whole.where(_row.workspace == sa.bindparam("workspace"), _row.user_id == sa.bindparam("user"), _row.head > 0)
    .order_by(_row.touched_at.desc(), _row.id)
    .limit(sa.bindparam("most"))
)
_MOST = 100


class DatabaseConversations:
    """See `app.ports.Conversations` and `app.ports.Trash`."""

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

    async def of(self, owner: Owner, *, saying: Sequence[str] = (), limit: int = _MOST) -> list[Conversation]:
        asked = {"workspace": owner.workspace, "user": owner.user, "most": limit}

        def found(connection: sa.Connection) -> list[Conversation]:
            looked_for = [holds(word, connection) for word in saying]
            return [_conversation(*row) for row in connection.execute(_latest.where(_there, *looked_for), asked)]

        return await self._database.read(found)

    async def rename(self, conversation: ConversationId, title: str, *, instead_of: str | None = None) -> bool:
        renaming = conversations.update().where(_row.id == conversation, _there).values(title=title)
        if instead_of is not None:
            renaming = renaming.where(_row.title == instead_of)
        renamed = await self._database.write(lambda connection: connection.execute(renaming).rowcount)
        if not renamed and instead_of is None:
            raise _unknown(conversation)
        return bool(renamed)

    async def delete(self, conversation: ConversationId) -> None:
        """Also lets go of it in the tabs that show it. One that is gone already stays gone."""
        now = self._clock()
        await self._database.write(lambda connection: _hide(connection, conversation, now))

    async def restore(self, owner: Owner, conversation: ConversationId) -> Conversation:
        """See `app.ports.Trash`."""
        its = (_row.id == conversation, _row.workspace == owner.workspace, _row.user_id == owner.user)
        restoring = conversations.update().where(*its).values(deleted_at=None)
        if not await self._database.write(lambda connection: connection.execute(restoring).rowcount):
            raise _unknown(conversation)
        return await self.get(conversation)

    async def deleted(self, owner: Owner) -> list[Conversation]:
        """See `app.ports.Trash`."""
        asked = {"workspace": owner.workspace, "user": owner.user, "most": _MOST}
        hidden = _latest.where(~_there)
        return await self._database.read(
            lambda connection: [_conversation(*row) for row in connection.execute(hidden, asked)]
        )

    async def empty(self, deleted_before: datetime) -> int:
        """See `app.ports.Trash`."""
        # Their events go with them, by the foreign key.
        emptying = conversations.delete().where(_row.deleted_at < deleted_before)
        return await self._database.write(lambda connection: connection.execute(emptying).rowcount)


def _hide(connection: sa.Connection, conversation: ConversationId, at: datetime) -> None:
    connection.execute(tabs.update().where(tabs.c.conversation == conversation).values(conversation=None))
    connection.execute(conversations.update().where(_row.id == conversation, _there).values(deleted_at=at))


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
