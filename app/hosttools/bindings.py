"""Bindings: registering the versions of host tools, and which of them may run."""

import re
from typing import Annotated, Final

from msgspec import UNSET, Meta, Struct, UnsetType

from app.auth.secrets import Vault
from app.contract.hosttools import HostTool, ToolStatus
from app.contract.ids import BindingId, Json, WorkspaceId
from app.contract.secret import Secret
from app.errors import Unacceptable
from app.outbound.client import Outbound
from app.outbound.faults import Refused
from app.pages.schemas import sound
from app.ports import HostTools

PURPOSE: Final = "host_tool"
"""What a host's API key is sealed for."""

_NAME: Final = re.compile(r"[a-zA-Z0-9_.-]{1,64}")
_KEY: Final = r"^[\x21-\x7e]{1,2000}\Z"

Line = Annotated[str, Meta(min_length=1, max_length=200, pattern=r"^[^\x00-\x1f\x7f]+\Z")]
Url = Annotated[str, Meta(min_length=1, max_length=2000)]
ApiKey = Annotated[str, Meta(pattern=_KEY)]


class Registration(Struct, frozen=True, forbid_unknown_fields=True):
    """
    A version as it is registered.

    api_key: absent keeps the one there was, null takes it away. decision_url: where decisions are delivered.
    """

    name: Line
    url: Url
    input_schema: dict[str, Json]
    output_schema: dict[str, Json]
    status: ToolStatus = "active"
    api_key: ApiKey | UnsetType | None = UNSET
    decision_url: Url | None = None


class Bindings:
    """Keeps versions with their schemas pinned and their keys sealed."""

    def __init__(self, tools: HostTools, vault: Vault, outbound: Outbound) -> None:
        self._tools = tools
        self._vault = vault
        self._outbound = outbound

    async def register(
        self, workspace: WorkspaceId, binding: str, version: str, new: Registration
    ) -> tuple[HostTool, bool]:
        """
        Add a version, or change all but the schemas of one. True when it is new.

        Raises:
            Conflict: That version is pinned to other schemas.
            Unacceptable: A name, a schema or a URL is none.
        """
        for what, name in (("binding", binding), ("version", version)):
            if not _NAME.fullmatch(name):
                raise Unacceptable(f"{name[:80]!r} is no {what}; 1 to 64 letters, digits, '_', '.' and '-' would be.")
        known = await self._tools.get(workspace, BindingId(binding), version)
        tool = HostTool(
            workspace=workspace,
            binding=BindingId(binding),
            version=version,
            name=new.name,
            url=self._callable("url", new.url),
            status=new.status,
            input_schema=_pinned("input_schema", new.input_schema),
            output_schema=_pinned("output_schema", new.output_schema),
            sealed_key=self._sealed(workspace, new.api_key, known),
            decision_url=new.decision_url and self._callable("decision_url", new.decision_url),
        )
        return tool, await self._tools.put(tool)

    async def of(self, workspace: WorkspaceId) -> list[HostTool]:
        return await self._tools.of(workspace)

    async def find(self, workspace: WorkspaceId, binding: BindingId, version: str) -> HostTool | None:
        return await self._tools.get(workspace, binding, version)

    async def knows(self, workspace: WorkspaceId, binding: BindingId) -> bool:
        """Whether there is any version of it."""
        return bool(await self._tools.of(workspace, binding))

    def key_of(self, tool: HostTool) -> Secret | None:
        """The host's API key in the clear. Raises `Misconfigured` when no key of this server opens it."""
        return self._vault.open(tool.workspace, PURPOSE, tool.sealed_key) if tool.sealed_key else None

    def _sealed(self, workspace: WorkspaceId, given: str | UnsetType | None, known: HostTool | None) -> str | None:
        if given is UNSET:
            return known.sealed_key if known else None
        return self._vault.seal(workspace, PURPOSE, Secret(given)) if given else None

    def _callable(self, name: str, url: str) -> str:
        try:
            self._outbound.check(url)
        except Refused as fault:
            raise Unacceptable(f"{name!r} can't be called: {fault.detail}.") from fault
        return url


def _pinned(name: str, schema: dict[str, Json]) -> dict[str, Json]:
    try:
        return sound(schema)
    except Unacceptable as fault:
        raise Unacceptable(f"{name!r} can't be used. {fault}") from fault
