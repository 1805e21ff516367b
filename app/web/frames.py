"""
Server-sent events as bytes: the one place where an event of the stream is framed.

Names come from an enum and ids are log numbers, so nothing a model or a page wrote can begin another event.
"""

import json
from enum import StrEnum

from msgspec import Struct, to_builtins
from msgspec.json import Encoder

_encode = Encoder().encode


class EventName(StrEnum):
    DELTA = "delta"
    CALL = "call"
    PING = "ping"
    BYE = "bye"


class DeltaData(Struct, frozen=True):
    """`event: delta`: text `s` for the element `t`, at `o` UTF-16 code units from its start."""

    t: str
    o: int
    s: str


_HEADS = {name: f"event: {name}\ndata: ".encode() for name in EventName}


def frame(data: str | Struct, *, event: EventName | None = None, number: int | None = None) -> bytes:
    """
    One event, whole.

    data: HTML, or a struct that travels as JSON. Line ends become LF, NUL goes, a lone surrogate becomes U+FFFD.
    event: None for a message htmx swaps. number: its place in the log, which a reader resumes from.
    """
    body = data.encode("utf-8", "surrogatepass") if isinstance(data, str) else _json(data)
    if b"\r" in body or b"\0" in body or b"\xed" in body:
        body = _scrubbed(body)
    if b"\n" in body:
        body = body.replace(b"\n", b"\ndata: ")
    head = b"data: " if event is None else _HEADS[event]
    return b"%b%b\n\n" % (head, body) if number is None else b"id: %d\n%b%b\n\n" % (number, head, body)


def _json(data: Struct) -> bytes:
    try:
        return _encode(data)
    except UnicodeEncodeError:
        return _whole(json.dumps(to_builtins(data), ensure_ascii=False, separators=(",", ":"))).encode()


def _scrubbed(body: bytes) -> bytes:
    text = _whole(body.decode("utf-8", "surrogatepass"))
    return text.replace("\0", "").replace("\r\n", "\n").replace("\r", "\n").encode()


def _whole(text: str) -> str:
    """The text with surrogate pairs joined and lone surrogates replaced."""
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
