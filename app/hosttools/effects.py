"""What a host answered, as the one effect it must be; or what keeps it from being one."""

from typing import Annotated, Final, cast
from unicodedata import category

import jsonschema_rs
import msgspec
from msgspec import Meta, Struct

from app.contract.hosttools import Effect, HostTool, NoopEffect, ProposalEffect, ProposedChange, ReplyEffect, RunError
from app.contract.ids import Json
from app.pages.judging import TooCostly
from app.pages.schemas import issues

MOST_KIND: Final = 100
MOST_TITLE: Final = 200
MOST_BODY: Final = 8_000
MOST_REASON: Final = 500
MOST_CARRIED_BYTES: Final = 64 * 1024

_OWN_KEYS: Final = {"proposal": "proposal", "reply": "body", "noop": "reason"}
"""By effect, the key that is its own."""

_ISSUES: Final = 3


class _Change(Struct, frozen=True, forbid_unknown_fields=True):
    """Domain fields belong inside `payload` and `context_snapshot`; beside them stands nothing else."""

    kind: Annotated[str, Meta(min_length=1)]
    title: Annotated[str, Meta(min_length=1)]
    body: str
    payload: dict[str, Json]
    context_snapshot: dict[str, Json]


class _Proposal(Struct, frozen=True):
    proposal: _Change


class _Reply(Struct, frozen=True):
    body: Annotated[str, Meta(min_length=1)]


class _Noop(Struct, frozen=True):
    reason: str


def effect_of(output: Json, tool: HostTool) -> Effect | RunError:
    """The effect, when the answer fits the pinned schema and is exactly one in the document's form."""
    if said := misfits(output, tool.output_schema):
        return RunError("schema_mismatch", f"The answer does not fit the pinned output schema: {said}.")
    return form_of(output)


def form_of(output: Json) -> Effect | RunError:
    """The effect, when the answer is exactly one in the document's form."""
    answer = cast("dict[str, Json]", output) if isinstance(output, dict) else {}
    kind = answer.get("effect")
    if not isinstance(kind, str) or kind not in _OWN_KEYS:
        return RunError("malformed_output", "The answer is none of the effects 'proposal', 'reply' and 'noop'.")
    beside = [key for effect, key in _OWN_KEYS.items() if effect != kind and key in answer]
    if beside:
        return RunError("ambiguous_output", f"The answer is a {kind}, but has a {beside[0]!r} beside it.")
    try:
        return _read(kind, answer)
    except msgspec.ValidationError as fault:
        return RunError("malformed_output", f"The {kind} is not in the document's form: {_said(fault)}.")


def misfits(value: Json, schema: dict[str, Json]) -> str:
    """Where a value breaks a schema, and by which keyword; never the value itself. Empty when it fits."""
    try:
        found = sorted(_issue(error) for error in issues(schema, value))
    except TooCostly:
        return "judging it would take too long"
    more = f" and {len(found) - _ISSUES} more" if len(found) > _ISSUES else ""
    return "; ".join(found[:_ISSUES]) + more


def _read(kind: str, answer: dict[str, Json]) -> Effect | RunError:
    match kind:
        case "proposal":
            change = msgspec.convert(answer, _Proposal).proposal
            return _faulty_change(change) or ProposalEffect(
                ProposedChange(change.kind, change.title, change.body, change.payload, change.context_snapshot)
            )
        case "reply":
            body = msgspec.convert(answer, _Reply).body
            return _silent("body", body) or _overlong("body", body, MOST_BODY) or ReplyEffect(body)
        case _:
            reason = msgspec.convert(answer, _Noop).reason
            return _overlong("reason", reason, MOST_REASON) or NoopEffect(reason)


def _faulty_change(change: _Change) -> RunError | None:
    if fault := _silent("kind", change.kind) or _silent("title", change.title):
        return fault
    texts = (("kind", change.kind, MOST_KIND), ("title", change.title, MOST_TITLE), ("body", change.body, MOST_BODY))
    for name, text, most in texts:
        if fault := _overlong(name, text, most):
            return fault
    for name, carried in (("payload", change.payload), ("context_snapshot", change.context_snapshot)):
        if (size := len(msgspec.json.encode(carried))) > MOST_CARRIED_BYTES:
            return RunError("overlong_output", f"The {name} has {size:,} bytes; {MOST_CARRIED_BYTES:,} are the most.")
    return None


def _silent(name: str, text: str) -> RunError | None:
    """What has no letter, digit, mark or sign, such as spaces and what has no width, is nothing a person could read."""
    if any(category(character)[0] in "LNPS" for character in text):
        return None
    return RunError("malformed_output", f"The {name} says nothing.")


def _overlong(name: str, text: str, most: int) -> RunError | None:
    if len(text) <= most:
        return None
    return RunError("overlong_output", f"The {name} has {len(text):,} characters; {most:,} are the most.")


def _issue(error: jsonschema_rs.ValidationError) -> str:
    where = ".".join(str(step) for step in error.instance_path)[:100] or "the whole"
    keyword = next((str(step) for step in reversed(error.schema_path) if isinstance(step, str)), "schema")
    return f"{where} ({keyword[:100]})"


def _said(fault: msgspec.ValidationError) -> str:
    """In words of msgspec's, which name types, lengths and paths, and quote no value but an unknown field's name."""
    return str(fault).replace("`", "'")[:300]
