"""How long to wait before another try, and when to stop trying."""

import random
import time

from msgspec import Struct

from app.models.faults import Setback

_dice = random.SystemRandom()


class Backoff(Struct, frozen=True):
    """
    The patience of one request.

    tries: most tries in all. first_seconds: the first pause, doubled each time, give or take a quarter.
    most_seconds: a longer wait than this is not waited: asked for more, we give up and say so.
    patience_seconds: no new try begins later than this after the first.
    """

    tries: int = 4
    first_seconds: float = 0.5
    most_seconds: float = 20.0
    patience_seconds: float = 120.0


class Tries:
    """The tries of one request so far."""

    def __init__(self, backoff: Backoff) -> None:
        self._backoff = backoff
        self._failed = 0
        self._began = time.monotonic()

    def pause_after(self, setback: Setback) -> float | None:
        """Seconds to wait before the next try; None when there should be none."""
        self._failed += 1
        if not setback.again or self._failed >= self._backoff.tries:
            return None
        own = self._backoff.first_seconds * 2 ** (self._failed - 1) * _dice.uniform(0.75, 1.25)
        pause = max(own, setback.after_seconds or 0.0)
        late = time.monotonic() - self._began + pause > self._backoff.patience_seconds
        return None if late or pause > self._backoff.most_seconds else pause
