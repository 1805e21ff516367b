"""One answer of the model, whole, before it is cut into deltas."""

from __future__ import annotations

import msgspec

from app.rehearsal.script import Fault, Pace


class Said(msgspec.Struct, frozen=True):
    """A text block."""

    text: str


class Thought(msgspec.Struct, frozen=True):
    """A thinking block; `redacted` seals its words."""

    text: str
    redacted: bool = False


class Called(msgspec.Struct, frozen=True):
    """A call; `arguments` is JSON as it is streamed, malformed when the script says so."""

    id: str
    name: str
    arguments: str


Part = Said | Thought | Called


class Reply(msgspec.Struct, frozen=True, kw_only=True):
    """What is said and called. `pace` and `fault` are the script's; absent where no script fitted."""

    parts: tuple[Part, ...]
    stop_reason: str
    pace: Pace | None = None
    fault: Fault | None = None
