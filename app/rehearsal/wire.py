"""The Messages API's answers, to the letter: server-sent events, or one JSON object."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import cycle

import msgspec

from app.contract.ids import Json
from app.rehearsal.reply import Called, Part, Reply, Said, Thought
from app.rehearsal.signatures import sealed, signature
from app.rehearsal.usage import InputUsage, output_tokens

_AWKWARD = (1, 4, 2, 7, 3)
_encode = msgspec.json.Encoder().encode


def event(name: str, data: dict[str, Json]) -> bytes:
    """One server-sent event, its name repeated as `type` as the API does."""
    return b"event: %s\ndata: %s\n\n" % (name.encode(), _encode({"type": name, **data}))


def error_event(kind: str, message: str) -> bytes:
    """The event of a stream that fails after its 200."""
    return event("error", {"error": {"type": kind, "message": message}})


def is_delta(frame: bytes) -> bool:
    """Whether a frame carries a piece of a block, and so counts for faults and pace."""
    return frame.startswith(b"event: content_block_delta")


def message(reply: Reply, message_id: str, model: str, usage: InputUsage) -> dict[str, Json]:
    """The whole message, as answered without `stream`."""
    return {
        **_shell(message_id, model),
        "content": [_whole(part) for part in reply.parts],
        "stop_reason": reply.stop_reason,
        "stop_details": _details(reply),
        "usage": usage.as_json(output_tokens(reply)),
    }


def frames(reply: Reply, message_id: str, model: str, usage: InputUsage, *, chunk: int) -> Iterator[bytes]:
    """
    The stream of a reply, one event at a time.

    Args:
        chunk: Characters a text delta; tool arguments are cut at awkward places whatever it is.
    """
    yield event("message_start", {"message": _shell(message_id, model) | {"usage": usage.as_json(1)}})
    for index, part in enumerate(reply.parts):
        yield event("content_block_start", {"index": index, "content_block": _opening(part)})
        if index == 0:
            yield event("ping", {})
        yield from _deltas(index, part, chunk)
        yield event("content_block_stop", {"index": index})
    ending = {"stop_reason": reply.stop_reason, "stop_sequence": None, "stop_details": _details(reply)}
    yield event("message_delta", {"delta": ending, "usage": usage.as_json(output_tokens(reply))})
    yield event("message_stop", {})


def _shell(message_id: str, model: str) -> dict[str, Json]:
    return {
        "id": message_id,
        "type": "message",
        "role": "assistant",
        "model": model,
        "content": [],
        "stop_reason": None,
        "stop_sequence": None,
    }


def _details(reply: Reply) -> Json:
    if reply.stop_reason != "refusal":
        return None
    return {"type": "refusal", "category": None, "explanation": None}


def _opening(part: Part) -> dict[str, Json]:
    match part:
        case Said():
            return {"type": "text", "text": ""}
        case Thought(redacted=True):
            return {"type": "redacted_thinking", "data": sealed(part.text)}
        case Thought():
            return {"type": "thinking", "thinking": "", "signature": ""}
        case Called():
            return {"type": "tool_use", "id": part.id, "name": part.name, "input": {}}


def _whole(part: Part) -> dict[str, Json]:
    match part:
        case Said():
            return {"type": "text", "text": part.text}
        case Thought(redacted=True):
            return _opening(part)
        case Thought():
            return {"type": "thinking", "thinking": part.text, "signature": signature(part.text)}
        case Called():
            return _opening(part) | {"input": msgspec.json.decode(part.arguments)}


def _deltas(index: int, part: Part, chunk: int) -> Iterator[bytes]:
    match part:
        case Said():
            # The head is the same for each delta and this is the benchmarks' hot path, so it is written out once.
            head = b'event: content_block_delta\ndata: {"type":"content_block_delta","index":%d,"delta":' % index
            head += b'{"type":"text_delta","text":'
            for start in range(0, len(part.text), chunk):
                yield b"%s%s}}\n\n" % (head, _encode(part.text[start : start + chunk]))
        case Thought(redacted=True):
            return
        case Thought():
            for start in range(0, len(part.text), chunk):
                yield _delta(index, {"type": "thinking_delta", "thinking": part.text[start : start + chunk]})
            yield _delta(index, {"type": "signature_delta", "signature": signature(part.text)})
        case Called():
            yield _delta(index, {"type": "input_json_delta", "partial_json": ""})
            for piece in _awkward(part.arguments):
                yield _delta(index, {"type": "input_json_delta", "partial_json": piece})


def _delta(index: int, delta: dict[str, Json]) -> bytes:
    return event("content_block_delta", {"index": index, "delta": delta})


def _awkward(text: str) -> Iterator[str]:
    """Pieces of uneven length, so that cuts fall within keys, numbers and escapes."""
    start = 0
    for length in cycle(_AWKWARD):
        if start >= len(text):
            return
        yield text[start : start + length]
        start += length
