"""Proposals: stored as given, decided once by whoever comes first, delivered signed, settled by their host."""

import asyncio
import hashlib
import hmac
import time
from base64 import b64encode
from collections import Counter

import pytest
from msgspec.structs import replace

from app.contract.hosttools import Delivery, Proposal
from app.contract.ids import Json, UserId, WorkspaceId
from app.contract.people import Owner
from app.errors import AlreadyDecided, Conflict, UnknownProposal
from app.hosttools.proposals import Decision, Outcome
from app.web.inboxes import MOST_SHOWN
from tests.hosttools.host import PROPOSAL, Host, Seen
from tests.hosttools.workshop import SIGNING_SECRET, WORKSPACE, Workshop

ADA = Owner(WORKSPACE, UserId("ada"))


@pytest.fixture
def host(host: Host) -> Host:
    """One that proposes, and takes decisions."""
    host.answering = lambda seen: (200, PROPOSAL) if seen.path == "/events" else (204, b"")
    return host


async def proposal(workshop: Workshop, host: Host, event: str = "event-1", **more: Json) -> Proposal:
    await workshop.register(host.url, decision_url=f"http://{host.address}/decisions")
    run = await workshop.ran(event, **more)
    return await workshop.room.decisions.of_workspace(WORKSPACE, f"p_{run.id[2:]}")


async def accept(workshop: Workshop, found: Proposal) -> Proposal:
    return await workshop.room.decisions.decide(found, "accepted", by="user")


async def test_a_proposal_is_stored_as_given(workshop: Workshop, host: Host) -> None:
    found = await proposal(workshop, host)

    assert {name: getattr(found.change, name) for name in PROPOSAL["proposal"]} == PROPOSAL["proposal"]
    assert (found.status, found.user, found.tool.version) == ("open", "ada", "1")


async def test_only_its_user_and_its_workspace_find_it(workshop: Workshop, host: Host) -> None:
    found = await proposal(workshop, host)
    decisions = workshop.room.decisions

    assert await decisions.of_owner(ADA, found.id) == found
    for look in (
        decisions.of_owner(Owner(WORKSPACE, UserId("grace")), found.id),
        decisions.of_owner(Owner(WorkspaceId("ws_2"), UserId("ada")), found.id),
        decisions.of_workspace(WorkspaceId("ws_2"), found.id),
        decisions.of_workspace(WORKSPACE, "p_none"),
    ):
        with pytest.raises(UnknownProposal):
            await look


async def test_one_for_nobody_is_in_no_inbox(workshop: Workshop, host: Host) -> None:
    found = await proposal(workshop, host, external_user_id=None)

    assert await workshop.room.decisions.inbox(ADA, limit=MOST_SHOWN) == []
    with pytest.raises(UnknownProposal):
        await workshop.room.decisions.of_owner(ADA, found.id)


async def test_an_inbox_holds_what_waits_first(workshop: Workshop, host: Host) -> None:
    made = [await proposal(workshop, host, f"event-{number}") for number in range(4)]
    await accept(workshop, made[3])

    inbox = [each.id for each in await workshop.room.decisions.inbox(ADA, limit=MOST_SHOWN)]

    assert inbox == [made[2].id, made[1].id, made[0].id, made[3].id]


async def test_it_is_decided_once(workshop: Workshop, host: Host) -> None:
    found = await proposal(workshop, host)
    accepted = await accept(workshop, found)

    for again in (found, accepted):
        with pytest.raises(AlreadyDecided):
            await workshop.room.decisions.decide(again, "dismissed", by="api")

    (kept,) = await workshop.proposals()
    assert (kept.status, kept.decided_by) == ("accepted", "user")


async def test_of_many_who_decide_at_once_one_does(workshop: Workshop, host: Host) -> None:
    found = await proposal(workshop, host)
    choices: list[Decision] = ["accepted", "dismissed"] * 16

    outcomes = await asyncio.gather(
        *(workshop.room.decisions.decide(found, choice, by="api") for choice in choices), return_exceptions=True
    )

    assert Counter(type(each) for each in outcomes) == {Proposal: 1, AlreadyDecided: 31}
    await workshop.idle()
    assert len(host.of("/decisions")) == 1


async def test_a_decision_is_delivered_with_everything_the_host_needs(workshop: Workshop, host: Host) -> None:
    found = await accept(workshop, await proposal(workshop, host, correlation_id="flow-7"))

    await workshop.idle()

    (heard,) = host.of("/decisions")
    assert found.decided_at is not None
    assert heard.body == {
        "idempotency_key": f"decision:{found.id}",
        "proposal_id": found.id,
        "run_id": found.run,
        "decision": "accepted",
        "decided_by": "user",
        "decided_at": found.decided_at.isoformat().replace("+00:00", "Z"),
        "tool": {"binding_id": "event_advisor", "name": "event_advisor", "version": "1"},
        "runtime_context": {
            "organization_slug": "tonetify-workspace",
            "host_context": {"organization_slug": "host-tenant"},
            "bot_profile_id": None,
        },
        "correlation_id": "flow-7",
        "proposal": PROPOSAL["proposal"],
        "contract_version": "v1",
    }


async def test_a_delivery_is_signed_so_that_its_host_can_tell(workshop: Workshop, host: Host) -> None:
    await accept(workshop, await proposal(workshop, host))
    await workshop.idle()

    (heard,) = host.of("/decisions")

    assert heard.headers["webhook-signature"] == signature(heard, SIGNING_SECRET)
    assert heard.headers["webhook-signature"] != signature(heard, "another secret")
    assert abs(time.time() - int(heard.headers["webhook-timestamp"])) < 60


def signature(heard: Seen, secret: str) -> str:
    signed = f"{heard.headers['webhook-id']}.{heard.headers['webhook-timestamp']}.".encode() + heard.raw
    return f"v1,{b64encode(hmac.new(secret.encode(), signed, hashlib.sha256).digest()).decode()}"


async def test_a_delivery_that_fails_is_sent_again_with_the_same_key(workshop: Workshop, host: Host) -> None:
    found = await proposal(workshop, host)
    host.will_answer((503, {}), None)

    await accept(workshop, found)
    await workshop.idle()

    heard = host.of("/decisions")
    assert len(heard) == 3
    assert len({(each.headers["webhook-id"], each.raw) for each in heard}) == 1


@pytest.mark.parametrize("status", [400, 404, 410])
async def test_a_host_that_refuses_a_decision_is_told_once(workshop: Workshop, host: Host, status: int) -> None:
    found = await proposal(workshop, host)
    host.answering = lambda _: (status, {})

    await accept(workshop, found)
    await workshop.idle()

    assert len(host.of("/decisions")) == 1
    assert [each.status for each in await workshop.proposals()] == ["accepted"]


@pytest.mark.parametrize("answer", [(200, b"OK"), (202, b"<html>"), (200, b"{}"), (204, b"")])
async def test_any_success_takes_a_decision(workshop: Workshop, host: Host, answer: tuple[int, bytes]) -> None:
    found = await proposal(workshop, host)
    host.answering = lambda _: answer

    await accept(workshop, found)
    await workshop.idle()

    assert len(host.of("/decisions")) == 1


async def test_a_host_without_a_decision_url_finds_decisions_by_polling(workshop: Workshop, host: Host) -> None:
    await workshop.register(host.url)
    made = [await workshop.ran(f"event-{number}") for number in range(3)]
    (first, second, _) = await workshop.proposals()
    cursor = (await workshop.proposals())[-1].changed

    await accept(workshop, second)
    await workshop.room.decisions.decide(first, "dismissed", by="user")

    changed = await workshop.stores.proposals.after(WORKSPACE, cursor)
    assert [(each.id, each.status) for each in changed] == [(second.id, "accepted"), (first.id, "dismissed")]
    assert [each.id for each in await workshop.stores.proposals.after(WORKSPACE, 0, status="open")] == [
        f"p_{made[2].id[2:]}"
    ]
    assert host.of("/decisions") == []


async def test_a_poller_misses_nothing_however_changes_race(workshop: Workshop, host: Host) -> None:
    made = [await proposal(workshop, host, f"event-{number}") for number in range(12)]
    seen: list[str] = []
    cursor = max(each.changed for each in made)

    async def poll() -> None:
        nonlocal cursor
        while len(seen) < len(made):
            for each in await workshop.stores.proposals.after(WORKSPACE, cursor, limit=3):
                seen.append(each.id)
                cursor = each.changed
            await asyncio.sleep(0)

    async with asyncio.timeout(20):
        await asyncio.gather(poll(), *(accept(workshop, each) for each in made))

    assert sorted(seen) == sorted(each.id for each in made)


@pytest.mark.parametrize("outcome", ["applied", "failed"])
async def test_the_same_outcome_again_is_fine_and_another_is_not(
    workshop: Workshop, host: Host, outcome: Outcome
) -> None:
    found = await accept(workshop, await proposal(workshop, host))
    decisions = workshop.room.decisions
    settled = await decisions.settle(found, outcome, "Sent.")

    assert await decisions.settle(settled, outcome, "Sent.") == settled
    for other, detail in (("applied", "Not sent."), ("failed", "Not sent."), (outcome, None)):
        with pytest.raises(Conflict):
            await decisions.settle(settled, other, detail)  # pyright: ignore[reportArgumentType]

    (kept,) = await workshop.proposals()
    assert (kept.status, kept.detail) == (outcome, "Sent.")


async def test_what_nobody_accepted_comes_to_nothing(workshop: Workshop, host: Host) -> None:
    decisions = workshop.room.decisions
    found = await proposal(workshop, host)
    with pytest.raises(Conflict, match="The proposal is open"):
        await decisions.settle(found, "applied", None)

    dismissed = await decisions.decide(found, "dismissed", by="user")

    with pytest.raises(Conflict, match="The proposal is dismissed"):
        await decisions.settle(dismissed, "applied", None)


async def test_of_two_outcomes_that_race_one_is_kept(workshop: Workshop, host: Host) -> None:
    found = await accept(workshop, await proposal(workshop, host))
    decisions = workshop.room.decisions

    same = await asyncio.gather(*(decisions.settle(found, "applied", None) for _ in range(8)))
    with pytest.raises(Conflict):
        await decisions.settle(found, "failed", None)

    assert {each.status for each in same} == {"applied"}


async def test_a_delivery_that_each_courier_dies_over_is_given_up(workshop: Workshop, host: Host) -> None:
    found = await proposal(workshop, host)
    dead = Delivery(found.id, WORKSPACE, found.tool.binding_id, "1", "{}", attempts=9)
    decided = replace(found, status="accepted", decided_by="api", decided_at=workshop.clock())

    assert await workshop.stores.proposals.move(found, decided, delivery=dead)
    workshop.room.deliveries.wake()
    await workshop.idle()

    assert host.of("/decisions") == []
