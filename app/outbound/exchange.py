"""
One request on one connection. Each connection is checked afresh, and none meets a connection the server is about
to close, so that "nothing was sent" can be told from "it may have happened".
"""

import re
import ssl
from collections.abc import Awaitable, Callable
from typing import Final, Literal, TypeVar

import httpcore
from msgspec import Struct

from app.contract.ids import Json
from app.contract.secret import Secret
from app.outbound.destinations import Destination
from app.outbound.dialling import Dialler
from app.outbound.faults import Broken, Refused, Unreachable

T = TypeVar("T")

_TOKEN: Final = re.compile(r"[\x21-\x7e]+")
_SENDING: Final = "http11.send_request_headers.started"
"""A step of httpcore 1. Were it named otherwise, no write would ever count as sent; test_deadlines would say so."""


class Request(Struct, frozen=True):
    """What is asked. accept: media types; content: the JSON body of a POST; more: headers beside our own."""

    method: Literal["GET", "POST"]
    destination: Destination
    accept: str
    bearer: Secret | None = None
    content: bytes | None = None
    more: tuple[tuple[str, str], ...] = ()


class Progress:
    """How far a request came: `begun` once there was room for it, `sent` once a byte of it may have arrived."""

    def __init__(self, request: Request) -> None:
        self.begun = False
        self.sent = False
        self._writes = request.method == "POST"

    @property
    def may_have_happened(self) -> bool:
        return self._writes and self.sent

    async def note(self, step: str, _: dict[str, Json]) -> None:
        """The trace hook of httpcore."""
        self.sent = self.sent or step == _SENDING


async def exchange(
    request: Request,
    progress: Progress,
    dialler: Dialler,
    trust: ssl.SSLContext,
    read: Callable[[httpcore.Response], Awaitable[T]],
) -> T:
    """
    Send a request and `read` its response.

    Raises:
        OutboundFault: `Unreachable`, `Refused` or `Broken`; the deadline is the caller's.
    """
    destination = request.destination
    headers = _headers(request)
    connection = httpcore.AsyncHTTPConnection(destination.origin, ssl_context=trust, network_backend=dialler)
    try:
        async with (
            connection,
            connection.stream(
                request.method,
                destination.url,
                headers=headers,
                content=request.content,
                extensions={"trace": progress.note},
            ) as response,
        ):
            return await read(response)
    except (httpcore.ConnectError, httpcore.ConnectTimeout) as fault:
        # Such as a certificate that doesn't hold: the words are OpenSSL's, nothing was said yet that they could quote.
        raise Unreachable(f"{type(fault).__name__}: {fault}") from None
    except (httpcore.ProtocolError, httpcore.NetworkError, OSError) as fault:
        # Protocol errors quote what the server sent, so only their kind is told.
        raise Broken(type(fault).__name__, may_have_happened=progress.may_have_happened) from None
    finally:
        await dialler.close()


def _headers(request: Request) -> list[tuple[bytes, bytes]]:
    headers = [
        (b"Host", request.destination.authority.encode()),
        (b"User-Agent", b"Assist"),
        (b"Accept", request.accept.encode()),
        (b"Accept-Encoding", b"identity"),
        (b"Connection", b"close"),
    ]
    if request.bearer is not None:
        headers.append((b"Authorization", b"Bearer " + _token(request.bearer)))
    if request.content is not None:
        headers.append((b"Content-Type", b"application/json"))
        headers.append((b"Content-Length", str(len(request.content)).encode()))
    return headers + [(name.encode("ascii"), value.encode("ascii")) for name, value in request.more]


def _token(bearer: Secret) -> bytes:
    if not _TOKEN.fullmatch(bearer.reveal()):
        raise Refused("bearer", "it holds other than printable ASCII characters")
    return bearer.reveal().encode()
