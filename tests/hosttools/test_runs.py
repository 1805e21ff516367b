"""Runs: one a key, never two at once, retried where that can help, and traced without a secret."""

import asyncio
import time
from datetime import timedelta

import pytest
from msgspec.structs import replace

from app.contract.hosttools import Run
from app.contract.ids import ConversationId, Json, UserId
from app.contract.people import Owner
from app.errors import Conflict, LeaseLost, TooLarge, UnknownBinding, UnknownRun
from app.hosttools.checkpoints import Point
from app.hosttools.runs import WAITS
from app.stores.database import Database
from tests.hosttools.host import NOOP, REPLY, Answer, Host, Seen
from tests.hosttools.workshop import KEY, WORKSPACE, Workshop, equip, until, working


def told(run: Run) -> str:
    return "\n".join(line.message for line in run.trace)


async def test_the_same_event_again_is_the_same_run(workshop: Workshop, host: Host) -> None:
    await workshop.register(host.url)
    first = await workshop.ran(payload={"a": 1, "b": [1, 2]})

    again = await workshop.post(payload={"b": [1, 2], "a": 1})

    assert (again.id, again.status) == (first.id, "completed")
    assert len(host.seen) == 1


@pytest.mark.parametrize(
    "other", [{"payload": {"a": 2}}, {"payload": {"a": 1.0}}, {"external_user_id": "grace"}, {"causation_id": "c"}]
)
async def test_another_event_under_the_same_key_is_refused(workshop: Workshop, host: Host, other: Json) -> None:
    second: dict[str, Json] = {"payload": {"a": 1}, **other}
    await workshop.register(host.url)
    await workshop.post(payload={"a": 1})

    with pytest.raises(Conflict, match="was used for another event"):
        await workshop.post(**second)

    await workshop.idle()
    assert len(host.seen) == 1


async def test_an_event_for_a_binding_nobody_registered_is_unknown(workshop: Workshop) -> None:
    with pytest.raises(UnknownBinding, match="no host tool 'event_advisor'"):
        await workshop.post()


async def test_many_who_post_one_event_at_once_get_one_run(workshop: Workshop, host: Host) -> None:
    await workshop.register(host.url)

    runs = await asyncio.gather(*(workshop.post() for _ in range(32)))

    assert len({run.id for run in runs}) == 1
    await workshop.finished(runs[0])
    assert len(host.seen) == 1


async def test_several_processes_run_each_event_once(sqlite_database: Database, host: Host) -> None:
    """Three rooms over one database, each with crews of its own."""
    rooms = [equip(sqlite_database, host.address) for _ in range(3)]
    await rooms[0].register(host.url)

    async with working(rooms[0]), working(rooms[1]), working(rooms[2]):
        runs = [await rooms[number % 3].post(f"event-{number}") for number in range(60)]
        ended = [await rooms[0].finished(run) for run in runs]

    assert {(run.status, run.attempts) for run in ended} == {("completed", 1)}
    assert len({seen.body["idempotency_key"] for seen in host.seen}) == len(host.seen) == 60


async def test_runs_of_one_key_never_overlap(sqlite_database: Database, host: Host) -> None:
    at_work, most = 0, 0

    def slow(_: Seen) -> Answer:
        nonlocal at_work, most
        at_work += 1
        most = max(most, at_work)
        time.sleep(0.1)
        at_work -= 1
        return (503, {}) if len(host.seen) < 4 else (200, NOOP)

    host.answering = slow
    rooms = [equip(sqlite_database, host.address) for _ in range(2)]
    await rooms[0].register(host.url)

    async with working(rooms[0]), working(rooms[1]):
        run = await rooms[0].post()
        for room in rooms:
            assert (await room.post()).id == run.id
        ended = await rooms[1].finished(run)

    assert (ended.status, ended.attempts, most) == ("completed", 4, 1)


@pytest.mark.parametrize("status", [400, 401, 403, 404, 409, 410, 422, 429])
async def test_what_a_host_refuses_is_not_sent_again(workshop: Workshop, host: Host, status: int) -> None:
    host.answering = lambda _: (status, {"error": "secret reason"})
    await workshop.register(host.url)

    run = await workshop.ran()

    assert (run.status, run.error and run.error.code, run.attempts) == ("failed", "refused_by_host", 1)
    assert run.error is not None
    assert run.error.message == f"The host answered {status}."
    assert "secret reason" not in told(run)


@pytest.mark.parametrize("status", [500, 502, 503, 504, 599])
async def test_a_host_with_a_problem_of_its_own_is_asked_three_times_more(
    workshop: Workshop, host: Host, status: int
) -> None:
    host.answering = lambda _: (status, {})
    await workshop.register(host.url)

    run = await workshop.ran()

    assert (run.status, run.error and run.error.code, run.attempts) == ("failed", "host_fault", 4)
    assert len({seen.raw for seen in host.seen}) == 1


async def test_a_host_that_is_not_there_is_asked_three_times_more(workshop: Workshop, host: Host) -> None:
    await workshop.register(f"http://{host.address}/events")
    host.shutdown()
    host.server_close()

    run = await workshop.ran()

    assert (run.status, run.error and run.error.code, run.attempts) == ("failed", "unreachable", 4)
    assert "may have acted" not in told(run)


def test_the_waits_between_attempts_grow() -> None:
    assert len(WAITS) == 3
    assert sorted(WAITS) == list(WAITS)


async def test_a_redirect_is_not_followed_and_not_tried_again(workshop: Workshop, host: Host) -> None:
    host.answering = lambda _: (307, {})
    await workshop.register(host.url)

    run = await workshop.ran()

    assert (run.error and run.error.code, run.attempts) == ("not_callable", 1)


async def test_a_payload_that_breaks_the_input_schema_is_rejected_before_any_call(
    workshop: Workshop, host: Host
) -> None:
    await workshop.register(host.url, input_schema={"type": "object", "properties": {"order": {"type": "integer"}}})

    run = await workshop.post(payload={"order": "hunter2"})

    assert (run.status, run.error and run.error.code, host.seen) == ("rejected", "input_mismatch", [])
    assert "order (type)" in told(run)
    assert "hunter2" not in told(run)


async def test_a_rejected_run_is_tried_again_once_its_version_is_there(workshop: Workshop, host: Host) -> None:
    await workshop.register(host.url)
    rejected = await workshop.post(version="2")
    await workshop.register(host.url, version="2", name="Second advisor")

    run = await workshop.finished(await workshop.room.events.retry(WORKSPACE, rejected.id))

    assert (run.id, run.status, run.attempts) == (rejected.id, "completed", 1)
    assert host.seen[-1].body["tool"] == {"binding_id": "event_advisor", "name": "Second advisor", "version": "2"}


async def test_only_what_failed_is_tried_again(workshop: Workshop, host: Host) -> None:
    await workshop.register(host.url)
    run = await workshop.ran()

    with pytest.raises(Conflict, match="The run is completed"):
        await workshop.room.events.retry(WORKSPACE, run.id)
    with pytest.raises(UnknownRun):
        await workshop.room.events.retry(WORKSPACE, "r_none")


async def test_a_run_is_revived_once_however_many_ask(workshop: Workshop, host: Host) -> None:
    host.will_answer((400, {}))
    await workshop.register(host.url)
    failed = await workshop.ran()

    again = [workshop.room.events.retry(WORKSPACE, failed.id) for _ in range(8)]
    outcomes = await asyncio.gather(*again, return_exceptions=True)

    assert sum(isinstance(each, Run) for each in outcomes) == 1
    assert (await workshop.finished(failed)).attempts == 2


async def test_a_run_whose_processes_all_died_says_what_is_unknown(sqlite_database: Database, host: Host) -> None:
    workshop = equip(sqlite_database, host.address)
    await workshop.register(host.url)
    run = await workshop.post()
    queue = workshop.stores.run_queue
    for number in range(4):
        claim = await queue.claim(run.id, f"process {number}, which dies", until=workshop.clock())
        assert claim is not None
        await queue.save(claim, replace(claim.job, status="running", attempts=claim.job.attempts + 1))
        workshop.clock.ahead += timedelta(seconds=1)

    async with working(workshop):
        ended = await workshop.finished(run)

    assert (ended.status, ended.error and ended.error.code, host.seen) == ("failed", "lost", [])
    assert "whether the host has acted is unknown" in told(ended)


async def test_who_lost_the_lease_writes_nothing_any_more(sqlite_database: Database, host: Host) -> None:
    workshop = equip(sqlite_database, host.address)
    queue = workshop.stores.run_queue
    await workshop.register(host.url)
    run = await workshop.post()
    stale = await queue.claim(run.id, "one", until=workshop.clock() - timedelta(seconds=1))
    fresh = await queue.claim(run.id, "other", until=workshop.clock() + timedelta(minutes=1))
    assert stale is not None
    assert fresh is not None

    for late in (
        queue.save(stale, stale.job),
        queue.release(stale, stale.job),
        queue.renew(stale, until=workshop.clock()),
    ):
        with pytest.raises(LeaseLost):
            await late

    await queue.release(fresh, replace(fresh.job, status="completed"))
    assert (await workshop.run(run)).status == "completed"
    with pytest.raises(LeaseLost):
        await queue.save(fresh, fresh.job)


async def test_a_trace_shows_each_attempt_and_decision_and_no_secret(workshop: Workshop, host: Host) -> None:
    host.will_answer((503, {"error": "hunter2"}), (200, {**NOOP, "echo": f"Bearer {KEY}"}))
    await workshop.register(f"{host.url}?token=hunter2")

    run = await workshop.ran(payload={"card": "hunter2"})

    lines = [(line.level, line.message) for line in run.trace]
    size = len(host.seen[0].raw)
    assert lines[0] == ("info", "Event taken in with 18 bytes of payload, under the key 'host:event_advisor:event-1'.")
    assert lines[1] == ("info", f"Attempt 1 of 4: {size} bytes of JSON to the registered URL.")
    assert lines[2] == ("warning", "The host answered 503. Tried again in 0.02 s, with the same key.")
    assert lines[3] == ("info", f"Attempt 2 of 4: {size} bytes of JSON to the registered URL.")
    assert lines[4][1].startswith("The host answered 200 after ")
    assert lines[5] == ("info", "It is one noop, in the document's form, and fits the pinned schema.")
    assert "hunter2" not in told(run)
    assert KEY not in repr(run)


async def test_a_host_that_can_not_be_opened_to_any_more_is_not_called(workshop: Workshop, host: Host) -> None:
    tool = await workshop.register(host.url)
    await workshop.stores.tools.put(replace(tool, sealed_key="not sealed by us"))

    run = await workshop.ran()

    assert (run.error and run.error.code, run.attempts, host.seen) == ("not_callable", 0, [])


async def test_a_reply_goes_to_the_latest_conversation_and_a_first_one_makes_it(workshop: Workshop, host: Host) -> None:
    host.answering = lambda _: (200, REPLY)
    await workshop.register(host.url)
    owner = Owner(WORKSPACE, UserId("ada"))

    first, second = await workshop.ran("e1"), await workshop.ran("e2")

    (conversation,) = await workshop.stores.conversations.of(owner)
    assert (first.conversation, second.conversation, conversation.head) == (conversation.id, conversation.id, 2)


async def test_a_reply_outlives_the_conversation_it_was_meant_for(sqlite_database: Database, host: Host) -> None:
    """It is deleted between the settling of the place and the writing."""
    host.answering = lambda _: (200, REPLY)
    deleted: list[ConversationId] = []

    async def delete(point: Point) -> None:
        if point == "reply.placed" and not deleted:
            settled = await workshop.run(run)
            assert settled.conversation is not None
            deleted.append(settled.conversation)
            await workshop.stores.conversations.delete(settled.conversation)

    workshop = equip(sqlite_database, host.address, at=delete)
    await workshop.register(host.url)
    run = await workshop.post()
    async with working(workshop):
        ended = await workshop.finished(run)

    (conversation,) = await workshop.stores.conversations.of(Owner(WORKSPACE, UserId("ada")))
    assert (ended.status, ended.conversation, conversation.head) == ("completed", conversation.id, 1)
    assert deleted
    assert conversation.id not in deleted


async def test_a_reply_to_nobody_stays_in_the_run(workshop: Workshop, host: Host) -> None:
    host.answering = lambda _: (200, REPLY)
    await workshop.register(host.url)

    run = await workshop.ran(external_user_id=None)

    assert (run.status, run.output, run.conversation) == ("completed", REPLY, None)
    assert run.trace[-1].level == "warning"


async def test_a_slow_host_holds_up_no_other_run(workshop: Workshop, host: Host) -> None:
    def answering(seen: Seen) -> Answer:
        if seen.body["input"]["payload"].get("slow"):
            time.sleep(1.5)
        return (200, NOOP)

    host.answering = answering
    await workshop.register(host.url)
    slow = await workshop.post("slow", payload={"slow": True})
    await until(lambda: workshop.run(slow), lambda run: run.attempts == 1)

    began = time.monotonic()
    quick = await workshop.ran("quick")

    assert quick.status == "completed"
    assert time.monotonic() - began < 1.4
    assert (await workshop.finished(slow)).status == "completed"


@pytest.mark.parametrize("where", ["payload", "source", "host_context"])
async def test_an_event_that_carries_too_much_is_refused(workshop: Workshop, host: Host, where: str) -> None:
    await workshop.register(host.url)
    heavy: dict[str, Json] = {where: {"text": "x" * 256 * 1024}}

    with pytest.raises(TooLarge, match="262,144 are the most"):
        await workshop.post(**heavy)


async def test_a_room_that_closes_takes_nothing_up_and_lets_the_rest_end(sqlite_database: Database, host: Host) -> None:
    def slow(_: Seen) -> Answer:
        time.sleep(0.3)  # In the host's own thread: a run that is under way when the room closes.
        return (200, NOOP)

    host.answering = slow
    workshop = equip(sqlite_database, host.address)
    await workshop.register(host.url)
    begun = await workshop.post("begun")
    async with working(workshop):
        await until(lambda: workshop.run(begun), lambda run: run.attempts == 1)
        closing = asyncio.create_task(workshop.room.close())
        await asyncio.sleep(0)
        late = await workshop.post("late")
        await closing
        await asyncio.sleep(0.1)

    assert ((await workshop.run(begun)).status, (await workshop.run(late)).status) == ("completed", "queued")
