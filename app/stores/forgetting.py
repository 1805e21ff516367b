"""Runs that are long over, forgotten with what they left: an event that comes again after that is a new one."""

from datetime import datetime
from typing import Final

import sqlalchemy as sa
from msgspec import Struct, json

from app.contract.ids import RunId, proposal_id
from app.stores.database import Database
from app.stores.schema import deliveries, proposals, runs

_PAGE: Final = 500

_over = sa.and_(runs.c.due_at.is_(None), runs.c.lease_holder.is_(None))
_delivering = sa.select(deliveries.c.id).where(
    sa.or_(deliveries.c.due_at.is_not(None), deliveries.c.lease_holder.is_not(None))
)
_waiting = sa.or_(proposals.c.status == "open", proposals.c.id.in_(_delivering))


class _Moment(Struct, frozen=True):
    at: datetime


class _Ended(Struct, frozen=True):
    """A run, as far as it says when it last did something."""

    created_at: datetime
    trace: tuple[_Moment, ...] = ()


class _Changed(Struct, frozen=True):
    """A proposal, as far as it says when it last changed."""

    decided_at: datetime | None = None
    settled_at: datetime | None = None


_run, _proposal = json.Decoder(_Ended), json.Decoder(_Changed)


class DatabaseForgetting:
    """Removes what did nothing for long, with its key; never what waits for a process or a person."""

    def __init__(self, database: Database, *, page: int = _PAGE) -> None:
        self._database = database
        self._most = page

    async def forget(self, before: datetime) -> int:
        """
        Remove what did nothing since a moment. Returns how many runs.

        It goes through all of them, some at a time: there is no index by time, and this is done a few times a day.
        """
        after, forgotten = "", 0
        while rows := await self._page(after):
            after = rows[-1][0]
            old = [run for run, last in rows if last < before]
            forgotten += await self._forget(old, before) if old else 0
        return forgotten

    async def _page(self, after: str) -> list[tuple[RunId, datetime]]:
        """The next, and when each last did something."""
        asked = (
            sa.select(runs.c.id, runs.c.record).where(_over, runs.c.id > after).order_by(runs.c.id).limit(self._most)
        )
        rows = await self._database.read(lambda connection: connection.execute(asked).all())
        return [(RunId(row.id), _last(_run.decode(row.record))) for row in rows]

    async def _forget(self, old: list[RunId], before: datetime) -> int:
        left = {proposal_id(run): run for run in old}
        theirs = sa.select(proposals.c.id, proposals.c.record, _waiting.label("waits")).where(proposals.c.id.in_(left))

        def remove(connection: sa.Connection) -> int:
            kept = {
                row.id
                for row in connection.execute(theirs.with_for_update(of=proposals))
                if row.waits or _decided(_proposal.decode(row.record), before) >= before
            }
            gone = [proposal for proposal in left if proposal not in kept]
            for table in (deliveries, proposals):
                connection.execute(table.delete().where(table.c.id.in_(gone)))
            removing = runs.delete().where(runs.c.id.in_([left[proposal] for proposal in gone]), _over)
            return connection.execute(removing).rowcount

        return await self._database.write(remove)


def _last(run: _Ended) -> datetime:
    return max([run.created_at, *(line.at for line in run.trace)])


def _decided(proposal: _Changed, before: datetime) -> datetime:
    """When it last changed; one that can't say so stays."""
    return proposal.settled_at or proposal.decided_at or before
