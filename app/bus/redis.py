"""
The bus between processes, over Redis.

Readers in the publishing process hear it directly; only others' hear it by way of Redis (`app.bus.wire`). When Redis
is away, publishers notice nothing, and readers of other processes get `Lagged` when it goes and when it returns.
"""

import asyncio
import secrets
from collections import defaultdict
from collections.abc import AsyncGenerator, AsyncIterator
from contextlib import asynccontextmanager

from app.bus.connection import answers, connect
from app.bus.listener import Listener
from app.bus.outbox import Join, Leave, Outbox, Word
from app.bus.subscription import Subscription
from app.bus.wire import Joined, Told, bearing, packed
from app.contract.ids import Topic
from app.contract.signals import Signal
from app.errors import NotReady

_ALONE = Joined(0, None)


class _Reader:
    """One topic of a subscription; it holds back what it hears until it knows what it joined after."""

    __slots__ = ("_held", "_joined_after", "_signals")

    def __init__(self, signals: Subscription) -> None:
        self._signals = signals
        self._joined_after: int | None = None
        self._held: list[tuple[Signal, int | None]] = []

    @property
    def joining(self) -> bool:
        return self._joined_after is None

    def hear(self, signal: Signal, number: int | None) -> None:
        """Take a signal; `number` is that of its publish, None when it came from this process."""
        if self._joined_after is None:
            self._held.append((signal, number))
        elif number is None or number > self._joined_after:
            self._signals.put(signal)

    def join(self, joined: Joined) -> None:
        self._joined_after = joined.number
        if joined.standing is not None:
            self._signals.put(joined.standing)
        for signal, number in self._held:
            self.hear(signal, number)
        self._held.clear()

    def lag(self) -> None:
        self._signals.lag()

    def close(self) -> None:
        self._signals.close()


class RedisBus:
    """See `app.ports.Bus`."""

    def __init__(self, url: str, *, prefix: str = "assist:") -> None:
        """Connects at first use. Servers that share a Redis but not a database take different prefixes."""
        process = secrets.token_hex(8)
        # Sent twice counts once, so on a dropped connection it may be tried again.
        self._redis = connect(url, tries=2)
        # This one must not come back by itself: we have to know that signals were lost.
        self._ear = connect(url, tries=1)
        self._outbox = Outbox(self._redis, prefix=prefix, process=process, recovered=self._lag_all)
        self._listener = Listener(self._ear, f"{prefix}process:{process}", heard=self._told, missed=self._lag_all)
        self._readers: defaultdict[Topic, list[_Reader]] = defaultdict(list)

    async def publish(self, topic: Topic, signal: Signal) -> None:
        for reader in self._readers.get(topic, ()):
            reader.hear(signal, None)
        self._outbox.add(Word(topic, bearing(signal), packed(signal)))

    @asynccontextmanager
    async def subscribe(self, *topics: Topic) -> AsyncGenerator[AsyncIterator[Signal]]:
        signals = Subscription()
        readers = [(topic, _Reader(signals)) for topic in topics]
        for topic, reader in readers:
            self._readers[topic].append(reader)
        try:
            for topic, reader in readers:
                reader.join(await self._join(topic))
            yield signals
        finally:
            for topic, reader in readers:
                self._leave(topic, reader)

    async def flushed(self) -> None:
        """Wait until what was published has reached Redis, unless that is away."""
        await self._outbox.flushed()

    async def check(self) -> None:
        """Raises `NotReady` when Redis does not answer."""
        if not await answers(self._redis):
            raise NotReady("Redis does not answer.")

    async def close(self) -> None:
        """Tell Redis what it was not told yet, and end every subscription once it has read what waits."""
        await self._outbox.flushed()
        self._outbox.close()
        await self._listener.close()
        for readers in self._readers.values():
            for reader in readers:
                reader.close()
        await self._redis.aclose()
        await self._ear.aclose()

    async def _join(self, topic: Topic) -> Joined:
        while await self._listener.is_up():
            epoch = self._listener.epoch
            answer: asyncio.Future[Joined | None] = asyncio.get_running_loop().create_future()
            self._outbox.add(Join(topic, answer))
            joined = await answer
            if joined is None:
                break
            if epoch == self._listener.epoch:
                return joined
        # Redis is away. Until it is back and we lag, this reader hears its own process, and reads the log.
        return _ALONE

    def _leave(self, topic: Topic, reader: _Reader) -> None:
        readers = self._readers[topic]
        readers.remove(reader)
        if not readers:
            del self._readers[topic]
            self._outbox.add(Leave(topic))

    def _told(self, told: Told) -> None:
        for reader in self._readers.get(told.topic, ()):
            reader.hear(told.signal, told.number)

    def _lag_all(self) -> None:
        """Whoever is still joining has missed nothing yet."""
        for readers in self._readers.values():
            for reader in readers:
                if not reader.joining:
                    reader.lag()
