"""Proposals, and the deliveries of what was decided on them."""

from collections.abc import Callable
from datetime import datetime

import sqlalchemy as sa
from msgspec import json
from msgspec.structs import replace

from app.contract.hosttools import Delivery, Proposal, ProposalStatus
from app.contract.ids import Json, ProposalId, WorkspaceId
from app.contract.people import Owner
from app.stores.database import Database, utc_now
from app.stores.queues import DatabaseQueue, encoded
from app.stores.schema import deliveries, proposal_changes, proposals
from app.stores.upsert import counting

_row = proposals.c
_decoder = json.Decoder(Proposal)
_changes = counting(proposal_changes)

# Built once: every stream that opens asks it.
_theirs = (
    sa.select(_row.record)
    .where(_row.workspace == sa.bindparam("workspace"), _row.user_id == sa.bindparam("user"))
    .order_by(_row.status != "open", _row.changed.desc())
    .limit(sa.bindparam("most"))
)


class DatabaseProposals:
    """See `app.ports.Proposals`."""

    def __init__(self, database: Database, *, clock: Callable[[], datetime] = utc_now) -> None:
        self._database = database
        self._clock = clock

    async def get(self, proposal: ProposalId) -> Proposal | None:
        found = await self._read(sa.select(_row.record).where(_row.id == proposal))
        return found[0] if found else None

    async def after(
        self, workspace: WorkspaceId, number: int, *, status: ProposalStatus | None = None, limit: int = 100
    ) -> list[Proposal]:
        asked = sa.select(_row.record).where(_row.workspace == workspace, _row.changed > number)
        if status is not None:
            asked = asked.where(_row.status == status)
        return await self._read(asked.order_by(_row.changed).limit(limit))

    async def of(self, owner: Owner, *, limit: int = 50) -> list[Proposal]:
        return await self._read(_theirs, workspace=owner.workspace, user=owner.user, most=limit)

    async def move(self, before: Proposal, now: Proposal, *, delivery: Delivery | None = None) -> bool:
        at = self._clock()
        return await self._database.write(lambda connection: _move(connection, before, now, delivery, at))

    async def _read(self, asked: sa.Select[str], **values: Json) -> list[Proposal]:
        records = await self._database.read(lambda connection: connection.execute(asked, values).scalars().all())
        return [_decoder.decode(record) for record in records]


class DatabaseDeliveries(DatabaseQueue[Delivery]):
    """See `app.ports.Queue`, of deliveries."""

    def __init__(self, database: Database, *, clock: Callable[[], datetime] = utc_now) -> None:
        super().__init__(database, deliveries, Delivery, clock=clock)


def add_proposal(connection: sa.Connection, proposal: Proposal) -> None:
    """Within a transaction of the caller's."""
    row = {
        "id": proposal.id,
        "workspace": proposal.workspace,
        "user_id": proposal.user,
        **_changing(connection, proposal),
    }
    connection.execute(proposals.insert(), row)


def _move(connection: sa.Connection, before: Proposal, now: Proposal, delivery: Delivery | None, at: datetime) -> bool:
    # A proposal never comes back to a status it has left, so the status alone says whether it is still the same.
    is_the_same = sa.and_(_row.id == before.id, _row.status == before.status)
    if connection.execute(sa.select(_row.id).where(is_the_same).with_for_update()).first() is None:
        return False
    connection.execute(proposals.update().where(_row.id == before.id).values(**_changing(connection, now)))
    if delivery is not None:
        row = {"id": now.id, "record": encoded(delivery), "due_at": at, "fence": 0}
        connection.execute(deliveries.insert(), row)
    return True


def _changing(connection: sa.Connection, proposal: Proposal) -> dict[str, str | int]:
    """What a change writes, under the workspace's next number."""
    number: int = _changes.run(connection, {"workspace": proposal.workspace, "number": 1}).scalar_one()
    return {"status": proposal.status, "changed": number, "record": encoded(replace(proposal, changed=number))}
