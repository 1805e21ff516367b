"""
Opens connections for httpcore: looks the name up, checks every address it has, and connects to one that was checked.

The check and the connection see the same address, so a name that changes between the two gains nothing.
TLS still proves the host by its name.
"""

from collections.abc import Iterable, Sequence
from typing import Final, cast

import httpcore

from app.outbound.addresses import Resolver, is_public
from app.outbound.faults import Refused, Unreachable

CONNECT_SECONDS: Final = 3.0
"""The longest wait for one address; the next is tried after it."""

_MOST_TRIED: Final = 4
_SocketOption = tuple[int, int, int] | tuple[int, int, bytes | bytearray] | tuple[int, int, None, int]


class Dialler(httpcore.AsyncNetworkBackend):
    """
    A network backend that reaches checked addresses only.

    trusted: the operator listed the host, so that any of its addresses may be called.
    """

    def __init__(self, resolver: Resolver, *, trusted: bool) -> None:
        self._resolver = resolver
        self._trusted = trusted
        self._sockets = cast("httpcore.AsyncNetworkBackend", httpcore.AnyIOBackend())
        self._opened: httpcore.AsyncNetworkStream | None = None

    async def close(self) -> None:
        """Close what was opened. httpcore forgets a connection whose TLS handshake was broken off by a deadline."""
        if self._opened is not None:
            await self._opened.aclose()

    async def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,  # noqa: ARG002, ASYNC109 - httpcore's signature; ours bounds each address.
        local_address: str | None = None,
        socket_options: Iterable[_SocketOption] | None = None,
    ) -> httpcore.AsyncNetworkStream:
        """
        Connect to a host.

        Raises:
            Refused: An address it has may not be called.
            Unreachable: It has none, or none answers.
        """
        tried: list[str] = []
        for address in await self._checked(host, port):
            try:
                self._opened = await self._sockets.connect_tcp(
                    address, port, CONNECT_SECONDS, local_address=local_address, socket_options=socket_options
                )
                return self._opened
            except (httpcore.ConnectError, httpcore.ConnectTimeout) as fault:
                tried.append(f"{address}: {type(fault).__name__}")
        raise Unreachable("; ".join(tried))

    async def _checked(self, host: str, port: int) -> Sequence[str]:
        try:
            addresses = await self._resolver(host, port)
        except (OSError, UnicodeError) as fault:
            raise Unreachable(f"no address ({type(fault).__name__})") from None
        if not addresses:
            raise Unreachable("no address")
        if not self._trusted and not all(map(is_public, addresses)):
            raise Refused("address", f"resolves to {', '.join(addresses[:_MOST_TRIED])}")
        return addresses[:_MOST_TRIED]
