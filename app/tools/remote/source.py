"""
Remote servers as a tool source: a `get` runs at once, all else after the host's preview and the person's word.

A call is sent in two moves: it is logged as started, and then, by the process that logged it, sent. So one that was
started by a process that is gone may have happened; it is answered so, and never sent again.
"""

import hashlib
import secrets
from collections.abc import Sequence

import msgspec

from app.contract.events import AnyEvent, CallAnswered, CallStarted
from app.contract.ids import CallId
from app.contract.remote import Integration, RemoteTool
from app.contract.tools import Answer, Hold, Lent, ToolSpec
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

    async def fingerprint(self, state: CallState, scope: Scope) -> str:  # noqa: ARG002 - bound to what the turn was lent
        """Over the definition as it was lent, and the arguments. What the host defines now is asked before it runs."""
        bound = [state.remote.key, state.remote.digest] if state.remote else []
        return hashlib.sha256(_canonical.encode([bound, state.call.args])).hexdigest()

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
        """What was decided on is looked at once more: it does not run when it is defined in another way now."""
        if not state.is_lookup and (refused := await self._changed(tool, server, state, scope)):
            return _over(state, refused)
        self._unsent.add(state.call.id)
        return CallStarted(state.call.id, self._me)

    async def _changed(self, tool: RemoteTool, server: Integration, state: CallState, scope: Scope) -> Answer | None:
        try:
            offer = await self._servers.tools(server, _execution(state, scope))
        except RemoteFault as fault:
            return failed(state.call.name, fault)
        now = next((each for each in offer.tools if each.key == tool.key), None)
        return None if now and now.digest == tool.digest else gone(state.call, scope.facts)

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


def _over(state: CallState, answer: Answer) -> CallAnswered:
    return CallAnswered(state.call.id, "failed", answer)
