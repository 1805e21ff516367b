"""Tabs: the rows of the page registry."""

from datetime import datetime

import sqlalchemy as sa

from app.contract.ids import ConversationId, DocumentId, TabId, UserId, WorkspaceId
from app.contract.people import Owner, TabPage
from app.stores.database import Database
from app.stores.schema import tabs
from app.stores.upsert import Upsert

_row = tabs.c
_whole = sa.select(
    _row.workspace,
    _row.user_id,
    _row.tab,
    _row.document,
    _row.seq,
    _row.version,
    _row.heard_at,
    _row.facts,
    _row.conversation,
)
_owned = sa.and_(_row.workspace == sa.bindparam("workspace"), _row.user_id == sa.bindparam("user"))
_one = _whole.where(_owned, _row.tab == sa.bindparam("tab"))
_showing = _whole.where(_owned, _row.conversation == sa.bindparam("conversation")).order_by(
    _row.heard_at.desc(), _row.tab
)
_CHANGED = ("document", "seq", "version", "heard_at", "facts", "conversation")
_if_newer = Upsert(
    tabs,
    lambda insert: insert.on_conflict_do_update(
        index_elements=[_row.workspace, _row.user_id, _row.tab],
        set_={name: insert.excluded[name] for name in _CHANGED},
        where=insert.excluded.version > _row.version,
    ),
)


class DatabaseTabs:
    """See `app.ports.Tabs`."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def get(self, owner: Owner, tab: TabId) -> TabPage | None:
        asked = {"workspace": owner.workspace, "user": owner.user, "tab": tab}
        row = await self._database.read(lambda connection: connection.execute(_one, asked).first())
        return None if row is None else _page(*row)

    async def put(self, page: TabPage) -> bool:
        return await self._database.write(lambda connection: _put(connection, page))

    async def of(self, owner: Owner, conversation: ConversationId) -> list[TabPage]:
        asked = {"workspace": owner.workspace, "user": owner.user, "conversation": conversation}
        rows = await self._database.read(lambda connection: connection.execute(_showing, asked).all())
        return [_page(*row) for row in rows]

    async def drop_before(self, heard_at: datetime) -> int:
        dropping = tabs.delete().where(_row.heard_at < heard_at)
        return await self._database.write(lambda connection: connection.execute(dropping).rowcount)


def _put(connection: sa.Connection, page: TabPage) -> bool:
    row = {
        "workspace": page.owner.workspace,
        "user_id": page.owner.user,
        "tab": page.tab,
        "document": page.document,
        "seq": page.seq,
        "version": page.version,
        "heard_at": page.heard_at,
        "facts": None if page.facts is None else page.facts.decode(),
        "conversation": page.conversation,
    }
    return _if_newer.run(connection, row).rowcount == 1


def _page(  # noqa: PLR0913, PLR0917 - one for each column
    workspace: WorkspaceId,
    user: UserId,
    tab: TabId,
    document: DocumentId,
    seq: int,
    version: int,
    heard_at: datetime,
    facts: str | None,
    conversation: ConversationId | None,
) -> TabPage:
    read = None if facts is None else facts.encode()
    return TabPage(tab, Owner(workspace, user), document, seq, version, heard_at, read, conversation)
