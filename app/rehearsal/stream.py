"""Letting the events of a reply leave at the script's pace, and going wrong where the script says so."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterator, MutableMapping
from typing import TypeAlias

from app.contract.ids import Json
from app.rehearsal.script import Fault, Pace
from app.rehearsal.wire import error_event, is_delta

Receive: TypeAlias = Callable[[], Awaitable[MutableMapping[str, Json]]]
Send: TypeAlias = Callable[[MutableMapping[str, Json]], Awaitable[None]]


class _Cut(Exception):
    """The stream stops in the middle of a chunked body."""


class _End(Exception):
    """The stream ends well-formed, but early."""


class Stream:
    """One answer on its way. It stops when the reader has gone."""

    def __init__(self, events: Iterator[bytes], pace: Pace, fault: Fault | None) -> None:
        self._events = events
        self._pace = pace
        self._fault = fault
        self._deltas = 0

    async def run(self, receive: Receive, send: Send) -> None:
        """Send the body. Returning without its end, on a cut, makes the server drop the connection."""
        gone = asyncio.ensure_future(_disconnect(receive))
        try:
            await self._send_all(send, gone)
        except _Cut:
            return
        except _End:
            pass
        finally:
            gone.cancel()
        await send({"type": "http.response.body", "body": b""})

    async def _send_all(self, send: Send, gone: asyncio.Future[None]) -> None:
        clock = asyncio.get_running_loop().time
        started, writes = clock(), 0
        gathered: list[bytes] = []
        for frame in self._events:
            if is_delta(frame):
                await self._fail_if_due(send, gathered)
                self._deltas += 1
            gathered.append(frame)
            if self._deltas % self._pace.batch or not is_delta(frame):
                continue
            await _flush(send, gathered)
            if gone.done():
                raise _Cut
            writes += 1
            # Against the clock rather than from write to write, so that a busy loop does not slow the rate.
            ahead = started + writes * self._pace.delta_ms / 1000 - clock()
            if ahead > 0 or writes % 64 == 0:
                await asyncio.sleep(max(ahead, 0))
        await self._fail_if_due(send, gathered, at_end=True)
        await _flush(send, gathered)

    async def _fail_if_due(self, send: Send, gathered: list[bytes], *, at_end: bool = False) -> None:
        fault = self._fault
        if fault is None:
            return
        places = {fault.cut: _Cut, fault.eof: _End}
        for place, ending in places.items():
            if place is not None and (self._deltas == place or (at_end and self._deltas < place)):
                await _flush(send, gathered)
                raise ending
        if self._deltas != fault.after and not (at_end and self._deltas < fault.after):
            return
        if fault.error_event:
            gathered.append(error_event(fault.error_event, fault.message))
            await _flush(send, gathered)
            raise _End
        if fault.stall:
            self._fault = None
            await _flush(send, gathered)
            await asyncio.sleep(fault.stall)


async def _flush(send: Send, gathered: list[bytes]) -> None:
    if gathered:
        body = b"".join(gathered)
        gathered.clear()
        await send({"type": "http.response.body", "body": body, "more_body": True})


async def _disconnect(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass
