"""Jobs in rows: claimed by compare and set, held by a lease, fenced against whoever lost theirs."""

from collections.abc import Callable
from datetime import datetime
from typing import Generic

import sqlalchemy as sa
from msgspec import json

from app.contract.hosttools import Claim, Job
from app.contract.ids import Json
from app.errors import LeaseLost
from app.stores.database import Database, utc_now


class DatabaseQueue(Generic[Job]):
    """See `app.ports.Queue`. The table has `id`, `record`, `due_at`, `lease_holder`, `lease_until` and `fence`."""

    def __init__(
        self, database: Database, table: sa.Table, shape: type[Job], *, clock: Callable[[], datetime] = utc_now
    ) -> None:
        self._database = database
        self._table = table
        self._row = table.c
        self._decoder = json.Decoder(shape)
        self._clock = clock

    async def due(self, now: datetime, *, limit: int = 100) -> list[str]:
        """Longest overdue first."""
        waiting = (
            sa.select(self._row.id)
            .where(self._is_due(now))
            .order_by(sa.func.coalesce(self._row.lease_until, self._row.due_at), self._row.id)
            .limit(limit)
        )
        found = await self._database.read(lambda connection: connection.execute(waiting).scalars().all())
        return list(found)

    async def claim(self, job: str, holder: str, *, until: datetime) -> Claim[Job] | None:
        taking = (
            self._table.update()
            .where(self._row.id == job, self._is_due(self._clock()))
            .values(lease_holder=holder, lease_until=until, fence=self._row.fence + 1)
        )
        reading = sa.select(self._row.fence, self._row.record).where(self._row.id == job)

        def take(connection: sa.Connection) -> Claim[Job] | None:
            if connection.execute(taking).rowcount != 1:
                return None
            row = connection.execute(reading).one()
            return Claim(job, row.fence, self._decoder.decode(row.record))

        return await self._database.write(take)

    async def renew(self, claim: Claim[Job], *, until: datetime) -> None:
        await self._database.write(lambda connection: self.put(connection, claim, lease_until=until))

    async def save(self, claim: Claim[Job], job: Job) -> None:
        await self._database.write(lambda connection: self.put(connection, claim, record=encoded(job)))

    async def release(self, claim: Claim[Job], job: Job, *, due_at: datetime | None = None) -> None:
        await self._database.write(lambda connection: self.give_back(connection, claim, job, due_at))

    def give_back(self, connection: sa.Connection, claim: Claim[Job], job: Job, due_at: datetime | None) -> None:
        """Within a transaction of the caller's. Raises `LeaseLost`."""
        self.put(connection, claim, record=encoded(job), due_at=due_at, lease_holder=None, lease_until=None)

    def put(self, connection: sa.Connection, claim: Claim[Job], **values: Json) -> None:
        """Within a transaction of the caller's. Raises `LeaseLost`."""
        held = self._row.lease_holder.is_not(None)
        changing = self._table.update().where(self._row.id == claim.id, self._row.fence == claim.fence, held)
        if connection.execute(changing.values(**values)).rowcount != 1:
            raise LeaseLost("Another process works on it by now.")

    def _is_due(self, now: datetime) -> sa.ColumnElement[bool]:
        free = sa.and_(self._row.lease_holder.is_(None), self._row.due_at <= now)
        return sa.or_(free, self._row.lease_until < now)


def encoded(job: Json) -> str:
    """A job as its row keeps it."""
    return json.encode(job).decode()
