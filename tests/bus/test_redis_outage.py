"""Redis goes away and comes back: publishers notice nothing, readers are told to read the log, and all goes on."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import ExitStack

import pytest

from app.bus.redis import RedisBus
from app.contract.events import StepStarted
from app.contract.signals import Delta, Signal
from app.errors import Lagged, NotReady
from app.testing.contracts.bus import HERE, appended, delta, heard, hears_nothing
from app.testing.contracts.examples import TURN
from app.testing.services import Missing, free_port, redis

_PATIENCE_SECONDS = 10


class Server:
    """A Redis of the test's own, which it may stop and start."""

    def __init__(self, stack: ExitStack) -> None:
        self._stack = stack
        self._port = free_port()
        self.url = ""

    def start(self) -> None:
        self.url = self._stack.enter_context(redis(self._port))

    def stop(self) -> None:
        self._stack.close()


@pytest.fixture
def server() -> Iterator[Server]:
    with ExitStack() as stack:
        server = Server(stack)
        try:
            server.start()
        except Missing as missing:
            pytest.skip(str(missing))
        yield server


@pytest.fixture
async def writing(server: Server) -> AsyncIterator[RedisBus]:
    bus = RedisBus(server.url)
    yield bus
    await bus.close()


@pytest.fixture
async def reading(server: Server) -> AsyncIterator[RedisBus]:
    bus = RedisBus(server.url)
    yield bus
    await bus.close()


async def test_a_reader_is_told_to_read_the_log_when_redis_goes(server: Server, reading: RedisBus) -> None:
    async with reading.subscribe(HERE) as here:
        server.stop()

        with pytest.raises(Lagged):
            await heard(here)


async def test_publishing_without_redis_raises_nothing_and_reaches_its_own_process(
    server: Server, writing: RedisBus
) -> None:
    server.stop()

    async with writing.subscribe(HERE) as here:
        await writing.publish(HERE, delta("Hello"))

        assert delta("Hello") == await heard(here)
    with pytest.raises(NotReady):
        await writing.check()


async def test_readers_hear_again_once_redis_is_back(server: Server, writing: RedisBus, reading: RedisBus) -> None:
    server.stop()
    async with reading.subscribe(HERE) as deaf:
        server.start()

        with pytest.raises(Lagged):
            await asyncio.wait_for(anext(deaf), _PATIENCE_SECONDS)
    async with reading.subscribe(HERE) as here:
        await writing.publish(HERE, delta("Hello"))

        assert delta("Hello") == await _eventually(lambda: heard(here))


async def test_text_told_while_redis_was_away_is_never_told_as_an_open_block(
    server: Server, writing: RedisBus, reading: RedisBus
) -> None:
    await writing.publish(HERE, delta("Hello"))
    await writing.flushed()
    server.stop()
    for signal in (appended(StepStarted(TURN, 1)), delta(" again", offset=5)):
        await writing.publish(HERE, signal)
    await asyncio.sleep(0.1)
    server.start()
    await writing.publish(HERE, delta(" and again", offset=11))
    await _eventually(reading.check)

    async with reading.subscribe(HERE) as here:
        assert await _only_offsets(here, above=0)


async def test_a_restarted_redis_knows_no_open_block(server: Server, writing: RedisBus, reading: RedisBus) -> None:
    await writing.publish(HERE, delta("Hello"))
    await writing.flushed()
    server.stop()
    server.start()
    await _eventually(reading.check)

    async with reading.subscribe(HERE) as here:
        assert await hears_nothing(here)


async def _only_offsets(signals: AsyncIterator[Signal], *, above: int) -> bool:
    while True:
        try:
            signal = await asyncio.wait_for(anext(signals), 1)
        except (TimeoutError, Lagged):
            return True
        if isinstance(signal, Delta) and signal.offset <= above:
            return False


async def _eventually(attempt: Callable[[], Awaitable[Signal | None]]) -> Signal | None:
    """Ask until it works: both processes take a moment to find Redis again."""
    deadline = asyncio.get_running_loop().time() + _PATIENCE_SECONDS
    while asyncio.get_running_loop().time() < deadline:
        try:
            return await attempt()
        except (TimeoutError, NotReady):
            await asyncio.sleep(0.1)
    return await attempt()
