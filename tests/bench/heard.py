"""What one chat heard of its reply, and when."""

import asyncio
import time
from dataclasses import dataclass, field

from tests.bench.marks import END_MARK, MARK, MARK_BYTES, written_at

_KEPT = max(MARK_BYTES, len(END_MARK)) - 1


@dataclass(slots=True)
class Heard:
    """
    One reply as it arrives. Times are monotonic nanoseconds.

    latencies_ns: of each mark, from written to heard, the first time it is heard. size_bytes: of the body, without the
    framing of HTTP.
    """

    asked_at: int = 0
    first_at: int = 0
    size_bytes: int = 0
    latencies_ns: list[int] = field(default_factory=list[int])
    begun: asyncio.Event = field(default_factory=asyncio.Event)
    ended: asyncio.Event = field(default_factory=asyncio.Event)
    closed: bool = False
    _latest: int = 0
    _rest: bytes = b""

    def take(self, data: bytes) -> None:
        """The next bytes of the body."""
        now = time.monotonic_ns()
        self.size_bytes += len(data)
        data = self._rest + data
        # Marks only ever grow, so one that does not was heard before: in a finished block, say.
        for found in MARK.finditer(data):
            written = written_at(found)
            if written > self._latest:
                self._latest = written
                self.latencies_ns.append(now - written)
        if self.latencies_ns and not self.first_at:
            self.first_at = now
            self.begun.set()
        if END_MARK in data:
            self.ended.set()
        self._rest = data[-_KEPT:]
