"""A loopback server that answers byte for byte what a test tells it to, and tells what reached it."""

import asyncio
import json
import ssl
from collections.abc import AsyncGenerator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

from app.contract.ids import Json


@dataclass(frozen=True)
class Stall:
    """Silence for `seconds`."""

    seconds: float


@dataclass(frozen=True)
class Reset:
    """Drop the connection where it stands."""


@dataclass(frozen=True)
class Endless:
    """The same bytes again and again, `seconds` apart, for as long as somebody reads them."""

    piece: bytes
    seconds: float = 0


Step = bytes | Stall | Reset | Endless


@dataclass
class Loopback:
    """Plays one list of steps a connection, the last one again when they run out."""

    plays: list[Sequence[Step]]
    port: int = 0
    scheme: str = "http"
    heads: list[str] = field(default_factory=list[str])
    bodies: list[bytes] = field(default_factory=list[bytes])
    sent_bytes: int = 0
    connections: int = 0
    open: int = 0
    most_open: int = 0
    opened: asyncio.Condition = field(default_factory=asyncio.Condition)
    asked: asyncio.Event = field(default_factory=asyncio.Event)
    gone: asyncio.Event = field(default_factory=asyncio.Event)

    @property
    def host(self) -> str:
        return f"127.0.0.1:{self.port}"

    @property
    def url(self) -> str:
        return f"{self.scheme}://{self.host}/tools"

    async def holds(self, connections: int) -> None:
        """Wait until so many are open, and then a little for one more."""
        async with self.opened:
            await self.opened.wait_for(lambda: self.open >= connections)
        await asyncio.sleep(0.2)

    async def answer(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.connections += 1
        self.open += 1
        self.most_open = max(self.most_open, self.open)
        async with self.opened:
            self.opened.notify_all()
        try:
            await self._hear(reader)
            play = self.plays.pop(0) if len(self.plays) > 1 else self.plays[0]
            for step in play:
                await self._do(step, writer)
        except (ConnectionError, asyncio.IncompleteReadError):
            self.gone.set()
        finally:
            self.open -= 1
            writer.close()

    async def _hear(self, reader: asyncio.StreamReader) -> None:
        head = (await reader.readuntil(b"\r\n\r\n")).decode()
        lengths = [line.partition(":")[2] for line in head.lower().splitlines() if line.startswith("content-length:")]
        self.heads.append(head)
        self.bodies.append(await reader.readexactly(int(lengths[0])) if lengths else b"")
        self.asked.set()

    async def _do(self, step: Step, writer: asyncio.StreamWriter) -> None:
        match step:
            case Stall(seconds=seconds):
                await asyncio.sleep(seconds)
            case Reset():
                writer.transport.abort()
            case Endless(piece=piece, seconds=seconds):
                while True:
                    await self._write(piece, writer)
                    await asyncio.sleep(seconds)
            case bytes():
                await self._write(step, writer)

    async def _write(self, piece: bytes, writer: asyncio.StreamWriter) -> None:
        writer.write(piece)
        await writer.drain()
        self.sent_bytes += len(piece)


@asynccontextmanager
async def serving(*plays: Sequence[Step], tls: ssl.SSLContext | None = None) -> AsyncGenerator[Loopback]:
    """The server while the block runs; what it is still doing ends with it."""
    loopback = Loopback(list(plays), scheme="https" if tls else "http")
    at_work: set[asyncio.Task[None]] = set()

    def accept(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.ensure_future(loopback.answer(reader, writer))
        at_work.add(task)
        task.add_done_callback(at_work.discard)

    server = await asyncio.start_server(accept, "127.0.0.1", 0, ssl=tls)
    loopback.port = server.sockets[0].getsockname()[1]
    try:
        yield loopback
    finally:
        server.close()
        for task in tuple(at_work):
            task.cancel()
        await asyncio.gather(*at_work, return_exceptions=True)


def response(body: bytes = b"", status: int = 200, **headers: str) -> bytes:
    """A whole response; a header given as the empty text is left out."""
    named = {"content_type": "application/json", "content_length": str(len(body))} | headers
    lines = "".join(f"{name.replace('_', '-')}: {value}\r\n" for name, value in named.items() if value)
    return f"HTTP/1.1 {status} Said\r\n{lines}\r\n".encode() + body


def said(value: Json, status: int = 200) -> bytes:
    return response(json.dumps(value).encode(), status)
