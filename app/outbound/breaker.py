"""Stops asking a server that keeps failing: five failures in a row open it for 30 s, then one request tries again."""

from collections.abc import Callable
from typing import Final

from app.outbound.faults import Unreachable

FAILURES: Final = 5
OPEN_SECONDS: Final = 30.0


class Breaker:
    """One server's. Every `enter` that returns is followed by exactly one of `failed`, `answered` or `left`."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._failures = 0
        self._open_until: float | None = None
        self._probing = False

    @property
    def is_spotless(self) -> bool:
        """Nothing to remember."""
        return self._failures == 0

    def enter(self) -> None:
        """Raises `Unreachable` while it is open, or another request is trying whether it may close."""
        if self._open_until is None:
            return
        if self._probing or self._clock() < self._open_until:
            raise Unreachable("not tried: the breaker is open")
        self._probing = True

    def failed(self) -> None:
        """The server gave no answer."""
        self._failures += 1
        self._probing = False
        if self._failures >= FAILURES:
            self._open_until = self._clock() + OPEN_SECONDS

    def answered(self) -> None:
        """It answered, whatever it said."""
        self._failures = 0
        self._probing = False
        self._open_until = None

    def left(self) -> None:
        """The request ended for a reason that says nothing about the server."""
        self._probing = False
