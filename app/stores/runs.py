"""Runs of host tools: the queue of those under way, and what became of the rest."""

from collections.abc import Callable
from datetime import datetime

import sqlalchemy as sa
from msgspec import json

from app.contract.hosttools import Claim, Proposal, Run
from app.contract.ids import RunId, WorkspaceId
from app.stores.database import Database, utc_now
from app.stores.proposals import add_proposal
from app.stores.queues import DatabaseQueue, encoded
from app.stores.schema import runs
from app.stores.upsert import first_kept

_rows = runs.c
_decoder = json.Decoder(Run)
_first = first_kept(runs, _rows.workspace, _rows.key)


class DatabaseRuns(DatabaseQueue[Run]):
    """See `app.ports.Runs`, and `app.ports.Queue` of runs."""

    def __init__(self, database: Database, *, clock: Callable[[], datetime] = utc_now) -> None:
        super().__init__(database, runs, Run, clock=clock)

    async def add(self, run: Run) -> Run:
        """Two that come at once with one key: one is kept, both get it."""
        row = {
            "id": run.id,
            "workspace": run.workspace,
            "key": run.key,
            "record": encoded(run),
            "due_at": self._clock() if run.status == "queued" else None,
            "fence": 0,
        }
        standing = sa.select(_rows.record).where(_rows.workspace == run.workspace, _rows.key == run.key)

        def keep(connection: sa.Connection) -> Run:
            _first.run(connection, row)
            return _decoder.decode(connection.execute(standing).scalar_one())

        return await self._database.write(keep)

    async def get(self, workspace: WorkspaceId, run: RunId) -> Run | None:
        asked = sa.select(_rows.record).where(_rows.id == run, _rows.workspace == workspace)
        record = await self._database.read(lambda connection: connection.execute(asked).scalar())
        return None if record is None else _decoder.decode(record)

    async def revive(self, before: Run, now: Run) -> bool:
        is_over = sa.and_(_rows.lease_holder.is_(None), _rows.due_at.is_(None))
        standing = sa.select(_rows.record).where(_rows.id == before.id, is_over).with_for_update()
        reviving = runs.update().where(_rows.id == before.id).values(record=encoded(now), due_at=self._clock())

        def keep(connection: sa.Connection) -> bool:
            record = connection.execute(standing).scalar()
            if record is None or _decoder.decode(record) != before:
                return False
            connection.execute(reviving)
            return True

        return await self._database.write(keep)

    async def propose(self, claim: Claim[Run], run: Run, proposal: Proposal) -> None:
        def both(connection: sa.Connection) -> None:
            self.give_back(connection, claim, run, None)
            add_proposal(connection, proposal)

        await self._database.write(both)
