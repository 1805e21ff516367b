"""
`/event-tools`: what the assistant's server calls, never a browser.

The six duties of a host's handler: authenticate and resolve the tenant; distrust the request; read the state anew;
apply the shop's own rules; answer with exactly one effect; give a key the answer it had.
"""

from __future__ import annotations

import hashlib
import hmac
import time
from base64 import b64encode
from typing import Annotated, Literal, TypeVar

import msgspec
from litestar import Request, Response, post
from litestar.datastructures import State
from litestar.exceptions import ClientException, NotAuthorizedException, PermissionDeniedException

from app.demo.order_watch import BINDING, Carried, OrderWatch
from app.demo.reminders import OtherRequestError, ReminderStore
from app.demo.settings import ShopSettings
from app.demo.threads import in_thread

TENANT = "northwind"
_FRESH_SECONDS = 300

Key = Annotated[str, msgspec.Meta(min_length=1, max_length=600)]
T = TypeVar("T")

ToolRequest = Request[None, None, State]


class Tool(msgspec.Struct, frozen=True):
    binding_id: Literal["order_watch"]
    version: str


class HostContext(msgspec.Struct, frozen=True):
    organization_slug: str


class RuntimeContext(msgspec.Struct, frozen=True):
    host_context: HostContext


class Payload(msgspec.Struct, frozen=True):
    order: Annotated[int, msgspec.Meta(ge=1)]


class EventInput(msgspec.Struct, frozen=True):
    input_kind: Literal["event"]
    payload: Payload


class Envelope(msgspec.Struct, frozen=True):
    """What the shop reads of a request; the rest is none of its business."""

    contract_version: Literal["v1"]
    tool: Tool
    runtime_context: RuntimeContext
    idempotency_key: Key
    input: EventInput


class Decided(msgspec.Struct, frozen=True):
    """A proposal that was decided; only what it carries matters."""

    payload: Carried


class Decision(msgspec.Struct, frozen=True):
    """A decision as it is delivered."""

    proposal_id: str
    decision: Literal["accepted", "dismissed"]
    proposal: Decided


@post(f"/event-tools/{BINDING}", status_code=200)
async def watch_order(request: ToolRequest, state: State) -> Response[bytes]:
    """What should be done about an order, as one effect."""
    _authenticate(request, state)
    body = await request.body()
    envelope = _read(body, Envelope)
    if envelope.runtime_context.host_context.organization_slug != TENANT:
        raise PermissionDeniedException("There is no such organization here.")
    return Response(await _answer(state, envelope, hashlib.sha256(body).hexdigest()), media_type="application/json")


@post("/event-tools/decisions", status_code=200)
async def take_decision(request: ToolRequest, state: State) -> Response[bytes]:
    """Act on a decision of a person, once, and let the assistant know of it soon."""
    body = await request.body()
    _check_signature(request, body, state.settings)
    decision = _read(body, Decision)
    await _conclude(state, decision)
    state.watch.wake()
    return Response(b"{}", media_type="application/json")


@in_thread
def _answer(state: State, envelope: Envelope, digest: str) -> bytes:
    watch: OrderWatch = state.order_watch
    reminders: ReminderStore = state.reminders
    key = envelope.idempotency_key
    try:
        known = reminders.answered(key, digest)
        if known is not None:
            return known.encode()
        effect = watch.judge(envelope.input.payload.order)
        return reminders.answer(key, digest, msgspec.json.encode(effect).decode()).encode()
    except OtherRequestError as fault:
        raise ClientException("That key was used for another request.", status_code=409) from fault


@in_thread
def _conclude(state: State, decision: Decision) -> None:
    watch: OrderWatch = state.order_watch
    watch.conclude(decision.proposal_id, decision.proposal.payload, accepted=decision.decision == "accepted")


def _authenticate(request: ToolRequest, state: State) -> None:
    settings: ShopSettings = state.settings
    expected = f"Bearer {settings.tool_key}".encode()
    given = request.headers.get("authorization", "").encode()
    if not settings.tool_key or not hmac.compare_digest(expected, given):
        raise NotAuthorizedException("This needs the key that was registered with the tool.")


def _check_signature(request: ToolRequest, body: bytes, settings: ShopSettings) -> None:
    """See https://www.standardwebhooks.com."""
    name, timestamp = request.headers.get("webhook-id", ""), request.headers.get("webhook-timestamp", "")
    digest = hmac.new(settings.signing_secret.encode(), f"{name}.{timestamp}.".encode() + body, hashlib.sha256).digest()
    expected = f"v1,{b64encode(digest).decode()}".encode()
    fresh = timestamp.isdecimal() and abs(time.time() - int(timestamp)) < _FRESH_SECONDS
    if not fresh or not hmac.compare_digest(expected, request.headers.get("webhook-signature", "").encode()):
        raise NotAuthorizedException("The signature does not hold.")


def _read(body: bytes, shape: type[T]) -> T:
    try:
        return msgspec.json.decode(body, type=shape)
    except (msgspec.DecodeError, RecursionError) as fault:
        raise ClientException(f"The request is not what this tool takes: {fault}.") from fault


HANDLERS = [watch_order, take_decision]
