"""What a turn does next, read off its thread. Pure: the engine carries it out."""

from datetime import datetime, timedelta
from itertools import islice, takewhile
from typing import TypeAlias

from msgspec import Struct

from app.contract.events import AnyEvent, CallAnswered, TurnEnd, TurnEnded
from app.contract.page import PageFacts
from app.contract.tools import Sent
from app.conversations.scope import Scope
from app.conversations.thread import CallState, Step, Turn
from app.tools.answers import ended, expired, never_answered, never_taken, stopped, with_note

UNCLAIMED_SECONDS = 600.0
ELSEWHERE_SECONDS = 10.0
"""How long a call waits for the tab it was sent to before another tab of the conversation may have it."""

AWAITED_SECONDS = 0.5
"""How often to look whether a tab's next document has announced itself."""

OWED_SECONDS = 10.0
"""How long the document that comes after the one that acted has for the answer: it loads and settles first."""

LOOKUPS_AT_ONCE = 4
"""Reads of remote servers that one step may make side by side."""


class Ask(Struct, frozen=True):
    """Ask the model."""


class Run(Struct, frozen=True):
    """Carry calls on, side by side."""

    states: tuple[CallState, ...]


class Write(Struct, frozen=True):
    """Log these events."""

    events: tuple[AnyEvent, ...]


class Rest(Struct, frozen=True):
    """Nothing to do before somebody acts; look again at `until`, if given."""

    until: datetime | None


Move: TypeAlias = Ask | Run | Write | Rest


def next_move(turn: Turn, scope: Scope) -> Move:
    """The next move of a turn that is not over. What would need the page waits while it is being reloaded or left."""
    move = _move(turn, scope)
    if scope.awaited is not None and isinstance(move, Ask | Run):
        return Rest(min(scope.awaited, scope.now + timedelta(seconds=AWAITED_SECONDS)))
    return move


def _move(turn: Turn, scope: Scope) -> Move:
    if turn.stop_requested:
        return Write(stop(turn, "stopped"))
    step = turn.steps[-1] if turn.steps else None
    if step is None or _starts_over(turn, step):
        return Ask()
    if step.finished is None:
        return _interrupted(step, turn)
    pending = next((state for state in step.calls if not state.over), None)
    if pending is not None:
        return _carry_on(pending, step, scope)
    return _after(step, step.finished.stop_reason, turn)


def stop(turn: Turn, end: TurnEnd, reason: str | None = None) -> tuple[AnyEvent, ...]:
    """The turn's last events: an answer for every call left behind, then its end."""
    left = [state for state in turn.calls if not state.over]
    told = stopped if end == "stopped" else ended
    answers = (
        CallAnswered(state.call.id, "failed", told(state.call.name, may_have_happened=state.may_have_happened))
        for state in left
    )
    return (*answers, TurnEnded(turn.id, end, reason))


def _starts_over(turn: Turn, step: Step) -> bool:
    """A retry or continuation that has not asked yet: the last step is from before it."""
    return turn.retried is not None and step.number == turn.resumed_after


def _interrupted(step: Step, turn: Turn) -> Move:
    """A request nobody is reading any more: its process has died. What was shown stays."""
    return Write((TurnEnded(turn.id, "cut", "interrupted"),)) if any(step.texts) else Ask()


def _carry_on(state: CallState, step: Step, scope: Scope) -> Move:
    now = scope.now
    if state.status in {"held", "confirming"}:
        if state.expires_at and state.expires_at <= now:
            return Write((CallAnswered(state.call.id, "expired", expired(state)),))
        return Rest(state.expires_at)
    if state.sent is None or state.sent_at is None:
        return Run(_side_by_side(state, step))
    deadline = _deadline(state, state.sent_at, scope.left)
    if deadline <= now:
        return Write((_late(state, state.sent, scope.facts),))
    elsewhere_at = state.sent_at + timedelta(seconds=ELSEWHERE_SECONDS)
    if state.until is not None or elsewhere_at > now:
        return Rest(min(deadline, elsewhere_at) if state.until is None else deadline)
    return Run((state,)) if scope.facts is not None and scope.tab != state.sent.tab else Rest(deadline)


def _deadline(state: CallState, sent_at: datetime, left: datetime | None) -> datetime:
    """Until when an answer is waited for. One that reads the page has none to come once its document has left."""
    if state.until is None:
        return sent_at + timedelta(seconds=UNCLAIMED_SECONDS)
    if left is None or state.call.kind == "navigate":
        return state.until
    return min(state.until, left if state.call.kind == "content" else left + timedelta(seconds=OWED_SECONDS))


def _side_by_side(first: CallState, step: Step) -> tuple[CallState, ...]:
    """The calls to carry on together: one, or as many reads of remote servers as follow each other."""
    left = (state for state in step.calls if not state.over)
    return tuple(islice(takewhile(lambda state: state.is_lookup, left), LOOKUPS_AT_ONCE)) or (first,)


def _late(state: CallState, sent: Sent, facts: PageFacts | None) -> CallAnswered:
    """A call whose time is up. A claimed navigation has happened as far as anyone can tell."""
    if state.until is None:
        return CallAnswered(state.call.id, "failed", never_taken(state.call.name))
    if state.call.kind == "navigate":
        opened = with_note(f"Opened {sent.order.args['path']}.", facts)
        return CallAnswered(state.call.id, "answered", opened, value={"outcome": "opened"})
    return CallAnswered(state.call.id, "failed", never_answered(state.call.name))


def _after(step: Step, stop_reason: str, turn: Turn) -> Move:
    match stop_reason:
        case "tool_use" if step.calls:
            return Ask()
        case "pause_turn":
            return Ask()
        case "max_tokens" | "model_context_window_exceeded":
            return Write((TurnEnded(turn.id, "overlong", stop_reason),))
        case "refusal":
            return Write((TurnEnded(turn.id, "refused"),))
        case _:
            return Write((TurnEnded(turn.id, "completed"),))
