"""Connecting a remote tool server to a workspace: asked first, so that a mistake is told to whoever made it."""

import re
from collections.abc import Callable
from datetime import datetime
from typing import Final

import httpx
from msgspec import Struct

from app.auth.secrets import Vault
from app.contract.ids import WorkspaceId
from app.contract.remote import Integration, ProviderId
from app.contract.secret import Secret
from app.errors import NotFound, Unacceptable
from app.ports import Integrations
from app.tools.remote.faults import RemoteFault
from app.tools.remote.servers import Execution, RemoteServers, purpose

_PROVIDER: Final = re.compile(r"[a-zA-Z0-9][a-zA-Z0-9_-]{0,31}")
_LONGEST_URL: Final = 2_048
_PROBE: Final = "req_connect"


class Connected(Struct, frozen=True):
    """is_new: whether there was none of that name before."""

    integration: Integration
    is_new: bool


class Connections:
    """A workspace's integrations, as its own programs administer them."""

    def __init__(
        self, integrations: Integrations, servers: RemoteServers, vault: Vault, *, clock: Callable[[], datetime]
    ) -> None:
        self._integrations = integrations
        self._servers = servers
        self._vault = vault
        self._clock = clock

    async def connect(
        self,
        workspace: WorkspaceId,
        provider: str,
        *,
        base_url: str,
        secret: Secret,
        allowed_tools: tuple[str, ...] | None = None,
    ) -> Connected:
        """
        Connect a server, or replace the one of that name, once it has answered.

        allowed_tools: the host's own names, none of them for all; None keeps the list there was.

        Raises:
            Unacceptable: The name or the URL is none, or the server can't be used; the sentence says why.
        """
        name, base_url = _provider(provider), _base(base_url)
        before = await self._integrations.get(workspace, name)
        kept = before.allowed_tools if before and allowed_tools is None else allowed_tools or ()
        new = Integration(
            workspace,
            name,
            base_url,
            self._vault.seal(workspace, purpose(name, base_url), secret),
            tuple(dict.fromkeys(kept)),
            before.connected_at if before else self._clock(),
        )
        await self._probe(new)
        await self._integrations.put(new)
        return Connected(new, is_new=before is None)

    async def of(self, workspace: WorkspaceId) -> list[Integration]:
        """The first connected first."""
        return await self._integrations.of(workspace)

    async def disconnect(self, workspace: WorkspaceId, provider: str) -> None:
        """Raises `NotFound`."""
        if not await self._integrations.delete(workspace, ProviderId(provider)):
            raise NotFound(f"There is no integration {provider!r}.")

    async def _probe(self, server: Integration) -> None:
        """Its tool list, asked for nobody in particular: that it wants a user or a permission first is no failure."""
        try:
            await self._servers.tools(server, Execution(server.workspace, request_id=_PROBE))
        except RemoteFault as fault:
            if fault.status_code not in {400, 403}:
                raise Unacceptable(_reason(fault)) from fault


def _reason(fault: RemoteFault) -> str:
    match fault.status_code:
        case None:
            return f"GET base_url/tools: {fault}"
        case 401:
            return "GET base_url/tools: the server refused the secret (401)."
        case 404:
            return "GET base_url/tools: there is nothing there (404)."
        case status:
            return f"GET base_url/tools: the server answered {status}."


def _provider(name: str) -> ProviderId:
    if not _PROVIDER.fullmatch(name):
        raise Unacceptable("An integration's name is 1 to 32 letters, digits, '_' and '-', the first no sign.")
    return ProviderId(name)


def _base(url: str) -> str:
    """The prefix the paths are appended to. Where it leads is the guarded client's to judge."""
    try:
        parsed = httpx.URL(url) if len(url) <= _LONGEST_URL else None
    except (httpx.InvalidURL, UnicodeError):
        parsed = None
    # An empty query is one too: what is appended would land behind its question mark.
    if parsed is None or not parsed.is_absolute_url or "?" in url or "#" in url or parsed.userinfo:
        raise Unacceptable("base_url is an absolute URL without a query, such as https://app.example.com/assistant.")
    return url.rstrip("/")
