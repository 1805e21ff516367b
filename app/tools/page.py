"""
The page as a tool source: what it lends is carried out in the browser, by the tab the user wrote from.

A call is sent, claimed by one document and answered once; `app.tools.outcomes` finds the words for the answer.
"""

import hashlib
from collections.abc import Sequence

import msgspec

from app.contract.events import AnyEvent, CallAnswered, CallSent
from app.contract.page import PageAction, PageField, PageTool
from app.contract.tools import Answer, Hold, Lent, PageCall, Sent
from app.conversations.scope import Scope
from app.conversations.thread import CallState
from app.pages.arguments import validate
from app.pages.lent import lent_by_page
from app.pages.renaming import as_controls
from app.tools.answers import no_longer_offers, rejected
from app.tools.lending import lent_spec, offered
from app.tools.targets import Target, target_id, target_of, unknown_id, with_lent_id

_canonical = msgspec.json.Encoder(order="deterministic")


class PageTools:
    """The page's own tools, actions and fields."""

    async def specs(self, scope: Scope) -> tuple[Lent, ...]:
        return lent_by_page(scope.facts)

    async def refusal(self, state: CallState, scope: Scope) -> Answer | None:
        target = _resolve(state, scope)
        return target if isinstance(target, Answer) else None

    async def hold(self, state: CallState, scope: Scope) -> Hold | None:
        match _resolve(state, scope):
            case PageAction(consequential="confirm") as action:
                return Hold(action.name, action.label, action.id)
            case PageTool(consequential=True) as tool:
                return Hold(tool.name, tool.description)
            case _:
                return None

    async def fingerprint(self, state: CallState, scope: Scope) -> str:
        """Over the target as lent now (name, id, label, marker, schema) and the arguments; see contract section 6."""
        match _resolve(state, scope):
            case PageAction() as action:
                bound = ["action", action.name, action.id, action.label, action.consequential]
            case PageTool() as tool:
                bound = ["tool", tool.name, tool.description, tool.parameters, tool.consequential]
            case other:
                bound = [type(other).__name__, msgspec.to_builtins(other)]
        return hashlib.sha256(_canonical.encode([bound, state.call.args])).hexdigest()

    async def run(self, state: CallState, scope: Scope) -> Sequence[AnyEvent]:
        target = _resolve(state, scope)
        if isinstance(target, Answer):
            return [CallAnswered(state.call.id, "failed", target)]
        order = _order(state, target)
        return [CallSent(state.call.id, Sent(scope.tab, order), label=_label(target, state))]


def _resolve(state: CallState, scope: Scope) -> Target | Answer:
    call = state.call
    entry = offered(call, lent_by_page(scope.facts))
    if scope.facts is None or entry is None:
        return no_longer_offers(call.name, scope.facts)
    if unknown := unknown_id(call, scope.facts):
        return unknown
    # What was asked about, or edited, is judged by what the page takes now; the model had what it was lent.
    spec = lent_spec(call, scope, entry) if state.hold is None else entry.spec
    if issues := validate(spec, with_lent_id(call.args, spec)):
        return rejected(call.name, issues)
    return target_of(call, scope.facts)


def _order(state: CallState, target: Target) -> PageCall:
    call = state.call
    ring = _only_rings(target)
    match target:
        case PageTool(renamed=renamed):
            return PageCall(call.id, "tool", call.name, None, as_controls(renamed, call.args), ring=ring)
        case PageAction():
            return PageCall(call.id, "action", call.name, target_id(target), {}, ring=ring)
        case PageField():
            args = {"value": call.args["value"]}
            return PageCall(call.id, "field", call.name, target_id(target), args, ring=ring)


def _only_rings(target: Target) -> bool:
    """Whether a call of it only points it out: the user's to press, or to fill."""
    match target:
        case PageAction(consequential=consequential):
            return consequential is True
        case PageField(consequential=consequential, kind=kind):
            return consequential or kind is None
        case _:
            return False


def _label(target: Target, state: CallState) -> str:
    return target.label if isinstance(target, PageAction | PageField) else state.call.name
