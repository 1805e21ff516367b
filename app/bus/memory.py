"""The bus within one process."""

from collections import defaultdict
from collections.abc import AsyncGenerator, AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

from app.bus.standing import Standing
from app.bus.subscription import Subscription
from app.contract.ids import ConversationId
from app.contract.signals import Signal


@dataclass(slots=True)
class _Room:
    """What one conversation has on the bus."""

    readers: list[Subscription] = field(default_factory=list[Subscription])
    standing: Standing = field(default_factory=Standing)

    @property
    def empty(self) -> bool:
        return not (self.readers or self.standing)


class MemoryBus:
    """See `app.ports.Bus`. Publishing never suspends, so signals keep their order."""

    def __init__(self) -> None:
        self._rooms: defaultdict[ConversationId, _Room] = defaultdict(_Room)

    async def publish(self, conversation: ConversationId, signal: Signal) -> None:
        room = self._rooms[conversation]
        room.standing.take(signal)
        for reader in room.readers:
            reader.put(signal)
        if not room.readers:
            self._leave(conversation)

    @asynccontextmanager
    async def subscribe(self, conversation: ConversationId) -> AsyncGenerator[AsyncIterator[Signal]]:
        reader = Subscription()
        room = self._rooms[conversation]
        standing = room.standing.as_delta()
        if standing is not None:
            reader.put(standing)
        room.readers.append(reader)
        try:
            yield reader
        finally:
            room.readers.remove(reader)
            self._leave(conversation)

    async def check(self) -> None:
        """It is always there; `RedisBus` may not be."""

    async def close(self) -> None:
        """End every subscription once it has read what waits."""
        for room in self._rooms.values():
            for reader in room.readers:
                reader.close()

    def _leave(self, conversation: ConversationId) -> None:
        """Forget a conversation that nobody reads or writes."""
        if self._rooms[conversation].empty:
            del self._rooms[conversation]
