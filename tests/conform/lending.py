"""The README's tool server: a host app that lends the assistant two tools from its own server."""

import hmac
from typing import Any

import msgspec
from litestar import Litestar, Request, Response, Router, get, post
from litestar.connection import ASGIConnection
from litestar.handlers import BaseRouteHandler

Json = Any

SECRET = "what-was-given-when-it-was-connected"
ORDERS = {1042: "Ada Byron", 1043: "Bo Ek"}
TOOLS: list[Json] = [
    {
        "name": "find_orders",
        "description": "Find orders by their customer's name.",
        "verb": "get",  # runs at once, so it must change nothing
        "inputSchema": {
            "type": "object",
            "properties": {"customer": {"type": "string"}},
            "required": ["customer"],
        },
    },
    {
        "name": "cancel_order",
        "description": "Cancel an order.",
        "verb": "delete",  # asks twice; create and update ask once
        "inputSchema": {
            "type": "object",
            "properties": {"number": {"type": "integer", "examples": [1042]}},
            "required": ["number"],
        },
    },
]


class RefusalError(Exception):
    """A call that can't be done, with its status."""

    def __init__(self, status: int, sentence: str) -> None:
        super().__init__(sentence)
        self.status = status


class Find(msgspec.Struct, tag_field="tool", tag="find_orders"):
    customer: str

    def preview(self) -> str:
        return f"Find the orders of {self.customer}."

    def execute(self) -> Json:
        return {"orders": [number for number, name in ORDERS.items() if self.customer.lower() in name.lower()]}


class Cancel(msgspec.Struct, tag_field="tool", tag="cancel_order"):
    number: int

    def preview(self) -> str:
        if self.number not in ORDERS:
            raise RefusalError(404, f"There is no order {self.number}.")
        return f"Cancel order {self.number} of {ORDERS[self.number]}."

    def execute(self) -> Json:
        self.preview()
        return {"cancelled": self.number, "customer": ORDERS.pop(self.number)}


@get("/tools", sync_to_thread=False)
def tools() -> Json:
    return {"tools": TOOLS}


@get("/context", sync_to_thread=False)
def context() -> Json:
    return {"orders_waiting": len(ORDERS)}


@post("/tools/preview", status_code=200)
async def preview(request: Request[Json, Json, Json]) -> Json:
    return {"preview": call_in(await request.body()).preview()}


@post("/tools/execute", status_code=200)
async def execute(request: Request[Json, Json, Json]) -> Json:
    return {"output": call_in(await request.body()).execute()}


def call_in(body: bytes) -> Find | Cancel:
    """The call of a request's body: `{tool, callId, arguments, execution: {externalUserId, permissions, …}}`."""
    try:
        sent = msgspec.json.decode(body)
        if sent["tool"] not in {tool["name"] for tool in TOOLS}:
            raise RefusalError(404, f"There is no tool {sent['tool']!r}.")
        return msgspec.convert({**sent["arguments"], "tool": sent["tool"]}, Find | Cancel)
    except (msgspec.MsgspecError, KeyError, TypeError) as fault:
        raise RefusalError(400, f"That is no call: {fault}.") from fault


async def knows_the_secret(connection: ASGIConnection[Json, Json, Json, Json], _: BaseRouteHandler) -> None:
    bearer = connection.headers.get("authorization", "").removeprefix("Bearer ")
    if not hmac.compare_digest(bearer.encode(), SECRET.encode()):
        raise RefusalError(401, "bad secret")


def refused(_: Request[Json, Json, Json], fault: RefusalError) -> Response[Json]:
    return Response({"error": str(fault)}, status_code=fault.status)


def create_server() -> Litestar:
    """The host, with its tools below `/assistant`."""
    lent = Router("/assistant", route_handlers=[tools, context, preview, execute], guards=[knows_the_secret])
    return Litestar([lent], exception_handlers={RefusalError: refused}, logging_config=None, openapi_config=None)
