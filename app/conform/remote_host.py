"""The host under test: whom requests act for, what it lends, and the calls that may be made of it."""

import secrets
from collections.abc import Mapping
from typing import cast

from msgspec import Struct

from app.conform.asking import Asker, Reply
from app.conform.examples import example
from app.contract.ids import Json
from app.contract.remote import ProviderId, RemoteTool
from app.contract.tools import ToolSpec
from app.errors import Unacceptable
from app.tools.remote.definitions import Offer, read_offer

PROVIDER = ProviderId("host")

MADE_UP = frozenset({400, 403, 404, 409, 422})
"""What a right host may answer to arguments that fit the schema and name nothing it has."""


class Options(Struct, frozen=True):
    """
    For whom the host is asked, and what its tools are given.

    arguments: by tool; what is missing is made up from the schema. execute_writes: also execute what is no `get`.
    """

    workspace: str = "ws_conform"
    user: str = "conform-user"
    permissions: tuple[str, ...] = ()
    arguments: Mapping[str, dict[str, Json]] = {}
    execute_writes: bool = False


class RemoteHost:
    """Fetches the tool list once, for all checks."""

    def __init__(self, asker: Asker, options: Options) -> None:
        self.asker = asker
        self.options = options
        self.request_id = f"req_{secrets.token_hex(8)}"
        self.listing: Reply | None = None
        self.offer = Offer((), ())

    async def list_tools(self, purpose: str) -> Reply:
        """The tool list as this user gets it."""
        return await self.asker.get("/tools", self.query(), purpose)

    async def open(self) -> bool:
        """Whether there is a tool list to go on with."""
        self.listing = await self.list_tools("the tool list")
        try:
            self.offer = read_offer(PROVIDER, self.listing.body if self.listing.ok else None)
        except Unacceptable:
            return False
        return True

    @property
    def origin(self) -> str:
        """Where the host is, such as `https://app.example.com`."""
        return self.asker.origin

    @property
    def entries(self) -> list[Json]:
        """The tool list as it was sent."""
        listed = self.listing.member("tools") if self.listing else None
        return cast("list[Json]", listed) if isinstance(listed, list) else []

    @property
    def definitions(self) -> frozenset[str]:
        """What the tools are told apart by."""
        return digests(self.offer)

    @property
    def lookups(self) -> list[RemoteTool]:
        return [tool for tool in self.offer.tools if tool.verb == "get"]

    @property
    def changes(self) -> list[RemoteTool]:
        return [tool for tool in self.offer.tools if tool.verb != "get"]

    def query(self) -> list[tuple[str, str]]:
        """The execution scope of a GET."""
        scope = {
            "workspaceId": self.options.workspace,
            "externalUserId": self.options.user,
            "requestId": self.request_id,
        }
        return [*scope.items(), *(("permissions", each) for each in self.options.permissions)]

    def arguments(self, tool: RemoteTool) -> dict[str, Json] | None:
        """Given or made up; None when neither can be had."""
        return self.options.arguments.get(tool.key.name) or example(spec_of(tool))

    def order(self, tool: str, arguments: Json, call_id: str) -> Json:
        """The body of preview and execute."""
        execution = {
            "workspaceId": self.options.workspace,
            "externalUserId": self.options.user,
            "permissions": list(self.options.permissions),
            "requestId": self.request_id,
        }
        return {"tool": tool, "callId": call_id, "arguments": arguments, "execution": execution}

    async def preview(self, tool: str, arguments: Json, purpose: str) -> Reply:
        return await self.asker.post("/tools/preview", self.order(tool, arguments, call_id()), purpose)

    async def execute(self, tool: RemoteTool, arguments: Json, purpose: str, *, call: str | None = None) -> Reply:
        """Refuses what is no `get` unless it was asked for: the one promise this command makes to its user."""
        if tool.verb != "get" and not self.options.execute_writes:
            raise Unacceptable(f"{tool.key.name!r} changes data; it is executed only with --execute-writes.")
        order = self.order(tool.key.name, arguments, call or call_id())
        return await self.asker.post("/tools/execute", order, purpose)

    async def execute_nothing(self, purpose: str, *, bearer: str | None = None) -> Reply:
        """A call of a tool that nobody has."""
        order = self.order(no_tool(), {}, call_id())
        return await self.asker.post("/tools/execute", order, purpose, bearer=bearer)


def digests(offer: Offer) -> frozenset[str]:
    return frozenset(tool.digest for tool in offer.tools)


def spec_of(tool: RemoteTool) -> ToolSpec:
    return ToolSpec(tool.key.name, tool.description, tool.input_schema)


def call_id() -> str:
    return f"call_{secrets.token_hex(8)}"


def no_tool() -> str:
    return f"no_such_tool_{secrets.token_hex(4)}"
