"""The document on versioned host tools, a test for each of its sentences, in their order."""

import json
from pathlib import Path

import pytest

from app.contract.events import HostReplied
from app.contract.hosttools import Run
from app.contract.ids import Json, UserId
from app.contract.people import Owner
from app.errors import Conflict
from app.stores.database import Database
from tests.hosttools.host import NOOP, PROPOSAL, REPLY, Host
from tests.hosttools.workshop import KEY, WORKSPACE, Workshop, equip, working

WIRE = Path(__file__).parent / "wire"
PINNED: Json = {
    "type": "object",
    "properties": {"effect": {"const": "noop"}, "reason": {"type": "string", "pattern": "^[a-z_]+$"}},
    "required": ["effect", "reason"],
}


def wire(name: str) -> Json:
    return json.loads((WIRE / f"{name}.json").read_text(encoding="utf-8"))


async def answered(workshop: Workshop, host: Host, answer: Json) -> Run:
    """The run of an event that a host answers so, whatever the schema."""
    host.answering = lambda _: (200, answer)
    await workshop.register(host.url, output_schema={})
    return await workshop.ran()


def warnings(run: Run) -> list[str]:
    return [line.message for line in run.trace if line.level == "warning"]


async def test_a_host_tool_gives_facts_through_a_pinned_request_and_response_schema(
    workshop: Workshop, host: Host
) -> None:
    asks: Json = {"type": "object", "required": ["order"], "properties": {"order": {"type": "integer"}}}
    await workshop.register(host.url, input_schema=asks, output_schema=PINNED)
    host.answering = lambda _: (200, {"effect": "noop", "reason": "order_shipped"})

    run = await workshop.ran(payload={"order": 1042})

    assert (run.status, run.output) == ("completed", {"effect": "noop", "reason": "order_shipped"})
    with pytest.raises(Conflict, match="pinned to other schemas"):
        await workshop.register(host.url, input_schema=asks)


async def test_the_registered_url_is_called_from_the_server_runtime(workshop: Workshop, host: Host) -> None:
    run = await answered(workshop, host, NOOP)

    assert [seen.path for seen in host.seen] == ["/events"]
    assert host.seen[0].headers["user-agent"] == "Assist"
    assert run.attempts == 1


async def test_the_adapter_sends_post_with_json(workshop: Workshop, host: Host) -> None:
    # The host takes nothing but POST; what it kept is one.
    await answered(workshop, host, NOOP)

    (seen,) = host.seen
    assert seen.headers["content-type"] == "application/json"
    assert isinstance(seen.body, dict)


@pytest.mark.parametrize("key", [KEY, None])
async def test_a_configured_credential_is_added_as_a_bearer(workshop: Workshop, host: Host, key: str | None) -> None:
    await workshop.register(host.url, api_key=key)

    await workshop.ran()

    assert host.seen[0].headers.get("authorization") == (f"Bearer {key}" if key else None)


async def test_the_request_envelope_is_the_documents_to_the_letter(workshop: Workshop, host: Host) -> None:
    await workshop.register(host.url)

    await workshop.ran(
        "source-event-id",
        causation_id="upstream-cause-id",
        idempotency_key="host:event:123",
        bot_profile_id="profile-id",
        source={},
    )

    expected = wire("request")
    assert expected == host.seen[0].body
    assert json.dumps(expected, separators=(",", ":")).encode() == host.seen[0].raw


async def test_what_an_event_leaves_out_is_sent_as_null_or_by_its_default(workshop: Workshop, host: Host) -> None:
    await workshop.register(host.url)

    await workshop.ran("e1")

    sent = host.seen[0].body
    assert (sent["causation_id"], sent["runtime_context"]["bot_profile_id"], sent["input"]["source"]) == (None,) * 3
    assert (sent["correlation_id"], sent["idempotency_key"]) == ("e1", "host:event_advisor:e1")


async def test_the_correlation_id_stays_the_same_for_one_business_flow(workshop: Workshop, host: Host) -> None:
    host.answering = lambda _: (200, PROPOSAL)
    await workshop.register(host.url)

    for event in ("first", "second"):
        await workshop.ran(event, correlation_id="flow-7")

    assert [seen.body["correlation_id"] for seen in host.seen] == ["flow-7", "flow-7"]
    assert {each.correlation_id for each in await workshop.proposals()} == {"flow-7"}


async def test_the_causation_id_of_the_immediate_upstream_event_is_preserved(workshop: Workshop, host: Host) -> None:
    await workshop.register(host.url)

    await workshop.ran(correlation_id="flow-7", causation_id="event-6")

    assert host.seen[0].body["causation_id"] == "event-6"


async def test_the_idempotency_key_is_reused_when_the_same_call_is_retried(workshop: Workshop, host: Host) -> None:
    host.will_answer((503, {}), None, (500, {}))
    await workshop.register(host.url)

    run = await workshop.ran()

    assert (run.status, run.attempts) == ("completed", 4)
    assert len({seen.raw for seen in host.seen}) == 1


async def test_the_response_must_match_the_output_schema_pinned_for_the_version(workshop: Workshop, host: Host) -> None:
    host.answering = lambda _: (200, {"effect": "noop", "reason": "Not Eligible"})
    await workshop.register(host.url, version="1", output_schema=PINNED)
    await workshop.register(host.url, version="2")

    strict, loose = await workshop.ran("e1", version="1"), await workshop.ran("e2", version="2")

    assert (strict.status, strict.error and strict.error.code) == ("failed", "schema_mismatch")
    assert loose.status == "completed"


@pytest.mark.parametrize("effect", ["proposal", "reply", "noop"])
async def test_the_runtime_understands_three_normalized_effects(workshop: Workshop, host: Host, effect: str) -> None:
    run = await answered(workshop, host, wire(effect))

    assert (run.status, run.effect, run.output) == ("completed", effect, wire(effect))


async def test_a_fourth_effect_is_none(workshop: Workshop, host: Host) -> None:
    run = await answered(workshop, host, {"effect": "refund", "amount": 10})

    assert (run.status, run.error and run.error.code) == ("failed", "malformed_output")


async def test_the_documents_proposal_is_one(workshop: Workshop, host: Host) -> None:
    run = await answered(workshop, host, wire("proposal"))

    (proposal,) = await workshop.proposals()
    assert (proposal.run, proposal.status, proposal.change.title) == (run.id, "open", "Review this reminder")


async def test_the_documents_reply_is_a_message_in_the_users_conversation(workshop: Workshop, host: Host) -> None:
    run = await answered(workshop, host, wire("reply"))

    (conversation,) = await workshop.stores.conversations.of(Owner(WORKSPACE, UserId("ada")))
    (logged,) = await workshop.journal.read_after(conversation.id, 0)
    assert logged.event == HostReplied(run.id, "event_advisor", "No operator action is required.")


async def test_the_documents_no_operation_makes_nothing(workshop: Workshop, host: Host) -> None:
    await answered(workshop, host, wire("noop"))

    assert await workshop.proposals() == []
    assert await workshop.stores.conversations.of(Owner(WORKSPACE, UserId("ada"))) == []


async def test_domain_fields_belong_inside_payload_or_context_snapshot(workshop: Workshop, host: Host) -> None:
    inside = {**PROPOSAL["proposal"], "payload": {"order": 7}, "context_snapshot": {"days": 3}}
    await answered(workshop, host, {"effect": "proposal", "proposal": inside})
    host.answering = lambda _: (200, {"effect": "proposal", "proposal": {**inside, "order": 7}})

    beside = await workshop.ran("event-2")

    assert (beside.status, beside.error and beside.error.code) == ("failed", "malformed_output")
    assert len(await workshop.proposals()) == 1


async def test_domain_fields_are_stored_without_claiming_their_business_meaning(workshop: Workshop, host: Host) -> None:
    odd: Json = {"effect": "reply", "status": "accepted", "é\0": [None, 1.5, {"deep": [True]}], "1": 2**53}
    given: Json = {**PROPOSAL["proposal"], "payload": odd, "context_snapshot": {"": {}}}

    await answered(workshop, host, {"effect": "proposal", "proposal": given})

    (proposal,) = await workshop.proposals()
    assert (proposal.change.payload, proposal.change.context_snapshot) == (odd, {"": {}})
    assert proposal.status == "open"


@pytest.mark.parametrize(
    "answer",
    [
        pytest.param(b"", id="nothing"),
        pytest.param(b"<html>", id="no JSON"),
        pytest.param([], id="no object"),
        pytest.param({}, id="no effect"),
        pytest.param({"effect": "proposal"}, id="no proposal"),
        pytest.param({"effect": "proposal", "proposal": {**PROPOSAL["proposal"], "title": ""}}, id="no title"),
        pytest.param({"effect": "proposal", "proposal": {**PROPOSAL["proposal"], "payload": []}}, id="no payload"),
        pytest.param({**PROPOSAL, "body": "And a reply."}, id="two effects"),
        pytest.param({**REPLY, "reason": None}, id="a reason beside a reply"),
        pytest.param({"effect": "proposal", "proposal": {**PROPOSAL["proposal"], "title": "x" * 201}}, id="overlong"),
    ],
)
async def test_malformed_output_becomes_a_structured_tool_error_and_makes_no_proposal(
    workshop: Workshop, host: Host, answer: Json
) -> None:
    run = await answered(workshop, host, answer)

    assert (run.status, run.effect, run.output) == ("failed", None, None)
    assert run.error is not None
    assert run.error.code.endswith("_output")
    assert run.error.message
    assert len(host.seen) == 1
    assert await workshop.proposals() == []


@pytest.mark.parametrize(("version", "code"), [("0", "sunset_version"), ("9", "unknown_version")])
async def test_an_unknown_or_sunset_version_is_rejected_before_the_host_is_called(
    workshop: Workshop, host: Host, version: str, code: str
) -> None:
    await workshop.register(host.url, version="0", status="sunset")

    run = await workshop.post(version=version)

    assert (run.status, run.error and run.error.code, run.attempts) == ("rejected", code, 0)
    assert host.seen == []


async def test_a_version_that_is_sunset_while_its_run_waits_is_rejected_too(
    sqlite_database: Database, host: Host
) -> None:
    workshop = equip(sqlite_database, host.address)
    await workshop.register(host.url)
    queued = await workshop.post()
    await workshop.register(host.url, status="sunset")

    async with working(workshop):
        run = await workshop.finished(queued)

    assert (queued.status, run.status, run.error and run.error.code) == ("queued", "rejected", "sunset_version")
    assert host.seen == []


async def test_a_deprecated_version_runs_with_a_warning_trace(workshop: Workshop, host: Host) -> None:
    await workshop.register(host.url, status="deprecated")

    run = await workshop.ran()

    assert (run.status, run.effect) == ("completed", "noop")
    assert warnings(run) == ["Version '1' is deprecated; it still runs."]


async def test_a_transport_failure_gives_no_permission_to_invent_a_result(workshop: Workshop, host: Host) -> None:
    host.answering = lambda _: None
    await workshop.register(host.url)

    run = await workshop.ran()

    assert (run.status, run.effect, run.output, run.attempts) == ("failed", None, None, 4)
    assert run.error is not None
    assert (run.error.code, "may have acted" in run.error.message) == ("unreachable", True)
    assert await workshop.proposals() == []


async def test_the_error_is_recorded_and_the_host_remains_the_source_of_truth(workshop: Workshop, host: Host) -> None:
    down: Json = (500, {})
    host.will_answer(*[down] * 4)
    await workshop.register(host.url)
    failed = await workshop.ran()
    assert (failed.status, failed.error and failed.error.code) == ("failed", "host_fault")
    assert [line.level for line in failed.trace].count("error") == 1

    again = await workshop.finished(await workshop.room.events.retry(WORKSPACE, failed.id))

    assert (again.status, again.output, again.error, again.attempts) == ("completed", NOOP, None, 5)
    assert len({seen.raw for seen in host.seen}) == 1


async def test_next_proposals_are_received_and_reconciled(workshop: Workshop, host: Host) -> None:
    host.answering = lambda seen: (200, PROPOSAL if seen.path == "/events" else {})
    await workshop.register(host.url, decision_url=f"http://{host.address}/decisions")
    await workshop.ran()
    (proposal,) = await workshop.proposals()

    accepted = await workshop.room.decisions.decide(proposal, "accepted", by="user")
    await workshop.idle()
    await workshop.room.decisions.settle(accepted, "applied", None)

    (heard,) = host.of("/decisions")
    assert (heard.body["proposal_id"], heard.body["decision"]) == (proposal.id, "accepted")
    assert [each.status for each in await workshop.proposals()] == ["applied"]
