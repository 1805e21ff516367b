"""
The streams this process has open: one a tab, a few a user, each of them ended from outside when its time has come.

An end has to reach a stream wherever its body stands: waiting for a signal (then it is woken) or writing (then it
looks before it waits again). Nothing is paid for that per delta.
"""

import asyncio
import contextlib
from collections import defaultdict
from collections.abc import AsyncGenerator, AsyncIterator, Awaitable, Callable, Generator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass
from typing import Literal

import structlog

from app.contract.ids import ConversationId, TabId
from app.contract.people import Owner
from app.contract.signals import Signal
from app.errors import AssistError, NotFound, TooMany
from app.web.metrics import Metrics

MOST_PER_USER = 8
ROUND_SECONDS = 60.0

Reason = Literal["expiring", "replaced", "closing", "gone"]
"""
expiring: the token is about to. replaced: the tab opened another stream. closing: the server shuts down.
gone: the conversation was deleted.
"""

_log = structlog.get_logger("app.web")


class Ending:
    """The end of one stream, asked for from outside."""

    def __init__(self) -> None:
        self.reason: Reason | None = None
        self._waiting: asyncio.Task[object] | None = None

    def ask(self, reason: Reason) -> None:
        """End it, soon; the first reason stands."""
        if self.reason is None:
            self.reason = reason
            if self._waiting is not None:
                self._waiting.cancel()

    async def next(self, signals: AsyncIterator[Signal]) -> Signal | None:
        """The next signal; None when the stream has to end, or the bus has closed."""
        if self.reason is not None:
            return None
        task = self._waiting = asyncio.current_task()
        assert task is not None
        try:
            return await anext(signals, None)
        except asyncio.CancelledError:
            # Ours alone is taken back; whoever else cancelled the task means it.
            if self.reason is None or task.uncancel() > 0:
                raise
            return None
        finally:
            self._waiting = None


@dataclass(frozen=True)
class OpenStream:
    """
    One stream. `conversation` is None while the tab shows none, and hears its user's inbox alone.

    alive: asked about once a minute; tells the registry that the tab is there, and raises `NotFound` once the
    conversation is not the user's any more.
    """

    owner: Owner
    tab: TabId
    conversation: ConversationId | None
    ending: Ending
    alive: Callable[[], Awaitable[None]]


class Streams:
    """Counts and ends streams."""

    def __init__(self, metrics: Metrics) -> None:
        self._metrics = metrics
        self._open: defaultdict[Owner, dict[TabId, OpenStream]] = defaultdict(dict)

    def admit(self, owner: Owner, tab: TabId) -> None:
        """Raises `TooMany` when the user's other tabs have as many streams open as one may."""
        tabs = self._open.get(owner, {})
        if tab not in tabs and len(tabs) >= MOST_PER_USER:
            raise TooMany(f"At most {MOST_PER_USER} tabs can follow the assistant at once. Close one of the others.")

    @contextmanager
    def opened(self, stream: OpenStream, *, seconds: float) -> Generator[None]:
        """
        Hold a stream open while inside; an older one of the same tab ends.

        seconds: how long its token still holds.
        """
        tabs = self._open[stream.owner]
        older = tabs.get(stream.tab)
        tabs[stream.tab] = stream
        if older is not None:
            older.ending.ask("replaced")
        timer = asyncio.get_running_loop().call_later(max(seconds, 0.0), stream.ending.ask, "expiring")
        self._metrics.streams_open.inc()
        try:
            yield
        finally:
            timer.cancel()
            self._leave(stream)

    def drop(self, conversation: ConversationId) -> None:
        """End whatever follows a conversation that was deleted."""
        for stream in self._all():
            if stream.conversation == conversation:
                stream.ending.ask("gone")

    def close(self) -> None:
        """End every stream: the server shuts down."""
        for stream in self._all():
            stream.ending.ask("closing")

    @asynccontextmanager
    async def tended(self) -> AsyncGenerator[None]:
        """Go round the streams once a minute while inside, and close them at the end."""
        rounds = asyncio.create_task(self._rounds())
        try:
            yield
        finally:
            self.close()
            rounds.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await rounds

    async def _rounds(self) -> None:
        while True:
            streams = self._all()
            for stream in streams:
                # Spread over the minute, so that thousands of tabs don't ask the database at once.
                await asyncio.sleep(ROUND_SECONDS / len(streams))
                await _look_after(stream)
            if not streams:
                await asyncio.sleep(ROUND_SECONDS)

    def _all(self) -> list[OpenStream]:
        return [stream for tabs in self._open.values() for stream in tabs.values()]

    def _leave(self, stream: OpenStream) -> None:
        tabs = self._open[stream.owner]
        if tabs.get(stream.tab) is stream:
            del tabs[stream.tab]
        if not tabs:
            del self._open[stream.owner]
        self._metrics.streams_open.dec()
        self._metrics.streams_ended.labels(stream.ending.reason or "left").inc()


async def _look_after(stream: OpenStream) -> None:
    try:
        await stream.alive()
    except NotFound:
        stream.ending.ask("gone")
    except AssistError as fault:
        _log.warning("a stream could not be looked after", code=fault.code, detail=str(fault))
