"""
Who works on which turn: one task a conversation in this process, one lease a conversation over all of them.

A woken conversation is worked on until it rests. A lease that its process did not live to give back runs out, and
whoever sweeps next picks the turn up.
"""

import asyncio
import contextlib
import secrets
from collections.abc import Callable
from datetime import datetime, timedelta

import structlog

from app.contract.ids import ConversationId
from app.conversations.log import Journal
from app.errors import NotReady, UnknownConversation
from app.ports import Log
from app.turns.engine import LOOK_AGAIN, Engine

LEASE_SECONDS = 10.0
RENEW_SECONDS = 2.0
TAKEN_SECONDS = 0.5
SWEEP_SECONDS = 1.0

_logger = structlog.get_logger(__name__)


class Workers:
    """Runs the engine for conversations that have something to do."""

    def __init__(
        self,
        engine: Engine,
        journal: Journal,
        log: Log,
        *,
        clock: Callable[[], datetime],
        rested: Callable[[ConversationId], None] = lambda _: None,
    ) -> None:
        """`rested` is told of each conversation that was seen to; it returns at once."""
        self._engine = engine
        self._journal = journal
        self._log = log
        self._clock = clock
        self._rested = rested
        self._me = secrets.token_hex(8)
        self._tasks: dict[ConversationId, asyncio.Task[None]] = {}
        self._moves: dict[ConversationId, asyncio.Task[datetime | None]] = {}
        self._again: set[ConversationId] = set()
        self._closed = False

    @property
    def busy(self) -> bool:
        """Whether any conversation is being worked on here."""
        return bool(self._tasks)

    def wake(self, conversation: ConversationId) -> None:
        """See to a conversation now; when it is being seen to, once more after that."""
        if self._closed:
            return
        if conversation in self._tasks:
            self._again.add(conversation)
            return
        self._tasks[conversation] = asyncio.create_task(self._work(conversation), name=f"turn {conversation}")

    def interrupt(self, conversation: ConversationId) -> None:
        """Break off what is being done, if it is done here, and look again."""
        if move := self._moves.get(conversation):
            move.cancel()
        self.wake(conversation)

    async def sweep(self) -> None:
        """For ever: pick up turns whose time has come, and those a dead process left."""
        while True:
            with contextlib.suppress(OSError):
                for conversation in await self._log.due(self._clock()):
                    self.wake(conversation)
            await asyncio.sleep(SWEEP_SECONDS)

    async def close(self) -> None:
        """Break off everything; what was shown is in the log, and another process may carry on."""
        self._closed = True
        tasks = list(self._tasks.values())
        for move in list(self._moves.values()):
            move.cancel()
        if tasks:
            await asyncio.wait(tasks, timeout=LEASE_SECONDS)

    async def _work(self, conversation: ConversationId) -> None:
        try:
            while True:
                self._again.discard(conversation)
                await self._see_to(conversation)
                if self._closed:
                    return
                if conversation not in self._again:
                    self._rested(conversation)
                    return
        finally:
            # In the same breath as the last look at `_again`: a wake-up after it must start a new task.
            del self._tasks[conversation]

    async def _see_to(self, conversation: ConversationId) -> None:
        if not await self._lease(conversation):
            await asyncio.sleep(TAKEN_SECONDS)
            self._again.add(conversation)
            return
        wake_at = self._clock()
        try:
            wake_at = await self._advance(conversation)
        finally:
            # Not given back, it runs out, and whoever sweeps next looks again.
            with contextlib.suppress(NotReady):
                await self._log.release(conversation, self._me, wake_at=wake_at)

    async def _lease(self, conversation: ConversationId) -> bool:
        """Whether it is ours now. While the database is away it is nobody's, so it is asked for again."""
        until = self._clock() + timedelta(seconds=LEASE_SECONDS)
        try:
            return await self._log.lease(conversation, self._me, until=until)
        except NotReady:
            return False

    async def _advance(self, conversation: ConversationId) -> datetime | None:
        move = asyncio.create_task(self._engine.advance(conversation))
        self._moves[conversation] = move
        watch = asyncio.create_task(self._watch(conversation, move))
        try:
            return await move
        except asyncio.CancelledError:
            if not move.cancelled():
                raise
            return self._clock()
        except UnknownConversation:
            return None
        except Exception:  # The turn's edge: a fault of our own becomes its end, not the server's.
            _logger.exception("turn failed", conversation=conversation)
            await self._engine.fail(conversation)
            return self._clock() + LOOK_AGAIN
        finally:
            watch.cancel()
            self._moves.pop(conversation, None)

    async def _watch(self, conversation: ConversationId, move: asyncio.Task[datetime | None]) -> None:
        """Keep the lease while the move is made, and break it off when a stop came in by another process."""
        renewed = 0.0
        while True:
            await asyncio.sleep(RENEW_SECONDS)
            renewed += RENEW_SECONDS
            with contextlib.suppress(NotReady):
                if await self._is_to_stop(conversation):
                    move.cancel()
            if renewed >= LEASE_SECONDS / 3:
                renewed = 0.0
                await self._lease(conversation)

    async def _is_to_stop(self, conversation: ConversationId) -> bool:
        """A stop was asked for, here or by another process, or the conversation was deleted."""
        turn = (await self._journal.thread(conversation)).current
        return turn is None or turn.stop_requested
