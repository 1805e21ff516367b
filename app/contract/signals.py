"""What travels on the bus: fresh log events, text of the block being written, and word of a user's inbox."""

from typing import TypeAlias

from msgspec import Struct, json

from app.contract.events import LogEvent
from app.contract.ids import ProposalId, TurnId


class Appended(Struct, frozen=True, tag="appended"):
    """Events just made durable, in order. A reader that sees a gap reads the log."""

    events: tuple[LogEvent, ...]


class Delta(Struct, frozen=True, tag="delta"):
    """
    Text of the block being written into slot `slot` of a turn.

    offset: length, in UTF-16 code units, of what the slot held before; what a browser's string counts.
    """

    turn: TurnId
    slot: int
    offset: int
    text: str


def utf16_length(text: str) -> int:
    """How long a browser's string of the same text is."""
    return len(text) if text.isascii() else len(text.encode("utf-16-le", "surrogatepass")) // 2


class InboxChanged(Struct, frozen=True, tag="inbox.changed"):
    """A proposal came or moved on; what it is now stands in the store."""

    proposal: ProposalId


Signal: TypeAlias = Appended | Delta | InboxChanged

_decoder: json.Decoder[Signal] = json.Decoder(Signal)
_encoder = json.Encoder()


def encode(signal: Signal) -> bytes:
    return _encoder.encode(signal)


def decode(sent: bytes) -> Signal:
    return _decoder.decode(sent)
