"""What one turn, and one user's day, may cost. Reaching a limit is said plainly."""

from datetime import datetime, timedelta
from typing import Literal

from app.conversations.thread import Turn
from app.settings import Limits

Limit = Literal["requests", "calls", "minutes", "tokens", "day"]


def reached(limits: Limits, turn: Turn, *, worked: timedelta, spent_today: int) -> Limit | None:
    """The limit that forbids another model request, if one does."""
    tokens = tokens_of(turn)
    if len(turn.steps) >= limits.requests_per_turn:
        return "requests"
    if len(turn.calls) >= limits.calls_per_turn:
        return "calls"
    if worked.total_seconds() >= limits.work_seconds:
        return "minutes"
    if tokens >= limits.tokens_per_turn:
        return "tokens"
    return "day" if spent_today >= limits.tokens_per_user_per_day else None


def tokens_of(turn: Turn) -> int:
    """Tokens a turn has cost so far, in and out."""
    return sum(sum(step.finished.usage.values()) for step in turn.steps if step.finished)


def worked(turn: Turn, now: datetime) -> timedelta:
    """Time since the turn began, or was resumed, less the time it waited for a person."""
    return now - (turn.resumed_at or turn.started_at) - turn.waited(now)
