"""The Messages API's stream events, as far as we read them. What we don't know is let through unread."""

import json

import msgspec

from app.contract.ids import Json
from app.models.faults import malformed


class WireDelta(msgspec.Struct, frozen=True):
    """The `delta` of a `content_block_delta` or a `message_delta`; a field that is not there is None."""

    type: str | None = None
    text: str | None = None
    partial_json: str | None = None
    thinking: str | None = None
    signature: str | None = None
    citation: Json = None
    stop_reason: str | None = None


class WireMessage(msgspec.Struct, frozen=True):
    """The `message` of a `message_start`."""

    usage: dict[str, Json] = {}


class WireError(msgspec.Struct, frozen=True):
    """The `error` of an `error` event."""

    type: str = ""
    message: str = ""


class WireEvent(msgspec.Struct, frozen=True):
    """Any event of the stream, told apart by `type`."""

    type: str
    index: int = -1
    delta: WireDelta | None = None
    content_block: dict[str, Json] | None = None
    message: WireMessage | None = None
    usage: dict[str, Json] | None = None
    error: WireError | None = None


_decoder = msgspec.json.Decoder(WireEvent)


def decode(data: bytes) -> WireEvent:
    """One event from its data. Raises a `Setback` when it is none."""
    try:
        return _decoder.decode(data)
    except msgspec.DecodeError:
        return _decode_scrubbed(data)


def _decode_scrubbed(data: bytes) -> WireEvent:
    # A gateway that cuts text by UTF-16 units sends half a surrogate pair. msgspec refuses the whole event
    # for it; one character lost is better than the reply.
    try:
        return _decoder.decode(json.dumps(json.loads(data), ensure_ascii=False).encode("utf-8", "replace"))
    except (ValueError, RecursionError):
        raise malformed("an event that is not one") from None
