"""
The shop's side of the remote-tools document: four endpoints that the assistant's server calls, and nobody else.

Whoever knows the secret may ask; for whom is said in each request, and that user's permissions are checked by the shop.
"""

from __future__ import annotations

import hmac

import msgspec
from litestar import Request, Response, Router, get, post
from litestar.connection import ASGIConnection
from litestar.datastructures import State
from litestar.handlers import BaseRouteHandler

from app.demo.assistant_tools import TOOLS, Counter, Json, Tool, ToolError
from app.demo.settings import ShopSettings
from app.demo.store import ShopStore
from app.demo.threads import in_thread

PATH = "/internal/assistant"

ToolRequest = Request[None, None, State]


class Execution(msgspec.Struct, frozen=True, rename="camel"):
    """For whom: the user's id is the one the shop itself put into the embed token."""

    workspace_id: str
    external_user_id: str
    permissions: tuple[str, ...] = ()
    request_id: str = ""


class Call(msgspec.Struct, frozen=True, rename="camel"):
    """The body of preview and execute."""

    tool: str
    call_id: str
    arguments: dict[str, Json]
    execution: Execution


@get("/tools", sync_to_thread=False)
def list_tools(request: ToolRequest) -> Json:
    """What this user may use; a probe without a user sees all."""
    held = set(request.query_params.getall("permissions", []))
    anybody = "externalUserId" not in request.query_params
    tools = [tool for tool in TOOLS if anybody or tool.permission is None or tool.permission in held]
    return {"tools": [tool.definition() for tool in tools]}


@get("/context")
@in_thread
def read_context(request: ToolRequest, state: State) -> Json:
    """Where the user is: which shop, and what waits there."""
    store: ShopStore = state.store
    profile = store.profile()
    return {
        "shop": profile.name,
        "currency": profile.currency,
        "user": request.query_params.get("externalUserId", ""),
        "orders_waiting": len(store.orders("waiting")),
    }


@post("/tools/preview", status_code=200)
async def preview(request: ToolRequest, state: State) -> Json:
    """What the call would do, in a sentence."""
    return await _preview(await request.body(), state, _origin(request))


@post("/tools/execute", status_code=200)
async def execute(request: ToolRequest, state: State) -> Json:
    """Do it."""
    return await _execute(await request.body(), state, _origin(request))


@in_thread
def _preview(body: bytes, state: State, origin: str) -> Json:
    tool, call = _allowed(body)
    return {"preview": _arguments(tool, call).preview(Counter(state.store, origin))}


@in_thread
def _execute(body: bytes, state: State, origin: str) -> Json:
    tool, call = _allowed(body)
    return {"output": _arguments(tool, call).execute(Counter(state.store, origin))}


def _allowed(body: bytes) -> tuple[Tool, Call]:
    """The call, once its user may make it."""
    try:
        call = msgspec.json.decode(body, type=Call)
    except msgspec.DecodeError as fault:
        raise ToolError(400, f"That is no call: {fault}.") from fault
    tool = next((tool for tool in TOOLS if tool.name == call.tool), None)
    if tool is None:
        raise ToolError(404, f"There is no tool {call.tool!r}.")
    if tool.permission and tool.permission not in call.execution.permissions:
        raise ToolError(403, f"{call.execution.external_user_id!r} has no permission {tool.permission!r}.")
    return tool, call


def _arguments(tool: Tool, call: Call) -> Json:
    try:
        return msgspec.convert(call.arguments, tool.arguments)
    except msgspec.ValidationError as fault:
        raise ToolError(400, f"{fault}.") from fault


async def _with_secret(connection: ASGIConnection[Json, Json, Json, Json], _: BaseRouteHandler) -> None:
    """Litestar's guard: the bearer is the one the shop gave when it connected."""
    settings: ShopSettings = connection.app.state.settings
    given = connection.headers.get("authorization", "").removeprefix("Bearer ").encode()
    if not settings.tools_secret or not hmac.compare_digest(given, settings.tools_secret.encode()):
        raise ToolError(401, "bad secret")


def _refused(_: ToolRequest, fault: ToolError) -> Response[dict[str, str]]:
    return Response({"error": str(fault)}, status_code=fault.status)


def _origin(request: ToolRequest) -> str:
    return str(request.base_url).rstrip("/")


tool_server = Router(
    PATH,
    route_handlers=[list_tools, read_context, preview, execute],
    guards=[_with_secret],
    exception_handlers={ToolError: _refused},
)
