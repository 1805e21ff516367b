"""A loopback Messages API that answers byte for byte what a test tells it to, faults included."""

import asyncio
import json
from collections.abc import AsyncGenerator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

from app.contract.ids import Json

OK = b"HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\nconnection: close\r\n\r\n"


@dataclass(frozen=True)
class Stall:
    """Silence for `seconds` between two writes."""

    seconds: float


@dataclass(frozen=True)
class Reset:
    """Drop the connection where it stands."""


Step = bytes | Stall | Reset


@dataclass
class FaultServer:
    """Plays one list of steps a connection, the last one again when they run out."""

    url: str
    plays: list[Sequence[Step]]
    requests: list[tuple[str, Json]] = field(default_factory=list[tuple[str, Json]])
    asked: asyncio.Event = field(default_factory=asyncio.Event)
    gone: asyncio.Event = field(default_factory=asyncio.Event)

    async def answer(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            head = (await reader.readuntil(b"\r\n\r\n")).decode()
            length = next(line for line in head.lower().splitlines() if line.startswith("content-length:"))
            body = await reader.readexactly(int(length.partition(":")[2]))
            self.requests.append((head, json.loads(body)))
            self.asked.set()
            closing = asyncio.ensure_future(self._watch(reader))
            play = self.plays.pop(0) if len(self.plays) > 1 else self.plays[0]
            for step in play:
                await self._do(step, writer)
            closing.cancel()
        except ConnectionError:
            self.gone.set()
        finally:
            writer.close()

    async def _watch(self, reader: asyncio.StreamReader) -> None:
        if not await reader.read(1):
            self.gone.set()

    async def _do(self, step: Step, writer: asyncio.StreamWriter) -> None:
        match step:
            case Stall(seconds=seconds):
                await asyncio.sleep(seconds)
            case Reset():
                writer.transport.abort()
            case bytes():
                writer.write(step)
                await writer.drain()


@asynccontextmanager
async def serving(*plays: Sequence[Step]) -> AsyncGenerator[FaultServer]:
    """The server while it runs; its tasks end with it."""
    fault = FaultServer("", list(plays))
    server = await asyncio.start_server(fault.answer, "127.0.0.1", 0)
    fault.url = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"
    try:
        yield fault
    finally:
        server.close()


def event(kind: str, **rest: Json) -> bytes:
    """One event of the stream, as the API writes it."""
    return f"event: {kind}\ndata: {json.dumps({'type': kind, **rest}, ensure_ascii=False)}\n\n".encode()


def status(code: int, kind: str = "", message: str = "", **headers: str) -> bytes:
    """A whole error response."""
    body = json.dumps({"type": "error", "error": {"type": kind, "message": message}}).encode() if kind else b"oops"
    named = {"content-length": str(len(body)), "content-type": "application/json", "connection": "close"} | headers
    lines = "".join(f"{name.replace('_', '-')}: {value}\r\n" for name, value in named.items())
    return f"HTTP/1.1 {code} Said\r\n{lines}\r\n".encode() + body


def begun() -> bytes:
    usage = {"input_tokens": 11, "output_tokens": 1, "cache_read_input_tokens": 5, "cache_creation_input_tokens": 0}
    return event("message_start", message={"id": "msg_1", "role": "assistant", "content": [], "usage": usage})


def ended(reason: str = "end_turn", output_tokens: int = 7) -> bytes:
    delta = {"stop_reason": reason, "stop_sequence": None}
    return event("message_delta", delta=delta, usage={"output_tokens": output_tokens}) + event("message_stop")


def block(index: int, begun_as: dict[str, Json], *deltas: dict[str, Json]) -> bytes:
    pieces = b"".join(event("content_block_delta", index=index, delta=delta) for delta in deltas)
    start = event("content_block_start", index=index, content_block=begun_as)
    return start + pieces + event("content_block_stop", index=index)


def text_block(index: int, *texts: str) -> bytes:
    return block(index, {"type": "text", "text": ""}, *({"type": "text_delta", "text": text} for text in texts))


def call_block(index: int, *pieces: str) -> bytes:
    begun_as: dict[str, Json] = {"type": "tool_use", "id": f"toolu_{index}", "name": "set_currency", "input": {}}
    return block(index, begun_as, *({"type": "input_json_delta", "partial_json": piece} for piece in pieces))
