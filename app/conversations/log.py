"""
The log as the rest of the house uses it: threads caught up from it, and changes decided on them.

Every exclusive step (a message, a claim, a decision, an answer) goes through `change`: a pure function reads the
thread and says which events follow; they are written right behind what it read, or it is asked again. So
nothing happens twice, whichever process asked first.
"""

import contextlib
from collections import OrderedDict
from collections.abc import Callable, Iterable, Sequence

from app.contract.events import AnyEvent, LogEvent
from app.contract.ids import ConversationId
from app.contract.signals import Appended
from app.conversations.thread import Thread
from app.errors import AssistError, Conflict
from app.ports import Bus, Log

_CACHED_THREADS = 256
_PAGE = 500
_TRIES = 50


class Journal:
    """Reads and writes conversations: the log made durable first, then told on the bus."""

    def __init__(self, log: Log, bus: Bus) -> None:
        self._log = log
        self._bus = bus
        self._threads: OrderedDict[ConversationId, Thread] = OrderedDict()

    async def thread(self, conversation: ConversationId) -> Thread:
        """The conversation as it stands now. Shared: read it at once, keep nothing of it over an `await`."""
        thread = self._threads.get(conversation) or Thread(conversation)
        await catch_up(self._log, thread)
        self._remember(thread)
        return thread

    async def refold(self, conversation: ConversationId) -> Thread:
        """A thread of the caller's own, folded afresh, to be moved on at the caller's pace."""
        thread = Thread(conversation)
        await catch_up(self._log, thread)
        return thread

    async def read_after(self, conversation: ConversationId, seq: int) -> list[LogEvent]:
        """Events after `seq`, a page at a time."""
        return await self._log.read_after(conversation, seq, limit=_PAGE)

    async def append(
        self, conversation: ConversationId, events: Sequence[AnyEvent], *, after: int
    ) -> tuple[LogEvent, ...]:
        """Make events durable behind `after`, then tell whoever listens. Raises `Conflict`."""
        logged = await self._log.append(conversation, events, after=after)
        if cached := self._threads.get(conversation):
            apply(cached, logged)
        await self._bus.publish(conversation, Appended(logged))
        return logged

    async def change(
        self, conversation: ConversationId, decide: Callable[[Thread], Sequence[AnyEvent]]
    ) -> tuple[Thread, tuple[LogEvent, ...]]:
        """
        Append what `decide` makes of the thread, atomically; no events, no change.

        `decide` may be asked several times and must only read. What it raises is passed on, once it was asked
        of the thread as it is. The first try takes the thread as cached: when it is stale, the write conflicts.
        """
        cached = self._threads.get(conversation)
        if cached and (logged := await self._try_cached(cached, decide)):
            return cached, logged
        for _ in range(_TRIES):
            thread = await self.thread(conversation)
            events = decide(thread)
            if not events:
                return thread, ()
            with contextlib.suppress(Conflict):
                logged = await self.append(conversation, events, after=thread.head)
                return await self._standing(thread), logged
        raise Conflict("This conversation is changing too fast; try again.")

    async def _try_cached(self, thread: Thread, decide: Callable[[Thread], Sequence[AnyEvent]]) -> tuple[LogEvent, ...]:
        """One optimistic try; nothing when it must be asked again of the thread as it is."""
        with contextlib.suppress(AssistError):
            if events := decide(thread):
                return await self.append(thread.conversation, events, after=thread.head)
        return ()

    async def _standing(self, thread: Thread) -> Thread:
        return self._threads.get(thread.conversation) or await self.thread(thread.conversation)

    def forget(self, conversation: ConversationId) -> None:
        """Drop what is cached, for a conversation that was deleted."""
        self._threads.pop(conversation, None)

    def _remember(self, thread: Thread) -> None:
        self._threads[thread.conversation] = thread
        self._threads.move_to_end(thread.conversation)
        while len(self._threads) > _CACHED_THREADS:
            self._threads.popitem(last=False)


async def catch_up(log: Log, thread: Thread) -> None:
    """Apply whatever the log holds behind the thread's head. Safe beside others catching the same thread up."""
    while True:
        page = await log.read_after(thread.conversation, thread.head, limit=_PAGE)
        apply(thread, page)
        if len(page) < _PAGE:
            return


def apply(thread: Thread, events: Iterable[LogEvent]) -> None:
    """Fold in what comes right behind the thread's head; what it has, or what would leave a gap, is passed over."""
    for logged in events:
        if logged.seq == thread.head + 1:
            thread.apply(logged)
