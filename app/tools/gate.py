"""
The gate before anything that matters: a call goes ahead only by one decision, for exactly what was shown.

It wraps any tool source. What is refused anyway is never asked about; what was approved is checked again before
it runs, and does not run when anything the decision was bound to has changed.
"""

from collections.abc import Sequence
from datetime import timedelta

from app.contract.events import AnyEvent, CallAnswered, CallHeld
from app.contract.tools import Answer, Hold, Lent
from app.conversations.scope import Scope
from app.conversations.thread import CallState
from app.tools.answers import declined, gone
from app.tools.source import ToolSource


class ApprovalGate:
    """A tool source whose consequential calls wait for the person."""

    def __init__(self, source: ToolSource, *, hold_hours: float) -> None:
        self._source = source
        self._hold_for = timedelta(hours=hold_hours)

    async def specs(self, scope: Scope) -> tuple[Lent, ...]:
        return await self._source.specs(scope)

    async def refusal(self, state: CallState, scope: Scope) -> Answer | None:
        return await self._source.refusal(state, scope)

    async def hold(self, state: CallState, scope: Scope) -> Hold | Answer | None:
        return await self._source.hold(state, scope)

    async def fingerprint(self, state: CallState, scope: Scope) -> str:
        return await self._source.fingerprint(state, scope)

    async def run(self, state: CallState, scope: Scope) -> Sequence[AnyEvent]:
        if state.decided is not None:
            return await self._decided(state, scope)
        if refused := await self._source.refusal(state, scope):
            return [CallAnswered(state.call.id, "failed", refused)]
        match await self._source.hold(state, scope):
            case Hold() as hold:
                return [await self._held(state, scope, hold)]
            case Answer() as unaskable:
                return [CallAnswered(state.call.id, "failed", unaskable)]
            case None:
                return await self._source.run(state, scope)

    async def _held(self, state: CallState, scope: Scope, hold: Hold) -> CallHeld:
        return CallHeld(
            state.call.id,
            hold,
            fingerprint=await self._source.fingerprint(state, scope),
            expires_at=scope.now + self._hold_for,
            path=scope.facts.path if scope.facts and state.call.kind != "remote" else None,
        )

    async def _decided(self, state: CallState, scope: Scope) -> Sequence[AnyEvent]:
        assert state.decided is not None
        if not state.decided.approved:
            return [CallAnswered(state.call.id, "declined", declined(state))]
        if await self._source.fingerprint(state, scope) != state.fingerprint:
            return [CallAnswered(state.call.id, "failed", gone(state.call, scope.facts))]
        return await self._source.run(state, scope)
