"""A reading client on a bare socket: it must cost less than what it measures."""

import asyncio
from collections.abc import Mapping
from urllib.parse import urlsplit

from tests.bench.heard import Heard


class Unchunked:
    """The body within HTTP/1.1 chunks, however the network cut them."""

    def __init__(self) -> None:
        self._rest = b""

    def feed(self, data: bytes) -> bytes:
        whole, at, bodies = self._rest + data, 0, list[bytes]()
        while (line_end := whole.find(b"\r\n", at)) != -1:
            size = int(whole[at:line_end], 16)
            begin = line_end + 2
            if len(whole) < begin + size + 2:
                break
            bodies.append(whole[begin : begin + size])
            at = begin + size + 2
        self._rest = whole[at:]
        return b"".join(bodies)


class Reading(asyncio.Protocol):
    """One streamed response, handed to `heard` as it comes. `opened` holds its status once its head is there."""

    def __init__(self, heard: Heard) -> None:
        self.heard = heard
        self.opened: asyncio.Future[int] = asyncio.get_running_loop().create_future()
        self._head = b""
        self._body = Unchunked()

    def data_received(self, data: bytes) -> None:
        if not self.opened.done():
            self._head += data
            head, found, data = self._head.partition(b"\r\n\r\n")
            if not found:
                return
            self.opened.set_result(int(head.split(b" ", 2)[1]))
        if data and (body := self._body.feed(data)):
            self.heard.take(body)

    def connection_lost(self, exc: Exception | None) -> None:
        self.heard.closed = True
        if not self.opened.done():
            self.opened.set_exception(exc or ConnectionError("The server closed the connection without an answer."))


async def read(
    url: str, heard: Heard, *, headers: Mapping[str, str], body: bytes | None = None, status: int = 200
) -> asyncio.Transport:
    """
    Ask, wait for the head, and let the body flow into `heard`: GET without a body, else POST.

    Raises:
        ConnectionError: the answer has another status.
    """
    parts = urlsplit(url)
    transport, reading = await asyncio.get_running_loop().create_connection(
        lambda: Reading(heard), parts.hostname or "127.0.0.1", parts.port or 80
    )
    path = parts.path + (f"?{parts.query}" if parts.query else "")
    lines = {"host": parts.netloc, **headers} | ({} if body is None else {"content-length": str(len(body))})
    head = f"{'GET' if body is None else 'POST'} {path} HTTP/1.1\r\n" + "".join(
        f"{k}: {v}\r\n" for k, v in lines.items()
    )
    transport.write(head.encode() + b"\r\n" + (body or b""))
    if (answered := await reading.opened) != status:
        transport.close()
        raise ConnectionError(f"{url} answered {answered}.")
    return transport
