"""Reads an answer's body as it comes over the wire, and no further than it may go."""

from typing import Final

import httpcore

from app.outbound.faults import Reason, Refused

_PLAIN: Final = ("", "identity")


async def read_body(response: httpcore.Response, limit_bytes: int, *, may_have_happened: bool) -> bytes:
    """
    The raw bytes. A compressed body is refused rather than unpacked: a small one can hold any amount.

    Raises:
        Refused: It is compressed, or larger than the limit.
    """
    reason = await _read(response, limit_bytes)
    if isinstance(reason, bytes):
        return reason
    raise Refused(reason, f"status {response.status}", may_have_happened=may_have_happened)


async def _read(response: httpcore.Response, limit_bytes: int) -> bytes | Reason:
    if any(encoding not in _PLAIN for encoding in _values(response, b"content-encoding")):
        return "encoding"
    if any(length.isdecimal() and int(length[:20]) > limit_bytes for length in _values(response, b"content-length")):
        return "too_large"
    body = bytearray()
    async for piece in response.aiter_stream():
        body += piece
        if len(body) > limit_bytes:
            return "too_large"
    return bytes(body)


def _values(response: httpcore.Response, name: bytes) -> list[str]:
    return [value.decode("latin-1").strip().lower() for given, value in response.headers if given.lower() == name]
