"""
Text on its way to the panel: sent at once when the last went out a while ago, else gathered.

One gatherer a turn, so that every reader of the turn shares the work.
"""

import asyncio
import contextlib

from app.contract.ids import ConversationId, TurnId
from app.contract.signals import Delta, utf16_length
from app.ports import Bus

GATHER_SECONDS = 0.015


class Deltas:
    """Writes one turn's text to the bus, slot by slot."""

    def __init__(self, bus: Bus, conversation: ConversationId, turn: TurnId) -> None:
        self._bus = bus
        self._conversation = conversation
        self._turn = turn
        self._slot = -1
        self._offset = 0
        self._gathered: list[str] = []
        self._last = 0.0
        self._timer: asyncio.TimerHandle | None = None
        self._flushing: asyncio.Task[None] | None = None
        self._lock = asyncio.Lock()
        self._loop = asyncio.get_running_loop()

    def turn_to(self, slot: int) -> None:
        """What was gathered belongs to a finished block; from now on text goes into `slot`, from its start."""
        self._cancel_timer()
        self._gathered.clear()
        self._slot, self._offset = slot, 0

    async def write(self, text: str) -> None:
        self._gathered.append(text)
        if self._loop.time() - self._last >= GATHER_SECONDS:
            await self.flush()
        elif self._timer is None:
            self._timer = self._loop.call_later(GATHER_SECONDS, self._start_flush)

    async def flush(self) -> None:
        """Send what was gathered."""
        self._cancel_timer()
        async with self._lock:
            if not self._gathered:
                return
            text = "".join(self._gathered)
            self._gathered.clear()
            delta = Delta(self._turn, self._slot, self._offset, text)
            self._offset += utf16_length(text)
            self._last = self._loop.time()
            await self._bus.publish(self._conversation, delta)

    async def close(self) -> None:
        """Drop what was gathered; what is finished travels as events."""
        self._cancel_timer()
        self._gathered.clear()
        if self._flushing:
            with contextlib.suppress(asyncio.CancelledError):
                await self._flushing

    def _start_flush(self) -> None:
        self._timer = None
        self._flushing = self._loop.create_task(self.flush())

    def _cancel_timer(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
