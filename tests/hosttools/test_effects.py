"""An answer is exactly one effect in the document's form, or it is a fault with a name that quotes nothing of it."""

import pytest

from app.contract.hosttools import HostTool, NoopEffect, ProposalEffect, ProposedChange, ReplyEffect, RunError
from app.contract.ids import BindingId, Json, WorkspaceId
from app.hosttools.effects import (
    MOST_BODY,
    MOST_CARRIED_BYTES,
    MOST_KIND,
    MOST_REASON,
    MOST_TITLE,
    effect_of,
)
from tests.hosttools.host import NOOP, PROPOSAL, REPLY

CHANGE: Json = PROPOSAL["proposal"]
SECRET = "hunter2-hunter2"


def tool(schema: Json) -> HostTool:
    return HostTool(WorkspaceId("ws_1"), BindingId("b"), "1", "b", "https://h.example", "active", {}, schema)


def judged(output: Json, schema: Json = None) -> Json:
    return effect_of(output, tool(schema or {}))


def code(output: Json, schema: Json = None) -> str:
    fault = judged(output, schema)
    assert isinstance(fault, RunError), fault
    return fault.code


def proposing(**changed: Json) -> Json:
    return {"effect": "proposal", "proposal": {**CHANGE, **changed}}


def without(key: str) -> Json:
    return {"effect": "proposal", "proposal": {name: value for name, value in CHANGE.items() if name != key}}


def test_each_effect_is_read() -> None:
    assert judged(PROPOSAL) == ProposalEffect(ProposedChange(**CHANGE))
    assert judged(REPLY) == ReplyEffect("No operator action is required.")
    assert judged(NOOP) == NoopEffect("not_eligible")


def test_keys_that_are_no_effects_own_are_the_schemas_business() -> None:
    closed: Json = {"properties": {"effect": {}, "reason": {}}, "additionalProperties": False}

    assert judged({**NOOP, "trace_id": 7}) == NoopEffect("not_eligible")
    assert code({**NOOP, "trace_id": 7}, closed) == "schema_mismatch"


@pytest.mark.parametrize("key", ["kind", "title", "body", "payload", "context_snapshot"])
def test_a_proposal_has_all_five_of_its_parts(key: str) -> None:
    assert code(without(key)) == "malformed_output"
    assert code(proposing(**{key: None})) == "malformed_output"
    assert code(proposing(**{key: 7})) == "malformed_output"


@pytest.mark.parametrize(
    "output",
    [
        None,
        "noop",
        ["noop"],
        {"effect": None},
        {"effect": "NOOP", "reason": "x"},
        {"effect": "noop"},
        {"effect": "noop", "reason": 1},
        {"effect": "reply"},
        {"effect": "reply", "body": ""},
        {"effect": "reply", "body": ["x"]},
        {"effect": "reply", "body": " \n\t\u00a0\u200b\u0000\ufeff"},
        proposing(title=" \u200b"),
        proposing(kind="\t"),
        {"effect": "proposal", "proposal": [CHANGE]},
        {"effect": ["noop"], "reason": "x"},
        proposing(id="p_1"),
        proposing(status="accepted"),
    ],
)
def test_what_is_not_in_the_documents_form_is_malformed(output: Json) -> None:
    assert code(output) == "malformed_output"


@pytest.mark.parametrize(
    "output",
    [
        {**PROPOSAL, "body": "x"},
        {**PROPOSAL, "reason": "x"},
        {**REPLY, "proposal": CHANGE},
        {**REPLY, "proposal": None},
        {**REPLY, "reason": "x"},
        {**NOOP, "body": "x"},
        {**NOOP, "proposal": CHANGE},
    ],
)
def test_another_effects_own_key_beside_it_is_ambiguous(output: Json) -> None:
    assert code(output) == "ambiguous_output"


@pytest.mark.parametrize(
    ("longest", "longer"),
    [
        (proposing(kind="x" * MOST_KIND), proposing(kind="x" * (MOST_KIND + 1))),
        (proposing(title="é" * MOST_TITLE), proposing(title="é" * (MOST_TITLE + 1))),
        (proposing(body="x" * MOST_BODY), proposing(body="x" * (MOST_BODY + 1))),
        (
            proposing(payload={"a": "x" * (MOST_CARRIED_BYTES - 8)}),
            proposing(payload={"a": "x" * (MOST_CARRIED_BYTES - 7)}),
        ),
        (proposing(context_snapshot={}), proposing(context_snapshot={"a": "é" * (MOST_CARRIED_BYTES // 2)})),
        ({"effect": "reply", "body": "x" * MOST_BODY}, {"effect": "reply", "body": "x" * (MOST_BODY + 1)}),
        ({"effect": "noop", "reason": "x" * MOST_REASON}, {"effect": "noop", "reason": "x" * (MOST_REASON + 1)}),
    ],
)
def test_what_is_longer_than_a_person_would_read_is_overlong(longest: Json, longer: Json) -> None:
    assert not isinstance(judged(longest), RunError)
    assert code(longer) == "overlong_output"


@pytest.mark.parametrize(
    ("schema", "where"),
    [
        ({"properties": {"reason": {"enum": ["not_eligible"]}}}, "reason (enum)"),
        ({"required": ["because"]}, "the whole (required)"),
        ({"properties": {"effect": {"const": "reply"}}}, "effect (const)"),
        ({"properties": {"reason": {"pattern": "^[0-9]+$"}}}, "reason (pattern)"),
        (False, ""),
    ],
)
def test_a_broken_schema_is_named_and_the_answer_is_not_quoted(schema: Json, where: str) -> None:
    fault = judged({"effect": "noop", "reason": SECRET}, schema if schema is not False else {"not": {}})

    assert isinstance(fault, RunError)
    assert fault.code == "schema_mismatch"
    assert where in fault.message
    assert SECRET not in fault.message


def test_a_malformed_effect_is_told_without_its_values() -> None:
    fault = judged(proposing(kind=SECRET, title=7, body=[SECRET]))

    assert isinstance(fault, RunError)
    assert SECRET not in fault.message


def test_an_answer_that_breaks_a_schema_everywhere_is_told_shortly() -> None:
    schema: Json = {"additionalProperties": {"type": "integer"}}

    fault = judged({f"key{number}": "x" for number in range(1_000)}, schema)

    assert isinstance(fault, RunError)
    assert "and 997 more" in fault.message
    assert len(fault.message) < 300
