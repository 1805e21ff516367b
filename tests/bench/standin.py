"""A Messages API on loopback that costs as little as it can, so that what is measured is the server before it."""

import asyncio
import json
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager

from app.contract.ids import Json
from tests.bench.document import document
from tests.bench.marks import WIDTH, delta, last_delta
from tests.bench.orders import Order, order_in

_HEAD = b"HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\ntransfer-encoding: chunked\r\n\r\n"
_BEFORE, _AFTER = (
    b'event: content_block_delta\ndata: {"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":',
    b"}}\n\n",
)
DELTAS_A_WRITE = 64


@asynccontextmanager
async def stand_in_model() -> AsyncGenerator[str]:
    """Serves while the context is open; yields its base URL."""
    server = await asyncio.start_server(_answer_all, "127.0.0.1", 0)
    try:
        yield f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"
    finally:
        server.close()


async def _answer_all(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    try:
        while True:
            await _answer(await _read_body(reader), writer)
    except (asyncio.IncompleteReadError, ConnectionError):
        pass
    finally:
        writer.close()


async def _read_body(reader: asyncio.StreamReader) -> dict[str, Json]:
    head = (await reader.readuntil(b"\r\n\r\n")).lower()
    _, _, length = head.partition(b"content-length:")
    body: dict[str, Json] = json.loads(await reader.readexactly(int(length.split(b"\r\n")[0])))
    return body


async def _answer(body: dict[str, Json], writer: asyncio.StreamWriter) -> None:
    order = order_in(json.dumps(body["messages"][-1], ensure_ascii=False).replace('\\"', '"'))
    writer.write(_HEAD + _chunk(_opening()))
    if order.a_second:
        await _write_paced(order, writer)
    else:
        await _write_at_once(order, writer)
    writer.write(_chunk(_closing(order)) + b"0\r\n\r\n")
    await writer.drain()


async def _write_paced(order: Order, writer: asyncio.StreamWriter) -> None:
    clock = asyncio.get_running_loop()
    began = clock.time()
    text = document(order.deltas) if order.markdown else ""
    for number in range(1, order.deltas):
        await asyncio.sleep(began + number / order.a_second - clock.time())
        # The first is a marked one in any case: it tells that the reply has begun.
        at = (number - 2) * WIDTH
        writer.write(_chunk(_delta(text[at : at + WIDTH] if text and number > 1 else delta(number))))
    writer.write(_chunk(_delta(last_delta())))


async def _write_at_once(order: Order, writer: asyncio.StreamWriter) -> None:
    left = order.deltas - 1
    while left > 0:
        batch = min(left, DELTAS_A_WRITE)
        writer.write(_chunk(b"".join(_delta(delta(left - at)) for at in range(batch))))
        await writer.drain()
        left -= batch
    writer.write(_chunk(_delta(last_delta())))


def _chunk(body: bytes) -> bytes:
    return b"%x\r\n%b\r\n" % (len(body), body)


def _delta(text: str) -> bytes:
    return _BEFORE + json.dumps(text).encode() + _AFTER


def _event(kind: str, **rest: Json) -> bytes:
    return f"event: {kind}\ndata: {json.dumps({'type': kind, **rest})}\n\n".encode()


def _opening() -> bytes:
    usage = {"input_tokens": 10, "output_tokens": 1, "cache_read_input_tokens": 0, "cache_creation_input_tokens": 0}
    message: dict[str, Json] = {
        "id": "msg_bench",
        "type": "message",
        "role": "assistant",
        "model": "bench",
        "content": [],
        "usage": usage,
    }
    start = _event("message_start", message=message | {"stop_reason": None, "stop_sequence": None})
    return start + _event("content_block_start", index=0, content_block={"type": "text", "text": ""})


def _closing(order: Order) -> bytes:
    ended = {"stop_reason": "end_turn", "stop_sequence": None}
    delta_event = _event("message_delta", delta=ended, usage={"output_tokens": order.deltas})
    return _event("content_block_stop", index=0) + delta_event + _event("message_stop")
