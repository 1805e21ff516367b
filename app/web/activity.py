"""What a plain call says of itself in the fold: the line and the outcome."""

import contextlib
from typing import Final, Literal

import msgspec

from app.conversations.thread import Activity, CallState
from app.tools.answers import UNSURE, never_ran
from app.web.plain import to_plain_line
from app.web.words import CATALOGUE, counted, word

Standing = Literal["running", "over", "failed"]

_MOST_SHOWN: Final = 500
_PAGE_WORDS: Final = frozenset({"action", "field", "navigate"})
"""Kinds whose answer begins with a sentence worth showing; the note behind it is the model's alone."""


class _Error(msgspec.Struct):
    error: str


class _Place(msgspec.Struct):
    to: str
    id: str = ""


def standing(state: CallState) -> Standing:
    """Whether the call runs, is over, or did not work."""
    if state.answer is None:
        return "running"
    return "failed" if state.answer.is_error or state.status in {"failed", "undecided", "expired"} else "over"


def standing_of(activity: Activity) -> Standing:
    """Running while any call runs; failed when the last one did."""
    each: list[Standing] = [standing(state) for state in activity.calls]
    return "running" if "running" in each else each[-1]


def is_unsure(state: CallState) -> bool:
    """Whether nobody can tell if it was done: it was given away, and its answer never came."""
    return standing(state) == "failed" and state.may_have_happened and UNSURE in (outcome(state) or "")


def summary(activity: Activity) -> str:
    """The fold's one line: what is being done; once nothing is, what each call did, none told twice in a row."""
    running = [line(state) for state in activity.calls if standing(state) == "running"]
    if running:
        return running[-1]
    lines = [line(state) for state in activity.calls]
    return " · ".join(now for before, now in zip([None, *lines], lines, strict=False) if now != before)


def line(state: CallState) -> str:
    """A call in one line: `Pressed “Save”`."""
    how: str = standing(state)
    if how == "over" and state.sent and state.sent.order.ring:
        how = "rung"
    if is_unsure(state):
        return word("activity.unsure", label=label(state))
    if state.answer and never_ran(state.call.name, state.answer):
        return word("activity.undone", label=label(state))
    code = f"activity.{state.call.kind}.{how}"
    return word(code if code in CATALOGUE else f"activity.tool.{standing(state)}", label=label(state))


def label(state: CallState) -> str:
    """The name of the place gone to, else what the page calls the thing acted on, else the tool's name."""
    place = _place(state) if state.call.kind == "navigate" else None
    return to_plain_line(place or state.label or state.call.name)


def outcome(state: CallState) -> str | None:
    """What came of the call, in words; None while it runs."""
    if state.answer is None:
        return None
    if state.answer.is_error:
        # A host's own words for a failure are the model's to read.
        return word("activity.told_error") if _is_hosts(state) else _cut(_error(state.answer.text))
    if state.call.kind in _PAGE_WORDS:
        return _cut(state.answer.text.partition("\n\n")[0])
    return counted("activity.answered", len(state.answer.text))


def _is_hosts(state: CallState) -> bool:
    """Whether the answer's words are a host's own, also where it says `{error}` in a success; those are the model's."""
    return state.call.kind == "remote" and state.status == "answered"


def _place(state: CallState) -> str | None:
    """`Order 1042`; None when the model's arguments name no place."""
    with contextlib.suppress(msgspec.ValidationError):
        place = msgspec.convert(state.call.args, _Place)
        return f"{place.to} {place.id}".strip()
    return None


def _error(text: str) -> str:
    """The sentence of an `{error}` answer, without the note that may follow it."""
    try:
        said = msgspec.json.decode(text, type=_Error).error
    except msgspec.MsgspecError:
        said = text
    return said.partition("\n\n")[0]


def _cut(text: str) -> str:
    return to_plain_line(text, limit=_MOST_SHOWN)
