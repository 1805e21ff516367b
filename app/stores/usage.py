"""Tokens spent per owner and UTC day."""

import sqlalchemy as sa

from app.contract.people import Owner
from app.stores.database import Database
from app.stores.schema import usage
from app.stores.upsert import Upsert

_row = usage.c
_spent = sa.select(_row.tokens).where(
    _row.workspace == sa.bindparam("workspace"),
    _row.user_id == sa.bindparam("user_id"),
    _row.day == sa.bindparam("day"),
)
_adding = Upsert(
    usage,
    lambda insert: insert.on_conflict_do_update(
        index_elements=[_row.workspace, _row.user_id, _row.day], set_={"tokens": _row.tokens + insert.excluded.tokens}
    ),
)


class DatabaseUsage:
    """See `app.ports.Usage`."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def add(self, owner: Owner, day: str, tokens: int) -> None:
        await self._database.write(lambda connection: _add(connection, owner, day, tokens))

    async def spent(self, owner: Owner, day: str) -> int:
        asked = {"workspace": owner.workspace, "user_id": owner.user, "day": day}
        tokens = await self._database.read(lambda connection: connection.execute(_spent, asked).scalar())
        return tokens or 0


def _add(connection: sa.Connection, owner: Owner, day: str, tokens: int) -> None:
    _adding.run(connection, {"workspace": owner.workspace, "user_id": owner.user, "day": day, "tokens": tokens})
