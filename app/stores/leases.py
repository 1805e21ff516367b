"""Leases on conversations: who works on one until when, and when somebody should look again."""

from collections.abc import Callable
from datetime import datetime

import sqlalchemy as sa

from app.contract.ids import ConversationId
from app.stores.database import Database, utc_now
from app.stores.schema import conversations

_row = conversations.c
_no_lease = _row.lease_holder.is_(None)


class Leases:
    """The lease part of `app.ports.Log`. Appending never touches a lease, nor the other way round."""

    def __init__(self, database: Database, *, clock: Callable[[], datetime] = utc_now) -> None:
        self._database = database
        self._clock = clock

    async def lease(self, conversation: ConversationId, holder: str, *, until: datetime) -> bool:
        free = sa.or_(_no_lease, _row.lease_holder == holder, _row.lease_until < self._clock())
        taking = (
            conversations.update().where(_row.id == conversation, free).values(lease_holder=holder, lease_until=until)
        )
        return await self._database.write(lambda connection: connection.execute(taking).rowcount == 1)

    async def release(self, conversation: ConversationId, holder: str, *, wake_at: datetime | None) -> None:
        """A holder that lost its lease to another changes nothing."""
        giving = (
            conversations.update()
            .where(_row.id == conversation, _row.lease_holder == holder)
            .values(lease_holder=None, lease_until=None, wake_at=wake_at)
        )
        await self._database.write(lambda connection: connection.execute(giving).rowcount)

    async def due(self, now: datetime, *, limit: int = 100) -> list[ConversationId]:
        """Longest overdue first."""
        woken = sa.and_(_no_lease, _row.wake_at <= now)
        waiting = (
            sa.select(_row.id)
            .where(sa.or_(woken, _row.lease_until < now))
            .order_by(sa.func.coalesce(_row.lease_until, _row.wake_at), _row.id)
            .limit(limit)
        )
        found = await self._database.read(lambda connection: connection.execute(waiting).scalars().all())
        return list(found)
