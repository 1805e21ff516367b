"""The buses keep their contract: in one process, and over Redis within a process and between two."""

from collections.abc import AsyncIterator
from contextlib import AbstractAsyncContextManager
from secrets import token_hex

import pytest

from app.bus.memory import MemoryBus
from app.bus.redis import RedisBus
from app.contract.ids import Topic
from app.contract.signals import Signal
from app.ports import Bus
from app.testing.contracts import BusContract


class TwoProcesses:
    """A bus whose publishers are in one process and whose readers in another."""

    def __init__(self, url: str) -> None:
        prefix = f"test-{token_hex(4)}:"
        self.publishing = RedisBus(url, prefix=prefix)
        self.reading = RedisBus(url, prefix=prefix)

    async def publish(self, topic: Topic, signal: Signal) -> None:
        await self.publishing.publish(topic, signal)
        # A newcomer is promised what Redis was told before it came.
        await self.publishing.flushed()

    def subscribe(self, *topics: Topic) -> AbstractAsyncContextManager[AsyncIterator[Signal]]:
        return self.reading.subscribe(*topics)

    async def close(self) -> None:
        await self.publishing.close()
        await self.reading.close()


class TestMemoryBus(BusContract):
    @pytest.fixture
    def bus(self) -> Bus:
        return MemoryBus()


class TestRedisBusWithinAProcess(BusContract):
    @pytest.fixture
    async def bus(self, redis_url: str) -> AsyncIterator[Bus]:
        bus = RedisBus(redis_url, prefix=f"test-{token_hex(4)}:")
        yield bus
        await bus.close()


class TestRedisBusBetweenProcesses(BusContract):
    @pytest.fixture
    async def bus(self, redis_url: str) -> AsyncIterator[Bus]:
        bus = TwoProcesses(redis_url)
        yield bus
        await bus.close()
