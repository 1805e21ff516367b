"""
The wire: the four endpoints of a host's remote tool server, asked by the guarded client.

What a host says of a failure goes to the log only; callers get a `RemoteFault`, and find the words for it.
"""

from collections.abc import Awaitable
from typing import Final, TypeVar, cast

import msgspec
import structlog
from msgspec import Struct

from app.auth.secrets import Vault
from app.contract.ids import CallId, Json, UserId, WorkspaceId
from app.contract.remote import Integration, ProviderId, RemoteContext
from app.contract.secret import Secret
from app.errors import Misconfigured, Unacceptable
from app.outbound.answers import Answer
from app.outbound.client import Outbound
from app.outbound.faults import OutboundFault, Refused
from app.pages.text import cut
from app.tools.remote.definitions import Offer, read_offer
from app.tools.remote.faults import RemoteFault, of_outbound, of_status

LOOK_SECONDS: Final = 5.0
"""For tools, context and preview."""

EXECUTE_SECONDS: Final = 30.0
CONTEXT_BYTES: Final = 16 * 1024
LONGEST_PREVIEW: Final = 2_000
_LONGEST_TOLD: Final = 500
_GATEWAY_TIMEOUT: Final = 504

T = TypeVar("T")
_log = structlog.get_logger("app.remote")


class Execution(Struct, frozen=True, rename="camel"):
    """Who a call acts for: the document's execution scope. A probe at connect time has no user."""

    workspace_id: WorkspaceId
    external_user_id: UserId = UserId("")
    permissions: tuple[str, ...] = ()
    request_id: str = ""

    def query(self) -> list[tuple[str, str]]:
        """The same facts as query parameters, `permissions` repeated."""
        named = {
            "workspaceId": self.workspace_id,
            "externalUserId": self.external_user_id,
            "requestId": self.request_id,
        }
        pairs = [(name, str(value)) for name, value in named.items() if value]
        return [*pairs, *(("permissions", permission) for permission in self.permissions)]


class Order(Struct, frozen=True, rename="camel"):
    """What preview and execute are sent, alike."""

    tool: str
    call_id: CallId
    arguments: dict[str, Json]
    execution: Execution


def purpose(provider: ProviderId, base_url: str) -> str:
    """What an integration's secret is sealed for: a row that is pointed elsewhere does not open."""
    return f"integration {provider} at {base_url}"


class RemoteServers:
    """Every method that asks a server raises `RemoteFault`."""

    def __init__(self, outbound: Outbound, vault: Vault) -> None:
        self._outbound = outbound
        self._vault = vault

    async def tools(self, server: Integration, execution: Execution) -> Offer:
        """What the host lends this user, whatever the allowlist says."""
        body = await self._get(server, "/tools", execution)
        try:
            offer = read_offer(server.provider, body)
        except Unacceptable as fault:
            raise self._unusable(server, "/tools", str(fault)) from fault
        for each in offer.dropped:
            _log.warning("remote tool dropped", **_of(server), tool=each.name, place=each.place, reason=each.reason)
        return offer

    async def context(self, server: Integration, execution: Execution) -> RemoteContext | None:
        """Where the user is, as the host tells it; None when it has nothing to say."""
        body = await self._get(server, "/context", execution)
        if not isinstance(body, dict):
            raise self._unusable(server, "/context", "The context is no object.")
        whole = msgspec.json.encode(cast("dict[str, Json]", body))
        text = whole[:CONTEXT_BYTES].decode("utf-8", "ignore")
        return RemoteContext(server.provider, text, len(whole)) if body else None

    async def preview(self, server: Integration, order: Order) -> str:
        """What executing it would do, in the host's words for the user."""
        body = await self._post(server, "/tools/preview", order, LOOK_SECONDS)
        preview = _member(body, "preview")
        if not isinstance(preview, str) or not preview.strip():
            raise self._unusable(server, "/tools/preview", "There is no preview in the answer.")
        return cut(preview.strip(), LONGEST_PREVIEW)

    async def execute(self, server: Integration, order: Order) -> Json:
        """Do it; sent once. Returns the tool's output."""
        try:
            body = await self._post(server, "/tools/execute", order, EXECUTE_SECONDS)
        except RemoteFault as fault:
            # A gateway gave the host up, which may go on all the same: a timeout like our own.
            fault.may_have_happened |= fault.status_code == _GATEWAY_TIMEOUT
            raise
        if not isinstance(body, dict) or "output" not in body:
            fault = self._unusable(server, "/tools/execute", "There is no output in the answer.")
            fault.may_have_happened = True
            raise fault
        return _member(cast("dict[str, Json]", body), "output")

    def may_ask(self, url: str) -> bool:
        """Whether the guard would ask for a URL: over plain http only what the operator has listed."""
        try:
            self._outbound.check(url)
        except Refused:
            return False
        return True

    async def _get(self, server: Integration, path: str, execution: Execution) -> Json:
        asked = self._outbound.get_json(
            server.base_url + path, bearer=self._bearer(server), query=execution.query(), seconds=LOOK_SECONDS
        )
        return await self._answered(server, path, asked)

    async def _post(self, server: Integration, path: str, order: Order, seconds: float) -> Json:
        asked = self._outbound.post_json(
            server.base_url + path, msgspec.to_builtins(order), bearer=self._bearer(server), seconds=seconds
        )
        return await self._answered(server, path, asked)

    async def _answered(self, server: Integration, path: str, asked: Awaitable[Answer]) -> Json:
        """The body of a success."""
        try:
            answer = await asked
        except OutboundFault as fault:
            # The client has logged it.
            raise of_outbound(fault) from fault
        if answer.is_ok:
            return answer.body
        said = _member(answer.body, "error")
        told = said[:_LONGEST_TOLD] if isinstance(said, str) else None
        _log.warning("remote tool server refused", **_of(server), path=path, status=answer.status, error=told)
        raise of_status(answer.status)

    def _bearer(self, server: Integration) -> Secret:
        try:
            return self._vault.open(server.workspace, purpose(server.provider, server.base_url), server.sealed_secret)
        except Misconfigured as fault:
            _log.error("integration's secret can't be opened", **_of(server))
            raise RemoteFault("unreachable", "The integration's secret can't be opened.") from fault

    def _unusable(self, server: Integration, path: str, reason: str) -> RemoteFault:
        _log.warning("remote tool server's answer can't be used", **_of(server), path=path, reason=reason)
        return RemoteFault("broken", reason)


def _of(server: Integration) -> dict[str, str]:
    return {"workspace": server.workspace, "provider": server.provider}


def _member(body: Json, name: str) -> Json:
    return cast("dict[str, Json]", body).get(name) if isinstance(body, dict) else None
