"""What goes on in the shop by itself: it tells the assistant of orders that wait, and what came of decisions."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager

import httpx

from app.demo.assistant import Assistant
from app.demo.order_watch import WAITED_DAYS, OrderWatch
from app.demo.reminders import ReminderStore
from app.demo.visitors import OPERATOR

ROUND_SECONDS = 5.0
_SOON_SECONDS = 0.25

_log = logging.getLogger("app.demo")


class Watch:
    """Goes round while the shop is open."""

    def __init__(self, assistant: Assistant | None, orders: OrderWatch, reminders: ReminderStore) -> None:
        """Take None for a shop that has no assistant to talk to: it does nothing."""
        self._assistant = assistant
        self._orders = orders
        self._reminders = reminders
        self._bell = asyncio.Event()

    def wake(self) -> None:
        """Go round now: there is something to report."""
        self._bell.set()

    @asynccontextmanager
    async def going(self) -> AsyncGenerator[None]:
        """Go round beside the block."""
        rounds = asyncio.create_task(self._rounds(self._assistant)) if self._assistant else None
        yield
        if rounds is not None:
            rounds.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await rounds

    async def _rounds(self, assistant: Assistant) -> None:
        registered = False
        while True:
            self._bell.clear()
            try:
                if not registered:
                    await assistant.register()
                    registered = True
                await self._report(assistant)
                await self._raise(assistant)
            except httpx.HTTPError as fault:
                # The assistant may start after the shop, and may be away: nothing is lost by trying again.
                _log.debug("the assistant did not take it: %s", type(fault).__name__)
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(ROUND_SECONDS if registered else _SOON_SECONDS):
                    await self._bell.wait()

    async def _raise(self, assistant: Assistant) -> None:
        raised = await asyncio.to_thread(self._reminders.raised)
        for order in await asyncio.to_thread(self._orders.overdue):
            event = f"order-{order.number}-waiting-{WAITED_DAYS}"
            if event not in raised:
                await assistant.raise_event(event, order.number, OPERATOR)
                await asyncio.to_thread(self._reminders.note_raised, event)

    async def _report(self, assistant: Assistant) -> None:
        for outcome in await asyncio.to_thread(self._reminders.unreported):
            await assistant.report(outcome)
            await asyncio.to_thread(self._reminders.note_reported, outcome.proposal)
