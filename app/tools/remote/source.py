"""
Remote servers as a tool source: a `get` runs at once, all else after the host's preview and the person's word.

A call is sent in two moves: it is logged as started, and then, by the process that logged it, sent. So one that was
started by a process that is gone may have happened; it is answered so, and never sent again.
"""

import hashlib
import secrets
from collections.abc import Sequence
from datetime import timedelta
from typing import Final

import msgspec

from app.contract.events import AnyEvent, CallAnswered, CallHeld, CallStarted
from app.contract.ids import CallId, Json
from app.contract.remote import Integration, RemoteTool
from app.contract.tools import Answer, Change, Hold, Lent, ToolSpec
from app.conversations.scope import Scope
from app.conversations.thread import CallState
from app.pages.arguments import validate
from app.pages.builtins import NAMES
from app.pages.lent import lent_by_page
from app.ports import Integrations
from app.tools.answers import gone, never_answered, rejected, returned
from app.tools.remote.display import split
from app.tools.remote.faults import RemoteFault
from app.tools.remote.names import lent_remote
from app.tools.remote.servers import Execution, Order, RemoteServers
from app.tools.remote.words import failed, not_previewed

PREVIEW_STANDS: Final = timedelta(minutes=1)
"""How long a host's preview is taken for what it would still say."""

_canonical = msgspec.json.Encoder(order="deterministic")


class RemoteTools:
    """The tools that a workspace's integrations lend a turn."""

    def __init__(self, integrations: Integrations, servers: RemoteServers) -> None:
        self._integrations = integrations
        self._servers = servers
        self._me = secrets.token_hex(8)
        self._unsent: set[CallId] = set()
        """What this process has said it starts, and has not sent yet."""

    async def specs(self, scope: Scope) -> tuple[Lent, ...]:
        taken = {*NAMES, *(lent.spec.name for lent in lent_by_page(scope.facts))}
        return lent_remote(scope.turn.remote_tools, taken)

    async def refusal(self, state: CallState, scope: Scope) -> Answer | None:
        tool = state.remote
        if tool is None or await self._server(tool, scope) is None:
            return gone(state.call, scope.facts)
        spec = ToolSpec(state.call.name, tool.description, tool.input_schema)
        issues = validate(spec, state.call.args)
        return rejected(state.call.name, issues) if issues else None

    async def hold(self, state: CallState, scope: Scope) -> Hold | Answer | None:
        """Ask with the host's own preview; without one there is nothing to ask about."""
        tool = state.remote
        server = await self._server(tool, scope) if tool else None
        if tool is None or server is None or state.is_lookup:
            return None
        try:
            preview = await self._servers.preview(server, _order(tool, state, scope))
        except RemoteFault:
            return not_previewed(state.call.name)
        return Hold(state.call.name, preview)

    async def fingerprint(self, state: CallState, scope: Scope) -> str:
        """
        Over the definition as it was lent, where it is, and the arguments.

        What the host defines now is asked before it runs.
        """
        tool = state.remote
        server = await self._server(tool, scope) if tool else None
        return _fingerprint(tool, server, state.call.args)

    async def run(self, state: CallState, scope: Scope) -> Sequence[AnyEvent]:
        tool = state.remote
        server = await self._server(tool, scope) if tool else None
        if tool is None or server is None:
            return [_over(state, gone(state.call, scope.facts))]
        if state.started is None:
            return [await self._started(tool, server, state, scope)]
        if not self._may_send(state):
            return [_over(state, never_answered(state.call.name))]
        return [await self._executed(tool, server, state, scope)]

    async def _started(self, tool: RemoteTool, server: Integration, state: CallState, scope: Scope) -> AnyEvent:
        """What was decided on is looked at once more: it does not run when it is another thing now."""
        if not state.is_lookup and (changed := await self._changed(tool, server, state, scope)):
            return changed
        self._unsent.add(state.call.id)
        return CallStarted(state.call.id, self._me)

    async def _changed(self, tool: RemoteTool, server: Integration, state: CallState, scope: Scope) -> AnyEvent | None:
        try:
            offer = await self._servers.tools(server, _execution(state, scope))
        except RemoteFault as fault:
            return _over(state, failed(state.call.name, fault))
        now = next((each for each in offer.tools if each.key == tool.key), None)
        if now and now.digest == tool.digest:
            return await self._asked_anew(now, server, state, scope) if _is_stale(state, scope) else None
        anew = await self._asked_anew(now, server, state, scope) if now and _can_ask(now, state) else None
        return anew or _over(state, gone(state.call, scope.facts))

    async def _asked_anew(
        self, now: RemoteTool, server: Integration, state: CallState, scope: Scope
    ) -> CallHeld | None:
        """The question as it is now, with what is different; None when nothing is, or the host has no words for it."""
        assert state.hold is not None
        try:
            preview = await self._servers.preview(server, _order(now, state, scope))
        except RemoteFault:
            return None
        changes = _changes(state, now, preview)
        if not changes:
            return None
        fingerprint = _fingerprint(now, server, state.call.args)
        until = scope.now + state.asks_for
        return CallHeld(state.call.id, Hold(state.call.name, preview), fingerprint, until, remote=now, changes=changes)

    def _may_send(self, state: CallState) -> bool:
        """Reading twice does no harm; anything else is sent only by the process that said so, and only once."""
        mine = state.started == self._me and state.call.id in self._unsent
        self._unsent.discard(state.call.id)
        return mine or state.is_lookup

    async def _executed(self, tool: RemoteTool, server: Integration, state: CallState, scope: Scope) -> AnyEvent:
        try:
            output = await self._servers.execute(server, _order(tool, state, scope))
        except RemoteFault as fault:
            return _over(state, failed(state.call.name, fault))
        facts, display = split(output, self._servers.may_ask)
        return CallAnswered(state.call.id, "answered", returned(facts), display=display)

    async def _server(self, tool: RemoteTool, scope: Scope) -> Integration | None:
        """The tool's integration, while it is connected and allows the tool."""
        found = await self._integrations.get(scope.owner.workspace, tool.key.provider)
        return found if found and found.allows(tool.key.name) else None


def _order(tool: RemoteTool, state: CallState, scope: Scope) -> Order:
    return Order(tool.key.name, state.call.id, state.call.args, _execution(state, scope))


def _execution(state: CallState, scope: Scope) -> Execution:
    """Whose it is. The permissions are the deciding token's, once somebody has decided."""
    permissions = state.decided.permissions if state.decided else scope.permissions
    request = scope.turn.remote.request_id if scope.turn.remote else ""
    return Execution(scope.owner.workspace, scope.owner.user, permissions, request_id=request)


def _fingerprint(tool: RemoteTool | None, server: Integration | None, args: Json) -> str:
    bound = [tool.key, tool.digest, server.base_url if server else None] if tool else []
    return hashlib.sha256(_canonical.encode([bound, args])).hexdigest()


def _is_stale(state: CallState, scope: Scope) -> bool:
    """
    Whether the preview is too old to go by unseen.

    One that was just shown stands: some hosts tell the time in theirs, and would be asked about for ever.
    """
    return state.can_be_asked_anew and state.asked_at is not None and scope.now - state.asked_at > PREVIEW_STANDS


def _can_ask(now: RemoteTool, state: CallState) -> bool:
    fits = not validate(ToolSpec(state.call.name, now.description, now.input_schema), state.call.args)
    return state.can_be_asked_anew and now.verb != "get" and fits


def _changes(state: CallState, now: RemoteTool, preview: str) -> tuple[Change, ...]:
    assert state.hold is not None
    assert state.remote is not None
    before = state.remote
    told = (
        Change("label", state.hold.label, preview),
        Change("verb", before.verb, now.verb),
        Change("description", before.description, now.description),
    )
    changes = tuple(change for change in told if change.before != change.now)
    return changes or ((Change("terms"),) if before.digest != now.digest else ())


def _over(state: CallState, answer: Answer) -> CallAnswered:
    return CallAnswered(state.call.id, "failed", answer)
