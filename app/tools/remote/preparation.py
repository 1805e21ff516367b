"""What a turn starts with: the tools and the context of all the workspace's integrations, asked for side by side."""

import asyncio
from collections.abc import Sequence

import structlog
from msgspec import Struct

from app.contract.events import RemoteLent
from app.contract.ids import TurnId
from app.contract.remote import Integration, RemoteContext, RemoteTool
from app.conversations.scope import Scope
from app.ports import Integrations
from app.tools.remote.faults import RemoteFault
from app.tools.remote.servers import Execution, RemoteServers

_log = structlog.get_logger("app.remote")


class _Lending(Struct, frozen=True):
    """What one integration brings to the turn."""

    tools: tuple[RemoteTool, ...]
    context: RemoteContext | None


class Preparation:
    """Asks integrations at the beginning of a turn."""

    def __init__(self, integrations: Integrations, servers: RemoteServers) -> None:
        self._integrations = integrations
        self._servers = servers

    async def lent(self, scope: Scope) -> RemoteLent | None:
        """
        What the turn is lent; None when the workspace has no integrations.

        One that fails lends nothing this turn, neither tools nor context, and keeps nobody else from lending.
        """
        connected = await self._integrations.of(scope.owner.workspace)
        if not connected:
            return None
        execution = Execution(
            scope.owner.workspace, scope.owner.user, scope.permissions, request_id=request_id(scope.turn.id)
        )
        lendings = await asyncio.gather(*(self._of(each, execution) for each in connected))
        tools = tuple(tool for lending in lendings if lending for tool in lending.tools)
        return RemoteLent(
            scope.turn.id,
            scope.owner.workspace,
            execution.request_id,
            None if tools == _before(scope) else tools,
            contexts=tuple(lending.context for lending in lendings if lending and lending.context),
            failed=tuple(each.provider for each, lending in zip(connected, lendings, strict=True) if lending is None),
        )

    async def _of(self, server: Integration, execution: Execution) -> _Lending | None:
        lending: _Lending | None = None
        try:
            async with asyncio.TaskGroup() as both:
                offer = both.create_task(self._servers.tools(server, execution))
                context = both.create_task(self._servers.context(server, execution))
            allowed = tuple(tool for tool in offer.result().tools if server.allows(tool.key.name))
            lending = _Lending(allowed, context.result())
        except* RemoteFault:
            _log.warning("integration lends nothing", workspace=server.workspace, provider=server.provider)
        return lending


def request_id(turn: TurnId) -> str:
    """One a turn, the same whoever prepares it."""
    return f"req_{turn[2:]}"


def _before(scope: Scope) -> Sequence[RemoteTool] | None:
    """What the turn before this one was lent."""
    turns = scope.thread.turns
    return turns[-2].remote_tools if len(turns) > 1 and turns[-1] is scope.turn else None
