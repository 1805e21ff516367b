"""
From a call to the source that carries it out.

A call's source is the one that lends its name now. One that nobody lends any more, or nobody ever lent, is
answered here, so that every call gets exactly one answer.
"""

from collections.abc import Sequence

from app.contract.events import AnyEvent, CallAnswered
from app.contract.ids import CallId, Json, TurnId
from app.contract.tools import Answer, CallKind, Lent, ProposedCall
from app.conversations.scope import Scope
from app.conversations.thread import CallState, Thread
from app.tools.answers import error, no_longer_offers, rejected
from app.tools.source import ToolSource


class Router:
    """Asks its sources in order; the first that lends a name has it."""

    def __init__(self, sources: Sequence[ToolSource]) -> None:
        self._sources = tuple(sources)

    async def lent(self, scope: Scope) -> tuple[Lent, ...]:
        """Everything on offer now, each name once, in the sources' order."""
        found: dict[str, Lent] = {}
        for source in self._sources:
            for lent in await source.specs(scope):
                found.setdefault(lent.spec.name, lent)
        return tuple(found.values())

    async def run(self, state: CallState, scope: Scope) -> Sequence[AnyEvent]:
        """The events that carry a call on: it is held, sent or answered."""
        if state.broken is not None:
            return [CallAnswered(state.call.id, "failed", rejected(state.call.name, [state.broken]))]
        for source in self._sources:
            if any(lent.spec.name == state.call.name for lent in await source.specs(scope)):
                return await source.run(state, scope)
        return [CallAnswered(state.call.id, "failed", _not_offered(state, scope))]


def proposed(call: CallId, turn: TurnId, block: dict[str, Json], thread: Thread) -> ProposedCall:
    """A finished `tool_use` block as a call. Its kind is what its name was last lent as."""
    name = str(block["name"])
    kind: CallKind = thread.ever_lent.get(name, "unknown")
    return ProposedCall(call, turn, str(block["id"]), name, kind, block["input"])


def _not_offered(state: CallState, scope: Scope) -> Answer:
    if state.call.name in scope.thread.ever_lent:
        return no_longer_offers(state.call.name, scope.facts)
    return error(f'There is no tool named "{state.call.name}".')
