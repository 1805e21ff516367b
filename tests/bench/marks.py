"""
The words the stand-in model writes, 20 characters a delta, each carrying the time it was written.

Both ends of a measurement run in one process, so one clock serves both. The marks are plain words to
Markdown and to HTML, and survive whatever a server makes of them.
"""

import re
import time

WIDTH = 20
DELTAS_A_PARAGRAPH = 15
MARK = re.compile(rb"x([0-9a-f]{15})x")
MARK_BYTES = 17
THE_END = "theveryendof"
END_MARK = THE_END.encode()


def delta(number: int) -> str:
    """Delta `number`, counted from 1: 20 characters with the time now, in nanoseconds."""
    ending = ".\n\n" if number % DELTAS_A_PARAGRAPH == 0 else " ab"
    return f"x{time.monotonic_ns():015x}x{ending}"


def last_delta() -> str:
    """20 characters that say that no more come."""
    return f" {THE_END} it.".ljust(WIDTH, ".")


def written_at(found: re.Match[bytes]) -> int:
    """The nanoseconds within a mark."""
    return int(found[1], 16)
