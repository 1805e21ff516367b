"""One reader's bounded queue of signals."""

import asyncio
from collections import deque

from app.contract.signals import Signal
from app.errors import Lagged

MOST_WAITING = 256


class Subscription:
    """
    An async iterator over signals that were `put`.

    A reader that lets more than `MOST_WAITING` of them wait gets `Lagged`, and nothing after it. One whose bus was
    closed gets what still waits, then the end.
    """

    __slots__ = ("_closed", "_lagged", "_signals", "_woken")

    def __init__(self) -> None:
        self._signals: deque[Signal] = deque()
        self._woken: asyncio.Future[None] | None = None
        self._lagged = False
        self._closed = False

    def put(self, signal: Signal) -> None:
        if self._lagged:
            return
        if len(self._signals) >= MOST_WAITING:
            self.lag()
            return
        self._signals.append(signal)
        self._wake()

    def lag(self) -> None:
        """Make the reader resume from the log: signals were lost, or are about to be."""
        self._lagged = True
        self._signals.clear()
        self._wake()

    def close(self) -> None:
        self._closed = True
        self._wake()

    def __aiter__(self) -> "Subscription":
        return self

    async def __anext__(self) -> Signal:
        while not self._signals:
            if self._lagged:
                message = "This reader fell behind; it resumes from the log."
                raise Lagged(message)
            if self._closed:
                raise StopAsyncIteration
            self._woken = asyncio.get_running_loop().create_future()
            await self._woken
        return self._signals.popleft()

    def _wake(self) -> None:
        if self._woken is not None and not self._woken.done():
            self._woken.set_result(None)
