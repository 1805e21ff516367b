"""Proposals: found by their owner, moved once from each status, told in the order they changed."""

import asyncio
from datetime import UTC, datetime, timedelta

from msgspec.structs import replace

from app.contract.hosttools import Delivery, Proposal
from app.contract.ids import BindingId, ProposalId, UserId, WorkspaceId
from app.contract.people import Owner
from app.ports import Proposals, Queue
from app.testing.contracts.queues import QueuedRuns, example_proposal, example_run

_MINE = WorkspaceId("ws_1")
_ADA = Owner(_MINE, UserId("ada"))


class ProposalsContract:
    """Give it fixtures `proposals`, `deliveries` and `runs`, empty, over one store."""

    async def test_each_change_takes_the_next_number(self, proposals: Proposals, runs: QueuedRuns) -> None:
        first, second = await _made(runs, proposals, 1), await _made(runs, proposals, 2)

        assert await proposals.move(first, replace(first, status="accepted"))

        changed = await proposals.after(_MINE, 0)
        assert [(each.id, each.status, each.changed) for each in changed] == [
            (second.id, "open", 2),
            (first.id, "accepted", 3),
        ]
        assert changed[1:] == await proposals.after(_MINE, 2)
        assert changed[:1] == await proposals.after(_MINE, 0, limit=1)
        assert changed[1:] == await proposals.after(_MINE, 0, status="accepted")

    async def test_workspaces_count_for_themselves(self, proposals: Proposals, runs: QueuedRuns) -> None:
        await _made(runs, proposals, 1)

        theirs = await _made(runs, proposals, 2, workspace=WorkspaceId("ws_2"))

        assert theirs.changed == 1
        assert [theirs] == await proposals.after(theirs.workspace, 0)

    async def test_an_owner_finds_what_waits_first(self, proposals: Proposals, runs: QueuedRuns) -> None:
        first, second, third = [await _made(runs, proposals, number) for number in (1, 2, 3)]
        await proposals.move(third, replace(third, status="dismissed"))

        assert [second.id, first.id, third.id] == [each.id for each in await proposals.of(_ADA)]
        assert [second.id] == [each.id for each in await proposals.of(_ADA, limit=1)]
        assert await proposals.of(Owner(_MINE, UserId("grace"))) == []
        assert await proposals.of(Owner(WorkspaceId("ws_2"), UserId("ada"))) == []

    async def test_of_many_who_move_one_at_once_one_does(self, proposals: Proposals, runs: QueuedRuns) -> None:
        made = await _made(runs, proposals, 1)

        moved = await asyncio.gather(
            *(proposals.move(made, replace(made, status="accepted", detail=str(number))) for number in range(16))
        )

        assert sorted(moved) == [False] * 15 + [True]
        kept = await proposals.get(made.id)
        assert kept is not None
        assert kept.detail == str(moved.index(True))

    async def test_a_decision_and_its_delivery_are_kept_together(
        self, proposals: Proposals, runs: QueuedRuns, deliveries: Queue[Delivery]
    ) -> None:
        made = await _made(runs, proposals, 1)
        delivery = Delivery(made.id, _MINE, BindingId("event_advisor"), "1", "{}")

        assert await proposals.move(made, replace(made, status="accepted"), delivery=delivery)
        assert not await proposals.move(made, replace(made, status="dismissed"), delivery=delivery)

        assert [made.id] == await deliveries.due(datetime.now(UTC))
        claim = await deliveries.claim(made.id, "one", until=datetime.now(UTC) + timedelta(minutes=1))
        assert claim is not None
        assert claim.job == delivery

    async def test_one_that_is_not_there_is_not_found(self, proposals: Proposals) -> None:
        assert await proposals.get(ProposalId("p_none")) is None


async def _made(runs: QueuedRuns, proposals: Proposals, number: int, *, workspace: WorkspaceId = _MINE) -> Proposal:
    run = await runs.add(example_run(number, workspace=workspace))
    claim = await runs.claim(run.id, "one", until=datetime.now(UTC) + timedelta(minutes=1))
    assert claim is not None
    await runs.propose(claim, run, example_proposal(run))
    made = await proposals.get(example_proposal(run).id)
    assert made is not None
    return made
