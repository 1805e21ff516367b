"""The bus within one process."""

from collections import defaultdict
from collections.abc import AsyncGenerator, AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

from app.bus.standing import Standing
from app.bus.subscription import Subscription
from app.contract.ids import Topic
from app.contract.signals import Signal


@dataclass(slots=True)
class _Room:
    """What one topic has on the bus."""

    readers: list[Subscription] = field(default_factory=list[Subscription])
    standing: Standing = field(default_factory=Standing)

    @property
    def empty(self) -> bool:
        return not (self.readers or self.standing)


class MemoryBus:
    """See `app.ports.Bus`. Publishing never suspends, so signals keep their order."""

    def __init__(self) -> None:
        self._rooms: defaultdict[Topic, _Room] = defaultdict(_Room)

    async def publish(self, topic: Topic, signal: Signal) -> None:
        room = self._rooms[topic]
        room.standing.take(signal)
        for reader in room.readers:
            reader.put(signal)
        if not room.readers:
            self._leave(topic)

    @asynccontextmanager
    async def subscribe(self, *topics: Topic) -> AsyncGenerator[AsyncIterator[Signal]]:
        reader = Subscription()
        for topic in topics:
            self._enter(topic, reader)
        try:
            yield reader
        finally:
            for topic in topics:
                self._rooms[topic].readers.remove(reader)
                self._leave(topic)

    async def check(self) -> None:
        """It is always there; `RedisBus` may not be."""

    async def close(self) -> None:
        """End every subscription once it has read what waits."""
        for room in self._rooms.values():
            for reader in room.readers:
                reader.close()

    def _enter(self, topic: Topic, reader: Subscription) -> None:
        room = self._rooms[topic]
        standing = room.standing.as_delta()
        if standing is not None:
            reader.put(standing)
        room.readers.append(reader)

    def _leave(self, topic: Topic) -> None:
        """Forget a topic that nobody reads or writes."""
        if self._rooms[topic].empty:
            del self._rooms[topic]
