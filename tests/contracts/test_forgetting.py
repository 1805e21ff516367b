"""What is long over is forgotten, with what it left; what waits for somebody never is."""

from datetime import UTC, datetime, timedelta

from msgspec.structs import replace

from app.contract.hosttools import Delivery, Proposal, Run
from app.stores.database import Database
from app.stores.forgetting import DatabaseForgetting
from app.stores.proposals import DatabaseDeliveries, DatabaseProposals
from app.stores.runs import DatabaseRuns
from app.testing.contracts.queues import example_proposal, example_run

NOW = datetime.now(UTC)
LONG_AGO = NOW - timedelta(days=91)
LIMIT = NOW - timedelta(days=90)


async def finished(runs: DatabaseRuns, number: int, at: datetime) -> Run:
    made = replace(example_run(number), created_at=at, trace=())
    return await runs.add(replace(made, status="rejected"))


async def proposed(runs: DatabaseRuns, number: int) -> Proposal:
    run = await runs.add(replace(example_run(number), created_at=LONG_AGO, trace=()))
    claim = await runs.claim(run.id, "one", until=NOW + timedelta(minutes=1))
    assert claim is not None
    proposal = replace(example_proposal(run), created_at=LONG_AGO)
    await runs.propose(claim, replace(run, status="completed"), proposal)
    return proposal


async def test_runs_that_are_long_over_are_forgotten(database: Database, runs: DatabaseRuns) -> None:
    old, fresh = await finished(runs, 1, LONG_AGO), await finished(runs, 2, NOW)
    waiting = await runs.add(replace(example_run(3), created_at=LONG_AGO, trace=()))

    assert await DatabaseForgetting(database).forget(LIMIT) == 1

    kept = [await runs.get(run.workspace, run.id) is not None for run in (old, fresh, waiting)]
    assert kept == [False, True, True]


async def test_proposals_go_with_their_runs_once_nobody_waits_for_them(
    database: Database, runs: DatabaseRuns, proposals: DatabaseProposals, deliveries: DatabaseDeliveries
) -> None:
    found = [await proposed(runs, number) for number in range(4)]
    opened, accepted, dismissed, delivering = found
    await proposals.move(accepted, replace(accepted, status="accepted", decided_at=NOW))
    await proposals.move(dismissed, replace(dismissed, status="dismissed", decided_at=LONG_AGO))
    over = replace(delivering, status="dismissed", decided_at=LONG_AGO)
    delivery = Delivery(over.id, over.workspace, over.tool.binding_id, over.tool.version, "{}")
    await proposals.move(delivering, over, delivery=delivery)

    forgetting = DatabaseForgetting(database)
    assert await forgetting.forget(LIMIT) == 1
    assert [await proposals.get(each.id) is not None for each in found] == [True, True, False, True]

    claim = await deliveries.claim(delivering.id, "one", until=NOW + timedelta(minutes=1))
    assert claim is not None
    await deliveries.release(claim, replace(claim.job, status="delivered"))
    assert await forgetting.forget(LIMIT) == 1
    assert await proposals.get(delivering.id) is None
    assert await deliveries.claim(delivering.id, "one", until=NOW + timedelta(minutes=1)) is None
    assert await proposals.get(opened.id) is not None


async def test_more_than_a_page_of_them_is_gone_through(database: Database, runs: DatabaseRuns) -> None:
    for number in range(3):
        await finished(runs, number, LONG_AGO)

    assert await DatabaseForgetting(database, page=2).forget(LIMIT) == 3
