"""
The gate before anything that matters: a call goes ahead only by one decision, for exactly what was shown.

It wraps any tool source. What is refused anyway is never asked about; what was approved is checked again before
it runs, and does not run when anything the decision was bound to has changed. Then it is asked about anew, with what
changed, where the decision says which asking it answers; else it is told as gone (contract section 6).

An approval may stand for the rest of a conversation, for what the page lends alone and where its workspace allows it.
It is for what the card showed: the same thing with the same arguments, on the same page. Nobody agreed to more by it:
another order's button, or the same tool told something else, is another consequence, and asks.
"""

from collections.abc import Awaitable, Callable, Sequence
from datetime import timedelta
from typing import Final

from msgspec.structs import replace

from app.contract.events import AnyEvent, CallAnswered, CallHeld, CallPreapproved
from app.contract.ids import CallId, WorkspaceId
from app.contract.tools import Answer, CallKind, Change, Hold, Lent
from app.conversations.scope import Scope
from app.conversations.thread import CallState
from app.ports import Workspaces
from app.tools.answers import declined, gone
from app.tools.source import ToolSource

_CAN_STAND: Final[frozenset[CallKind]] = frozenset({"action", "tool"})
"""A remote tool's contract asks each time."""

Allows = Callable[[WorkspaceId], Awaitable[bool]]


async def allows_nothing(_: WorkspaceId) -> bool:
    """No workspace lets an approval stand."""
    return False


def allowed_by(workspaces: Workspaces) -> Allows:
    """As each workspace has chosen."""

    async def allows(workspace: WorkspaceId) -> bool:
        found = await workspaces.get(workspace)
        return found is not None and found.settings.standing_approvals

    return allows


class ApprovalGate:
    """A tool source whose consequential calls wait for the person."""

    def __init__(self, source: ToolSource, *, hold_hours: float, allows: Allows = allows_nothing) -> None:
        """`allows` says whether a workspace lets approvals stand."""
        self._source = source
        self._hold_for = timedelta(hours=hold_hours)
        self._allows = allows

    async def specs(self, scope: Scope) -> tuple[Lent, ...]:
        return await self._source.specs(scope)

    async def refusal(self, state: CallState, scope: Scope) -> Answer | None:
        return await self._source.refusal(state, scope)

    async def hold(self, state: CallState, scope: Scope) -> Hold | Answer | None:
        return await self._source.hold(state, scope)

    async def fingerprint(self, state: CallState, scope: Scope) -> str:
        return await self._source.fingerprint(state, scope)

    async def ask(self, state: CallState, scope: Scope) -> CallHeld | Answer | None:
        """The question about a call; why it can't be asked; None when nothing needs asking."""
        if refused := await self._source.refusal(state, scope):
            return refused
        hold = await self._source.hold(state, scope)
        return await self._held(state, scope, hold) if isinstance(hold, Hold) else hold

    async def run(self, state: CallState, scope: Scope) -> Sequence[AnyEvent]:
        if state.decided is not None:
            return await self._decided(state, scope)
        match await self.ask(state, scope):
            case CallHeld() as held:
                standing = scope.thread.standing_for(held) if held.may_stand else None
                return [held if standing is None else _preapproved(held, standing)]
            case Answer() as refused:
                return [CallAnswered(state.call.id, "failed", refused)]
            case None:
                return await self._source.run(state, scope)

    async def _held(self, state: CallState, scope: Scope, hold: Hold) -> CallHeld:
        facts = scope.facts if state.call.kind != "remote" else None
        return CallHeld(
            state.call.id,
            hold,
            fingerprint=await self._source.fingerprint(state, scope),
            expires_at=scope.now + self._hold_for,
            path=facts.path if facts else None,
            origin=facts.origin if facts else None,
            page=facts.page.name if facts and facts.page else None,
            may_stand=state.call.kind in _CAN_STAND and await self._allows(scope.owner.workspace),
        )

    async def _decided(self, state: CallState, scope: Scope) -> Sequence[AnyEvent]:
        assert state.decided is not None
        if not state.decided.approved:
            return [CallAnswered(state.call.id, "declined", declined(state))]
        same = await self._source.fingerprint(state, scope) == state.fingerprint
        if same and (state.under is None or await self._still_stands(state, state.under, scope)):
            return await self._source.run(state, scope)
        anew = await self._asked_anew(state, scope)
        return [anew or CallAnswered(state.call.id, "failed", gone(state.call, scope.facts))]

    async def _still_stands(self, state: CallState, under: CallId, scope: Scope) -> bool:
        """Neither taken back nor forbidden before the page was given the call."""
        if state.sent is not None:
            return True
        return scope.thread.calls[under].stands and await self._allows(scope.owner.workspace)

    async def _asked_anew(self, state: CallState, scope: Scope) -> CallHeld | None:
        """The question as it is now, with what is different; None when it can't be asked any more."""
        if not state.can_be_asked_anew or not isinstance(held := await self.ask(state, scope), CallHeld):
            return None
        return replace(held, changes=_changes(state, held))


def _preapproved(held: CallHeld, standing: CallState) -> CallPreapproved:
    assert standing.decided is not None
    return CallPreapproved(
        held.call,
        standing.call.id,
        standing.decided.by,
        held.hold,
        held.fingerprint,
        path=held.path,
        origin=held.origin,
        page=held.page,
    )


def _changes(state: CallState, now: CallHeld) -> tuple[Change, ...]:
    if state.fingerprint == now.fingerprint or state.hold is None:
        return ()
    if state.hold.label != now.hold.label:
        return (Change("label", state.hold.label, now.hold.label),)
    return (Change("terms"),)
