"""
From what the page says became of a call to the answer the model reads.

The page reports an outcome; the sentences are the model-context document's and are found here.
"""

from collections.abc import Callable
from http import HTTPStatus

from msgspec import Struct

from app.contract.events import CallAnswered
from app.contract.ids import Json
from app.contract.page import FieldValue, Kind, PageFacts
from app.contract.tools import Answer, CallKind, CallStatus, Outcome, PageAnswer, PageCall
from app.conversations.thread import CallState
from app.errors import Unacceptable
from app.pages.values import shown_value
from app.tools.answers import error, returned, with_note

_POSSIBLE: dict[CallKind, frozenset[Outcome]] = {
    "action": frozenset({"pressed", "rung", "missing", "disabled", "failed"}),
    "field": frozenset({"filled", "refused", "rung", "missing", "disabled", "readonly", "failed"}),
    "tool": frozenset({"returned", "failed", "missing", "disabled"}),
    "content": frozenset({"returned", "failed", "missing"}),
    "navigate": frozenset({"opened", "failed"}),
}


class _Happened(Struct, frozen=True):
    """Everything the words are made of."""

    state: CallState
    order: PageCall
    answer: PageAnswer
    facts: PageFacts | None

    @property
    def quoted(self) -> str:
        return f'"{self.state.label}"'


def answered(state: CallState, answer: PageAnswer, facts: PageFacts | None) -> CallAnswered:
    """
    The event that ends a page call.

    facts: what is open after the act.

    Raises:
        Unacceptable: The outcome is none that a call of this kind can have.
    """
    assert state.sent is not None
    order = state.sent.order
    if answer.outcome not in _POSSIBLE[state.call.kind] or (order.ring and answer.outcome in {"pressed", "filled"}):
        allowed = ", ".join(sorted(_POSSIBLE[state.call.kind]))
        raise Unacceptable(
            f"A call of kind {state.call.kind!r} can't come to {answer.outcome!r}; it may be: {allowed}."
        )
    words = _WORDS[answer.outcome](_Happened(state, order, answer, facts))
    status: CallStatus = "failed" if words.is_error else "answered"
    return CallAnswered(state.call.id, status, words, value=_kept(answer))


def _kept(answer: PageAnswer) -> Json:
    """What the log keeps beside the words, for the panel: the outcome."""
    return {"outcome": answer.outcome}


def _pressed(happened: _Happened) -> Answer:
    approved = "Approved by the user and pressed" if happened.state.decided else "Pressed"
    return with_note(f"{approved} {happened.quoted}.", happened.facts)


def _opened(happened: _Happened) -> Answer:
    return with_note(f"Opened {happened.order.args['path']}.", happened.facts)


def _rung(happened: _Happened) -> Answer:
    theirs = "filling" if happened.state.call.kind == "field" else "pressing"
    return Answer(f"Rang {happened.quoted} for the user; {theirs} it is theirs.")


def _refused(happened: _Happened) -> str:
    said = f"{happened.quoted} did not take that: it still says {_value(happened)}."
    own = (happened.answer.message or "").strip()
    return f"{said} {own}" if own else said


def _failed(happened: _Happened) -> str:
    status, message = happened.answer.status, (happened.answer.message or "").strip()
    if happened.state.call.kind == "action" and status:
        return f"Pressed {happened.quoted}, but the page answered {status}."
    if status:
        return f"{happened.state.call.name} failed: {status} {_reason(status)}".rstrip()
    if not message and (argument := happened.answer.argument):
        return f'{happened.state.call.name} failed: "{argument}" did not take that.'
    return f"{happened.state.call.name} failed: {message or 'the page could not say why'}"


def _reason(status: int) -> str:
    return HTTPStatus(status).phrase if status in HTTPStatus._value2member_map_ else ""


def _value(happened: _Happened) -> str:
    return shown_value(_kind(happened), _field_value(happened.answer.value))


def _kind(happened: _Happened) -> Kind | None:
    """The field's kind as the page tells it after the act; the value's own shape when the field has left."""
    order, facts = happened.order, happened.facts
    for field in facts.fields if facts else ():
        if field.name == order.name and field.id == order.target:
            return field.kind
    value = happened.answer.value
    return "checkbox" if isinstance(value, bool) else "choices" if isinstance(value, list) else "text"


def _field_value(value: Json) -> FieldValue:
    match value:
        case bool() | str() | None:
            return value
        case list():
            return tuple(str(entry) for entry in value)  # pyright: ignore[reportUnknownArgumentType, reportUnknownVariableType]
        case _:
            return str(value)


_WORDS: dict[Outcome, Callable[[_Happened], Answer]] = {
    "pressed": _pressed,
    "opened": _opened,
    "rung": _rung,
    "filled": lambda happened: Answer(f"Filled {happened.quoted}; it now says {_value(happened)}."),
    "refused": lambda happened: error(_refused(happened)),
    "returned": lambda happened: returned(happened.answer.value),
    "failed": lambda happened: error(_failed(happened)),
    "missing": lambda happened: error(f"{happened.quoted} isn't showing."),
    "disabled": lambda happened: error(f"{happened.quoted} is disabled right now."),
    "readonly": lambda happened: error(f"{happened.quoted} is read-only right now."),
}
