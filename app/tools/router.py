"""
From a call to the source that carries it out.

A call's source is the one that lends its name now. One that nobody lends any more, or nobody ever lent, is
answered here, so that every call gets exactly one answer.
"""

import asyncio
from collections.abc import Sequence

from app.contract.events import AnyEvent, CallAnswered, CallHeld, RemoteLent
from app.contract.ids import CallId, Json, TurnId
from app.contract.tools import Answer, CallKind, Lent, ProposedCall
from app.conversations.scope import Scope
from app.conversations.thread import CallState, Thread
from app.tools.answers import error, gone, rejected
from app.tools.gate import ApprovalGate
from app.tools.remote.display import within_limits
from app.tools.remote.preparation import Preparation


class Router:
    """Asks its sources in order; the first that lends a name has it."""

    def __init__(self, sources: Sequence[ApprovalGate], preparation: Preparation) -> None:
        self._sources = tuple(sources)
        self._preparation = preparation

    async def prepare(self, scope: Scope) -> RemoteLent | None:
        """What has to be asked elsewhere before a turn can be lent anything; None when nothing has."""
        return await self._preparation.lent(scope)

    async def lent(self, scope: Scope) -> tuple[Lent, ...]:
        """Everything on offer now, each name once, in the sources' order."""
        found: dict[str, Lent] = {}
        for source in self._sources:
            for lent in await source.specs(scope):
                found.setdefault(lent.spec.name, lent)
        return tuple(found.values())

    async def run(self, states: Sequence[CallState], scope: Scope) -> Sequence[AnyEvent]:
        """The events that carry calls on, side by side, in the calls' order: each is held, sent or answered."""
        carried_on = await asyncio.gather(*(self._run(state, scope) for state in states))
        return within_limits([event for events in carried_on for event in events], scope.turn.calls)

    async def ask(self, state: CallState, scope: Scope) -> CallHeld | Answer | None:
        """The question about a call as it stands; why it can't be asked; None when nothing needs asking."""
        source = await self._source_of(state, scope)
        return await source.ask(state, scope) if source else _not_offered(state, scope)

    async def _run(self, state: CallState, scope: Scope) -> Sequence[AnyEvent]:
        if state.broken is not None:
            return [CallAnswered(state.call.id, "failed", rejected(state.call.name, [state.broken]))]
        if source := await self._source_of(state, scope):
            return await source.run(state, scope)
        return [CallAnswered(state.call.id, "failed", _not_offered(state, scope))]

    async def _source_of(self, state: CallState, scope: Scope) -> ApprovalGate | None:
        for source in self._sources:
            if any(_is_of(state, lent) for lent in await source.specs(scope)):
                return source
        return None


def proposed(call: CallId, turn: TurnId, block: dict[str, Json], thread: Thread) -> ProposedCall:
    """A finished `tool_use` block as a call. Its kind is what its name was last lent as."""
    name = str(block["name"])
    kind: CallKind = thread.ever_lent.get(name, "unknown")
    return ProposedCall(call, turn, str(block["id"]), name, kind, block["input"])


def _is_of(state: CallState, lent: Lent) -> bool:
    """By its own name for a page's tool; a remote one is known by its host's, whatever it is lent as by now."""
    return lent.remote == state.remote.key if state.remote else lent.spec.name == state.call.name


def _not_offered(state: CallState, scope: Scope) -> Answer:
    if state.call.name in scope.thread.ever_lent:
        return gone(state.call, scope.facts)
    return error(f'There is no tool named "{state.call.name}".')
