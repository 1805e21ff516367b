"""
The guarded client: the only way to a server we do not own.

It follows no redirect, keeps no cookie, and knows no proxy, `.netrc` or other credential than what it is handed.
An operator's own certificate authority goes into `SSL_CERT_FILE`; there is no way to switch the check off.
"""

import asyncio
import ssl
import time
from collections.abc import Awaitable, Callable, Collection, Generator, Sequence
from contextlib import contextmanager
from functools import cache
from typing import Final, Literal, TypeVar

import httpcore
import httpx
import msgspec
import structlog

from app.contract.ids import Json
from app.contract.secret import Secret
from app.errors import Misconfigured
from app.outbound.addresses import Resolver, SystemResolver
from app.outbound.answers import Answer, read_answer, read_raster
from app.outbound.destinations import destination_of
from app.outbound.dialling import Dialler
from app.outbound.exchange import Progress, Request, exchange
from app.outbound.faults import Broken, Busy, OutboundFault, TimedOut, Unreachable
from app.outbound.rasters import ACCEPTED, Raster
from app.outbound.redaction import without_secret
from app.outbound.servers import Servers

JSON_BYTES: Final = 1024 * 1024
IMAGE_BYTES: Final = 2 * 1024 * 1024
SECONDS: Final = 5.0
"""From the first step to the last byte: waiting for room, the name, the connection and the whole answer."""

T = TypeVar("T")
_Read = Callable[[httpcore.Response, Progress], Awaitable[T]]
_log = structlog.get_logger("app.outbound")


class Outbound:
    """
    Asks servers we do not own. One a process; it holds no connection between requests and needs no closing.

    Every method raises an `OutboundFault` (`Unreachable`, `Busy`, `Refused`, `TimedOut`, `Broken`) and has logged it.
    """

    def __init__(
        self,
        allow: Collection[str],
        *,
        resolver: Resolver | None = None,
        clock: Callable[[], float] = time.monotonic,
        trust: ssl.SSLContext | None = None,
    ) -> None:
        """
        Set the guard up.

        allow: hosts, each with or without a port, that may be private and plain `http`; trust: whose certificates hold.

        Raises:
            Misconfigured: The operator's own certificates can't be read.
        """
        self._allow = frozenset(allow)
        self._resolver = resolver or SystemResolver()
        self._servers = Servers(clock)
        self._trust = trust or _usual_trust()

    def check(self, url: str) -> None:
        """Whether a URL is one that may be asked at all, as far as it says by itself. Raises `Refused`."""
        destination_of(url, self._allow)

    async def get_json(
        self,
        url: str,
        *,
        bearer: Secret | None = None,
        query: Sequence[tuple[str, str]] = (),
        seconds: float = SECONDS,
        limit_bytes: int = JSON_BYTES,
    ) -> Answer:
        """Ask for JSON; tried once more when the connection fails. `query` is added to the URL's own, repeats kept."""
        return await self._ask_json("GET", url, None, bearer, query, seconds=seconds, limit_bytes=limit_bytes)

    async def post_json(
        self,
        url: str,
        body: Json,
        *,
        bearer: Secret | None = None,
        headers: Sequence[tuple[str, str]] = (),
        seconds: float = SECONDS,
        limit_bytes: int = JSON_BYTES,
    ) -> Answer:
        """
        Send JSON, once; a fault's `may_have_happened` says whether it can have had an effect.

        body: a `msgspec.Raw` is sent as it is. headers: beside our own, their values printable ASCII.
        """
        content = msgspec.json.encode(body)
        return await self._ask_json(
            "POST", url, content, bearer, (), headers=headers, seconds=seconds, limit_bytes=limit_bytes
        )

    async def get_image(self, url: str, *, seconds: float = SECONDS, limit_bytes: int = IMAGE_BYTES) -> Raster:
        """Ask for a raster image; tried once more when the connection fails."""
        with _logged("GET") as told:
            request = Request("GET", destination_of(url, self._allow), ACCEPTED)
            told.append(request.destination.server)
            return await self._ask(request, lambda response, _: read_raster(response, limit_bytes), seconds)

    async def _ask_json(
        self,
        method: Literal["GET", "POST"],
        url: str,
        content: bytes | None,
        bearer: Secret | None,
        query: Sequence[tuple[str, str]],
        *,
        headers: Sequence[tuple[str, str]] = (),
        seconds: float,
        limit_bytes: int,
    ) -> Answer:
        async def read(response: httpcore.Response, progress: Progress) -> Answer:
            return await read_answer(response, limit_bytes, may_have_happened=progress.may_have_happened)

        with _logged(method) as told:
            destination = destination_of(url, self._allow, query)
            told.append(destination.server)
            request = Request(method, destination, "application/json", bearer, content, tuple(headers))
            answer = await self._ask(request, read, seconds)
        return answer if bearer is None else _without_echo(answer, bearer, destination.server)

    async def _ask(self, request: Request, read: _Read[T], seconds: float) -> T:
        """Within the deadline and the limits; what comes of it is told to the server's breaker."""
        progress, server = Progress(request), request.destination.server
        with self._servers.visit(server):
            try:
                async with asyncio.timeout(seconds), self._servers.slot(server):
                    progress.begun = True
                    return await self._tried(request, progress, read)
            except TimeoutError:
                if not progress.begun:
                    raise Busy("no room before the deadline") from None
                raise TimedOut(f"{seconds} s", may_have_happened=progress.may_have_happened) from None

    async def _tried(self, request: Request, progress: Progress, read: _Read[T]) -> T:
        try:
            return await self._once(request, progress, read)
        except (Unreachable, Broken):
            if request.method != "GET":
                raise
            return await self._once(request, progress, read)

    async def _once(self, request: Request, progress: Progress, read: _Read[T]) -> T:
        dialler = Dialler(self._resolver, trusted=request.destination.trusted)
        return await exchange(request, progress, dialler, self._trust, lambda response: read(response, progress))


@cache
def _usual_trust() -> ssl.SSLContext:
    """Made once a process: reading every authority takes its time. Raises `Misconfigured`."""
    try:
        return httpx.create_ssl_context()
    except OSError as fault:
        message = "SSL_CERT_FILE or SSL_CERT_DIR names no certificates that can be read."
        raise Misconfigured(message) from fault


@contextmanager
def _logged(method: str) -> Generator[list[str]]:
    """Log a fault on its way out. The block appends the server, once it is known: a URL can hold a secret."""
    told: list[str] = []
    try:
        yield told
    except OutboundFault as fault:
        _log.warning(
            "outbound request failed",
            method=method,
            server=told[0] if told else None,
            code=fault.code,
            reason=fault.reason,
            detail=fault.detail,
            may_have_happened=fault.may_have_happened,
        )
        raise


def _without_echo(answer: Answer, bearer: Secret, server: str) -> Answer:
    body, echoed = without_secret(answer.body, bearer)
    if not echoed:
        return answer
    _log.warning("outbound answer held our secret", server=server, status=answer.status)
    return msgspec.structs.replace(answer, body=body)
