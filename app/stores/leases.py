"""Leases on conversations: who works on one until when, and when somebody should look again."""

from collections.abc import Callable
from datetime import datetime

import sqlalchemy as sa

from app.contract.ids import ConversationId
from app.stores.database import Database, utc_now
from app.stores.schema import conversations

_row = conversations.c
_no_lease = _row.lease_holder.is_(None)

# Built once: a turn renews its lease every few seconds, and building a statement costs more than running it.
_take = (
    conversations.update()
    .where(
        _row.id == sa.bindparam("leased"),
        sa.or_(_no_lease, _row.lease_holder == sa.bindparam("holder"), _row.lease_until < sa.bindparam("now")),
    )
    .values(lease_holder=sa.bindparam("holder"), lease_until=sa.bindparam("until"))
)
_give = (
    conversations.update()
    .where(_row.id == sa.bindparam("leased"), _row.lease_holder == sa.bindparam("holder"))
    .values(lease_holder=None, lease_until=None, wake_at=sa.bindparam("wake"))
)
_due = (
    sa.select(_row.id)
    .where(sa.or_(sa.and_(_no_lease, _row.wake_at <= sa.bindparam("now")), _row.lease_until < sa.bindparam("now")))
    .order_by(sa.func.coalesce(_row.lease_until, _row.wake_at), _row.id)
    .limit(sa.bindparam("most"))
)


class Leases:
    """The lease part of `app.ports.Log`. Appending never touches a lease, but may make a conversation due."""

    def __init__(self, database: Database, *, clock: Callable[[], datetime] = utc_now) -> None:
        self._database = database
        self._clock = clock

    async def lease(self, conversation: ConversationId, holder: str, *, until: datetime) -> bool:
        taking = {"leased": conversation, "holder": holder, "now": self._clock(), "until": until}
        return await self._database.write(lambda connection: connection.execute(_take, taking).rowcount == 1)

    async def release(self, conversation: ConversationId, holder: str, *, wake_at: datetime | None) -> None:
        """A holder that lost its lease to another changes nothing."""
        giving = {"leased": conversation, "holder": holder, "wake": wake_at}
        await self._database.write(lambda connection: connection.execute(_give, giving).rowcount)

    async def due(self, now: datetime, *, limit: int = 100) -> list[ConversationId]:
        """Longest overdue first."""
        asked = {"now": now, "most": limit}
        found = await self._database.read(lambda connection: connection.execute(_due, asked).scalars().all())
        return list(found)
