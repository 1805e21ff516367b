"""Queues: one claim a job at a time, fenced against whoever lost theirs; and runs, kept once a key."""

import asyncio
from datetime import UTC, datetime, timedelta
from typing import Protocol

import pytest
from msgspec.structs import replace

from app.contract.hosttools import CalledTool, Envelope, EventInput, Proposal, ProposedChange, Run, RuntimeContext
from app.contract.ids import BindingId, RunId, UserId, WorkspaceId, proposal_id
from app.errors import LeaseLost
from app.ports import Proposals, Queue, Runs
from app.testing.contracts.examples import NOON

_MINUTE = timedelta(minutes=1)
_MINE = WorkspaceId("ws_1")


class QueuedRuns(Runs, Queue[Run], Protocol):
    """Runs with their queue."""


def example_run(number: int = 1, *, workspace: WorkspaceId = _MINE, key: str | None = None) -> Run:
    envelope = Envelope(
        tool=CalledTool(BindingId("event_advisor"), "event_advisor", "1"),
        runtime_context=RuntimeContext("acme", {}, None),
        correlation_id="c",
        causation_id=None,
        idempotency_key=key or f"key-{number}",
        input=EventInput(payload={"text": "é\0"}, source=None),
    )
    user = UserId("ada")
    return Run(RunId(f"r_{number:032x}"), workspace, envelope.idempotency_key, "digest", envelope, user, NOON)


def example_proposal(run: Run) -> Proposal:
    change = ProposedChange("reminder", "Title\0", "Body", {"a": 1}, {})
    tool, context = run.envelope.tool, run.envelope.runtime_context
    return Proposal(proposal_id(run.id), run.workspace, run.id, run.user, tool, context, "c", change, NOON)


def _now() -> datetime:
    return datetime.now(UTC)


class QueueContract:
    """Give it a fixture `runs`, empty."""

    async def test_what_is_added_is_due_and_claimed_by_one(self, runs: QueuedRuns) -> None:
        run = await runs.add(example_run())

        claims = [await runs.claim(run.id, holder, until=_now() + _MINUTE) for holder in ("one", "other")]

        assert claims[0] is not None
        assert (claims[0].job, claims[1]) == (run, None)
        assert await runs.due(_now()) == []

    async def test_a_claim_that_ran_out_is_anybodys_and_its_holder_writes_nothing(self, runs: QueuedRuns) -> None:
        run = await runs.add(example_run())
        lost = await runs.claim(run.id, "one", until=_now() - _MINUTE)
        assert lost is not None
        assert [run.id] == await runs.due(_now())

        taken = await runs.claim(run.id, "other", until=_now() + _MINUTE)

        assert taken is not None
        assert taken.fence > lost.fence
        for late in (runs.save(lost, run), runs.release(lost, run), runs.renew(lost, until=_now())):
            with pytest.raises(LeaseLost):
                await late

    async def test_a_claim_is_renewed(self, runs: QueuedRuns) -> None:
        run = await runs.add(example_run())
        claim = await runs.claim(run.id, "one", until=_now() - _MINUTE)
        assert claim is not None

        await runs.renew(claim, until=_now() + _MINUTE)

        assert await runs.claim(run.id, "other", until=_now() + _MINUTE) is None

    async def test_what_was_saved_is_what_the_next_one_takes_up(self, runs: QueuedRuns) -> None:
        run = await runs.add(example_run())
        claim = await runs.claim(run.id, "one", until=_now() - _MINUTE)
        assert claim is not None
        await runs.save(claim, replace(run, status="running", attempts=1))

        taken = await runs.claim(run.id, "other", until=_now() + _MINUTE)

        assert taken is not None
        assert (taken.job.status, taken.job.attempts) == ("running", 1)

    async def test_a_released_job_is_due_when_it_says(self, runs: QueuedRuns) -> None:
        run = await runs.add(example_run())
        claim = await runs.claim(run.id, "one", until=_now() + _MINUTE)
        assert claim is not None
        at = _now() + 10 * _MINUTE

        await runs.release(claim, run, due_at=at)

        assert await runs.due(at - _MINUTE) == []
        assert [run.id] == await runs.due(at)
        assert await runs.claim(run.id, "other", until=_now() + _MINUTE) is None

    async def test_what_is_over_is_never_due_until_it_is_revived(self, runs: QueuedRuns) -> None:
        run = await runs.add(example_run())
        claim = await runs.claim(run.id, "one", until=_now() + _MINUTE)
        assert claim is not None
        failed = replace(run, status="failed")
        assert not await runs.revive(run, run)
        await runs.release(claim, failed)
        assert await runs.due(_now() + 999 * _MINUTE) == []

        revived = [await runs.revive(failed, replace(run, since=1)) for _ in range(2)]

        assert revived == [True, False]
        assert [run.id] == await runs.due(_now() + _MINUTE)

    async def test_who_read_a_run_before_it_came_to_another_end_revives_nothing(self, runs: QueuedRuns) -> None:
        failed = await runs.add(replace(example_run(), status="rejected"))
        completed = replace(failed, status="completed")
        assert await runs.revive(failed, replace(failed, status="queued"))
        claim = await runs.claim(failed.id, "one", until=_now() + _MINUTE)
        assert claim is not None
        await runs.release(claim, completed)

        assert not await runs.revive(failed, replace(failed, status="queued"))

        assert await runs.get(failed.workspace, failed.id) == completed

    async def test_one_that_is_rejected_at_once_is_never_due(self, runs: QueuedRuns) -> None:
        await runs.add(replace(example_run(), status="rejected"))

        assert await runs.due(_now() + _MINUTE) == []

    async def test_a_key_keeps_its_first_run(self, runs: QueuedRuns) -> None:
        added = [example_run(number, key="same") for number in range(16)]

        kept = await asyncio.gather(*(runs.add(run) for run in added))

        assert len({run.id for run in kept}) == 1
        other = example_run(99, workspace=WorkspaceId("ws_2"), key="same")
        assert other == await runs.add(other)

    async def test_only_its_workspace_finds_a_run(self, runs: QueuedRuns) -> None:
        run = await runs.add(example_run())

        assert run == await runs.get(_MINE, run.id)
        assert await runs.get(WorkspaceId("ws_2"), run.id) is None

    async def test_a_proposal_and_its_runs_end_are_kept_together(self, runs: QueuedRuns, proposals: Proposals) -> None:
        run = await runs.add(example_run())
        lost = await runs.claim(run.id, "one", until=_now() - _MINUTE)
        taken = await runs.claim(run.id, "other", until=_now() + _MINUTE)
        assert lost is not None
        assert taken is not None
        with pytest.raises(LeaseLost):
            await runs.propose(lost, run, example_proposal(run))
        assert await proposals.after(_MINE, 0) == []

        await runs.propose(taken, replace(run, status="completed"), example_proposal(run))

        assert [each.run for each in await proposals.after(_MINE, 0)] == [run.id]
        assert await runs.due(_now() + 999 * _MINUTE) == []
