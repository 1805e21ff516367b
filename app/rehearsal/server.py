"""The rehearsal model as a bare ASGI application: a Messages API server on loopback that plays scripts."""

from __future__ import annotations

import asyncio
import hashlib
import secrets
from collections.abc import Awaitable, Callable, MutableMapping, Sequence
from pathlib import Path
from typing import TypeAlias

import msgspec

from app.contract.ids import Json
from app.rehearsal.checks import check
from app.rehearsal.faults import ApiError, invalid, undecodable
from app.rehearsal.play import play
from app.rehearsal.reply import Reply
from app.rehearsal.request import Request
from app.rehearsal.script import SCRIPTS, Fault, Pace, load_scripts
from app.rehearsal.stream import Stream
from app.rehearsal.usage import PromptCache
from app.rehearsal.wire import frames, message

Scope: TypeAlias = MutableMapping[str, Json]
Event: TypeAlias = MutableMapping[str, Json]
Receive: TypeAlias = Callable[[], Awaitable[Event]]
Send: TypeAlias = Callable[[Event], Awaitable[None]]

_TITLES = SCRIPTS.with_name("titles.yaml")
LARGEST_BODY_BYTES = 32 * 1024 * 1024
_NOT_FOUND = ApiError(404, "not_found_error", "Not Found")
_NO_METHOD = ApiError(405, "invalid_request_error", "Method Not Allowed")
_NO_KEY = ApiError(401, "authentication_error", "Authorization: a bearer key is required")
_TOO_LARGE = ApiError(413, "request_too_large", "Request exceeds the maximum size")

_decode = msgspec.json.Decoder(Request).decode


class Rehearsal:
    """An ASGI application of one route, `POST /v1/messages`. It remembers prompt caches and failures, nothing else."""

    def __init__(self, source: Path | Sequence[Json] = SCRIPTS, *, pace: Pace | None = None) -> None:
        self._scripts = [*load_scripts(_TITLES), *load_scripts(source)]
        self._pace = pace or Pace()
        self._cache = PromptCache()
        self._failures: dict[bytes, int] = {}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one HTTP request; other scopes are none of a rehearsal's business."""
        if scope["type"] != "http":
            return
        request_id = f"req_{secrets.token_hex(12)}"
        try:
            _admit(scope)
            body = await _read(receive)
            await self._answer(body, request_id, receive, send)
        except ApiError as error:
            await _respond(send, error.status, error.body(request_id), request_id, error.retry_after_seconds)

    async def _answer(self, body: bytes, request_id: str, receive: Receive, send: Send) -> None:
        request = _decoded(body)
        reply = play(request, self._scripts)
        fault = self._due(reply.fault, body)
        if fault is not None and fault.status:
            kind = fault.type or ("overloaded_error" if fault.status == 529 else "api_error")  # noqa: PLR2004
            raise ApiError(fault.status, kind, fault.message, retry_after_seconds=fault.retry_after)
        await self._deliver(request, reply, fault, request_id, receive, send)

    async def _deliver(
        self, request: Request, reply: Reply, fault: Fault | None, request_id: str, receive: Receive, send: Send
    ) -> None:
        usage = self._cache.count(request)
        pace = reply.pace or self._pace
        message_id = f"msg_{secrets.token_hex(12)}"
        if not request.stream:
            await _respond(send, 200, msgspec.json.encode(message(reply, message_id, request.model, usage)), request_id)
            return
        await send(_start(200, b"text/event-stream; charset=utf-8", request_id))
        events = frames(reply, message_id, request.model, usage, chunk=pace.chunk)
        await Stream(events, pace, fault).run(receive, send)

    def _due(self, fault: Fault | None, body: bytes) -> Fault | None:
        """The fault, unless the same request has already failed as often as the script wants."""
        if fault is None or fault.times is None:
            return fault
        key = hashlib.blake2b(body, digest_size=16).digest()
        failed = self._failures.pop(key, 0)
        if failed >= fault.times:
            return None
        self._failures[key] = failed + 1
        return fault


def create_rehearsal(scripts: Path | Sequence[Json] = SCRIPTS, *, pace: Pace | None = None) -> Rehearsal:
    """
    A rehearsal of the scripts in a YAML file, in a folder of them, or given as plain data.

    Args:
        pace: For scripts that name none. By default everything leaves at once.
    """
    return Rehearsal(scripts, pace=pace)


def _admit(scope: Scope) -> None:
    if scope["path"] != "/v1/messages":
        raise _NOT_FOUND
    if scope["method"] != "POST":
        raise _NO_METHOD
    headers = dict(scope["headers"])
    if not headers.get(b"authorization", b"").lower().startswith(b"bearer "):
        raise _NO_KEY
    if not headers.get(b"anthropic-version"):
        raise invalid("anthropic-version: header is required")


async def _read(receive: Receive) -> bytes:
    body = bytearray()
    while True:
        event = await receive()
        if event["type"] == "http.disconnect":
            raise asyncio.CancelledError
        body += event.get("body", b"")
        if len(body) > LARGEST_BODY_BYTES:
            raise _TOO_LARGE
        if not event.get("more_body"):
            return bytes(body)


def _decoded(body: bytes) -> Request:
    try:
        request = _decode(body)
    except msgspec.DecodeError as error:
        raise undecodable(error) from error
    check(request)
    return request


async def _respond(
    send: Send, status: int, body: bytes, request_id: str, retry_after_seconds: float | None = None
) -> None:
    start = _start(status, b"application/json", request_id)
    if retry_after_seconds is not None:
        start["headers"].append((b"retry-after", f"{retry_after_seconds:g}".encode()))
    await send(start)
    await send({"type": "http.response.body", "body": body})


def _start(status: int, media_type: bytes, request_id: str) -> Event:
    headers = [(b"content-type", media_type), (b"request-id", request_id.encode()), (b"cache-control", b"no-cache")]
    return {"type": "http.response.start", "status": status, "headers": headers}
