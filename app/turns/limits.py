"""What one turn, and one user's day, may cost. Reaching a limit is said plainly."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Literal

from app.contract.people import Owner
from app.conversations.scope import Scope
from app.conversations.thread import CallState, Turn
from app.ports import Usage
from app.settings import Limits

Limit = Literal["requests", "calls", "minutes", "tokens", "day"]


class Budget:
    """Holds turns to the limits, and keeps the day's account."""

    def __init__(self, limits: Limits, usage: Usage) -> None:
        self._limits = limits
        self._usage = usage

    async def reached(self, scope: Scope) -> Limit | None:
        """The limit that forbids another model request, if one does."""
        of_turn = reached(self._limits, scope.turn, worked=worked(scope.turn, scope.now))
        if of_turn is not None:
            return of_turn
        return "day" if await self.is_spent(scope.owner, scope.now) else None

    async def is_spent(self, owner: Owner, now: datetime) -> bool:
        """Whether the user's day is used up."""
        return await self._usage.spent(owner, _day(now)) >= self._limits.tokens_per_user_per_day

    def forbids(self, states: Sequence[CallState], turn: Turn) -> Limit | None:
        """The limit that calls are beyond, if they are: one model request can hold any number of them."""
        within = {state.call.id for state in turn.calls[: self._limits.calls_per_turn]}
        return None if within.issuperset(state.call.id for state in states) else "calls"

    async def spend(self, owner: Owner, now: datetime, tokens: int) -> None:
        await self._usage.add(owner, _day(now), tokens)


def reached(limits: Limits, turn: Turn, *, worked: timedelta) -> Limit | None:
    """The turn's own limit that it has reached, if it has."""
    if len(turn.steps) >= limits.requests_per_turn:
        return "requests"
    if len(turn.calls) >= limits.calls_per_turn:
        return "calls"
    if worked.total_seconds() >= limits.work_seconds:
        return "minutes"
    return "tokens" if tokens_of(turn) >= limits.tokens_per_turn else None


def tokens_of(turn: Turn) -> int:
    """Tokens a turn has cost so far, in and out."""
    return sum(sum(step.finished.usage.values()) for step in turn.steps if step.finished)


def worked(turn: Turn, now: datetime) -> timedelta:
    """Time since the turn began, or was resumed, less the time it waited for a person."""
    return now - (turn.resumed_at or turn.started_at) - turn.waited(now)


def _day(now: datetime) -> str:
    return now.date().isoformat()
