"""`kill -9` at every step of a run, ten times each: nothing is doubled, nothing is lost, what is unknown is said."""

import json
import subprocess
from collections import Counter, defaultdict
from collections.abc import Generator
from pathlib import Path
from signal import SIGKILL
from typing import get_args

import pytest

from app.contract.events import HostReplied
from app.contract.hosttools import Proposal, Run
from app.contract.ids import Json, UserId
from app.contract.people import Owner
from app.hosttools.checkpoints import Point
from app.stores.database import Database
from tests.hosttools.host import NOOP, PROPOSAL, REPLY, Host, Seen
from tests.hosttools.workshop import WORKSPACE, Workshop, equip, made_workspace
from tests.processes import program

ROUNDS = 10

EVENT_POINTS = ("event.checked", "event.kept")
NOOP_POINTS = ("run.claimed", "run.read", "run.noted", "run.answered", "run.judged", "run.closing", "run.closed")
REJECTED_POINTS = ("run.rejecting", "run.rejected")
FAILED_POINTS = ("run.failing", "run.failed")
POSTPONED_POINTS = ("run.postponing", "run.postponed")
PROPOSAL_POINTS = ("proposal.keeping", "proposal.kept", "proposal.told")
REPLY_POINTS = ("reply.placing", "reply.placed", "reply.writing", "reply.written")
DECISION_POINTS = ("decision.keeping", "decision.kept", "decision.told")
DELIVERY_POINTS = (
    "delivery.claimed",
    "delivery.noted",
    "delivery.answered",
    "delivery.closing",
    "delivery.closed",
)
OUTCOME_POINTS = ("outcome.keeping", "outcome.kept")
EVENTS = [f"event-{number}" for number in range(ROUNDS)]


class Processes:
    """Processes over one database, one after the other."""

    def __init__(self, parent: "subprocess.Popen[str]", folder: Path, allow: str) -> None:
        self._parent = parent
        self._order = {"folder": str(folder), "allow": allow}

    def do(self, act: str = "nothing", **order: Json) -> None:
        """Have a process do something and all that follows from it, after the leases of the dead have run out."""
        assert self._ended(act=act, later_seconds=3_600, **order) == 0

    def die(self, point: str, act: str = "nothing", **order: Json) -> None:
        """The same, killed at a point, which it does pass."""
        assert self._ended(act=act, dies_at=point, **order) == -SIGKILL

    def _ended(self, **order: Json) -> int:
        assert self._parent.stdin is not None
        assert self._parent.stdout is not None
        print(json.dumps({**self._order, **order}), file=self._parent.stdin, flush=True)
        return json.loads(self._parent.stdout.readline())


@pytest.fixture(scope="module")
def parent() -> "Generator[subprocess.Popen[str]]":
    with program("tests.hosttools.zygote") as parent:
        yield parent


@pytest.fixture
def processes(parent: "subprocess.Popen[str]", tmp_path: Path, host: Host) -> Processes:
    return Processes(parent, tmp_path, host.address)


@pytest.fixture
async def seen(sqlite_database: Database, host: Host) -> Workshop:
    """The room as one looks into it: nobody of this process works there."""
    opened = equip(sqlite_database, host.address)
    await opened.stores.workspaces.put(made_workspace().workspace)
    await opened.register(host.url, decision_url=f"http://{host.address}/decisions")
    return opened


class Reconciling:
    """A host that does its sixth duty: it acts once a key, and gives a key the answer it had."""

    def __init__(self, effect: Json, *, faults: int = 0) -> None:
        """Say how many requests of each key fall on a bad moment first."""
        self.acts: Counter[str] = Counter()
        self.known: dict[str, Json] = {}
        self.effect = effect
        self.asked: Counter[str] = Counter()
        self.faults = faults

    def __call__(self, seen: Seen) -> tuple[int, Json]:
        key = seen.body["idempotency_key"]
        self.asked[key] += 1
        if self.asked[key] <= self.faults:
            return (500, {})
        if key not in self.known:
            self.acts[key] += 1
            self.known[key] = self.effect
        return (200, self.known[key])


async def replies(seen: Workshop) -> list[HostReplied]:
    found = [
        logged.event
        for conversation in await seen.stores.conversations.of(Owner(WORKSPACE, UserId("ada")))
        for logged in await seen.journal.read_after(conversation.id, 0)
    ]
    return [event for event in found if isinstance(event, HostReplied)]


def acted_once(host: Host, acts: Reconciling, found: list[Run], *, asked: int = 2) -> bool:
    """The host acted once for each run, however often it was asked, and was always asked the same for it."""
    requests: defaultdict[str, list[bytes]] = defaultdict(list)
    for request in host.of("/events"):
        requests[request.body["idempotency_key"]].append(request.raw)
    assert all(len(set(each)) == 1 and len(each) <= asked for each in requests.values())
    return acts.acts == Counter({run.key: 1 for run in found})


def tells_of_the_loss(run: Run) -> bool:
    return any("process was lost" in line.message for line in run.trace)


async def posted(seen: Workshop) -> list[Run]:
    """Each event's run as it stands; the first time it is taken in by this."""
    return [await seen.post(event) for event in EVENTS]


async def proposed(processes: Processes, seen: Workshop, host: Host) -> list[Proposal]:
    """Proposals that wait, one for each event."""
    host.answering = Reconciling(PROPOSAL)
    await posted(seen)
    processes.do()
    found = await seen.proposals()
    assert len(found) == ROUNDS
    return found


def test_every_step_is_died_at() -> None:
    died_at = {
        *EVENT_POINTS,
        *NOOP_POINTS,
        *REJECTED_POINTS,
        *FAILED_POINTS,
        *POSTPONED_POINTS,
        *PROPOSAL_POINTS,
        *REPLY_POINTS,
        *DECISION_POINTS,
        *DELIVERY_POINTS,
        *OUTCOME_POINTS,
    }

    assert died_at == set(get_args(Point))
    assert len(died_at) >= 20


@pytest.mark.parametrize("point", EVENT_POINTS)
async def test_an_event_is_taken_once_whenever_its_taker_dies(
    processes: Processes, seen: Workshop, host: Host, point: str
) -> None:
    host.answering = acts = Reconciling(NOOP)
    for event in EVENTS:
        processes.die(point, "post", event=event, works=False)
        processes.do("post", event=event)

    runs = await posted(seen)
    assert {(run.status, run.effect) for run in runs} == {("completed", "noop")}
    assert acted_once(host, acts, runs, asked=1)


@pytest.mark.parametrize("point", NOOP_POINTS)
async def test_a_run_is_finished_once_wherever_its_process_dies(
    processes: Processes, seen: Workshop, host: Host, point: str
) -> None:
    host.answering = acts = Reconciling(NOOP)
    for event in EVENTS:
        await seen.post(event)
        processes.die(point)

    processes.do()

    runs = await posted(seen)
    assert [(run.status, run.effect, run.output) for run in runs] == [("completed", "noop", NOOP)] * ROUNDS
    lost = point in {"run.noted", "run.answered", "run.judged", "run.closing"}
    assert {tells_of_the_loss(run) for run in runs} == {lost}
    assert acted_once(host, acts, runs)


@pytest.mark.parametrize("point", REJECTED_POINTS)
async def test_a_rejected_run_calls_nobody_wherever_its_process_dies(
    processes: Processes, seen: Workshop, host: Host, point: str
) -> None:
    for event in EVENTS:
        await seen.register(host.url)
        await seen.post(event)
        await seen.register(host.url, status="sunset")
        processes.die(point)

    processes.do()

    runs = await posted(seen)
    assert [(run.status, run.error and run.error.code) for run in runs] == [("rejected", "sunset_version")] * ROUNDS
    assert host.seen == []


@pytest.mark.parametrize("point", FAILED_POINTS)
async def test_a_refused_run_fails_once_wherever_its_process_dies(
    processes: Processes, seen: Workshop, host: Host, point: str
) -> None:
    host.answering = lambda _: (400, {"error": "no"})
    for event in EVENTS:
        await seen.post(event)
        processes.die(point)

    processes.do()

    runs = await posted(seen)
    assert [(run.status, run.error and run.error.code) for run in runs] == [("failed", "refused_by_host")] * ROUNDS
    assert {sum(line.level == "error" for line in run.trace) for run in runs} == {1}


@pytest.mark.parametrize("point", POSTPONED_POINTS)
async def test_a_run_that_waits_for_its_retry_is_not_lost(
    processes: Processes, seen: Workshop, host: Host, point: str
) -> None:
    host.answering = acts = Reconciling(NOOP, faults=1)
    for event in EVENTS:
        await seen.post(event)
        processes.die(point)

    processes.do()

    runs = await posted(seen)
    assert {run.status for run in runs} == {"completed"}
    assert {run.attempts for run in runs} <= {2, 3}
    assert acted_once(host, acts, runs, asked=3)


@pytest.mark.parametrize("point", PROPOSAL_POINTS)
async def test_one_proposal_is_left_wherever_the_process_dies(
    processes: Processes, seen: Workshop, host: Host, point: str
) -> None:
    host.answering = acts = Reconciling(PROPOSAL)
    for event in EVENTS:
        await seen.post(event)
        processes.die(point)

    processes.do()

    runs = await posted(seen)
    assert {run.status for run in runs} == {"completed"}
    assert sorted(each.run for each in await seen.proposals()) == sorted(run.id for run in runs)
    assert acted_once(host, acts, runs)


@pytest.mark.parametrize("point", REPLY_POINTS)
async def test_one_reply_stands_in_a_conversation_wherever_the_process_dies(
    processes: Processes, seen: Workshop, host: Host, point: str
) -> None:
    host.answering = acts = Reconciling(REPLY)
    for event in EVENTS:
        await seen.post(event)
        processes.die(point)

    processes.do()

    runs = await posted(seen)
    assert {run.status for run in runs} == {"completed"}
    assert sorted(each.run for each in await replies(seen)) == sorted(run.id for run in runs)
    assert acted_once(host, acts, runs)


@pytest.mark.parametrize("point", DECISION_POINTS)
async def test_a_decision_is_taken_and_delivered_once_wherever_the_process_dies(
    processes: Processes, seen: Workshop, host: Host, point: str
) -> None:
    proposals = await proposed(processes, seen, host)
    host.answering = lambda _: (204, b"")
    for proposal in proposals:
        processes.die(point, "decide", proposal=proposal.id, works=False)
        processes.do("decide", proposal=proposal.id)

    assert {each.status for each in await seen.proposals()} == {"accepted"}
    heard = [request.body["proposal_id"] for request in host.of("/decisions")]
    assert sorted(heard) == sorted(proposal.id for proposal in proposals)


@pytest.mark.parametrize("point", DELIVERY_POINTS)
async def test_a_decision_arrives_with_one_key_wherever_its_courier_dies(
    processes: Processes, seen: Workshop, host: Host, point: str
) -> None:
    proposals = await proposed(processes, seen, host)
    host.answering = lambda _: (204, b"")
    for proposal in proposals:
        processes.die(point, "decide", proposal=proposal.id)

    processes.do()

    heard: defaultdict[str, list[bytes]] = defaultdict(list)
    for request in host.of("/decisions"):
        heard[request.headers["webhook-id"]].append(request.raw)
    assert heard.keys() == {f"decision:{proposal.id}" for proposal in proposals}
    assert all(len(set(each)) == 1 and len(each) <= 2 for each in heard.values())


@pytest.mark.parametrize("point", OUTCOME_POINTS)
async def test_an_outcome_is_kept_once_wherever_the_process_dies(
    processes: Processes, seen: Workshop, host: Host, point: str
) -> None:
    proposals = await proposed(processes, seen, host)
    for proposal in proposals:
        processes.do("decide", proposal=proposal.id)
        processes.die(point, "settle", proposal=proposal.id, works=False)
        processes.do("settle", proposal=proposal.id)

    settled = await seen.proposals()
    assert {(each.status, each.detail) for each in settled} == {("applied", "Sent.")}
    assert max(each.changed for each in settled) == 3 * ROUNDS
