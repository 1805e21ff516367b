"""One process's ear on Redis: a channel of its own, listened to as long as it is wanted."""

import asyncio
from collections.abc import Callable
from contextvars import Context

import structlog
from msgspec import DecodeError
from redis.asyncio import Redis
from redis.exceptions import RedisError

from app.bus.connection import channel
from app.bus.wire import Told, told

_PATIENCE_SECONDS = 1

_logger = structlog.get_logger()


class Listener:
    """
    Hears what other processes publish.

    epoch: grows each time the ear comes back; what was published between two epochs was not heard.
    """

    def __init__(
        self, redis: Redis, channel: str, *, heard: Callable[[Told], None], missed: Callable[[], None]
    ) -> None:
        """Call `heard` with each signal, `missed` when signals were lost: the ear was away, or could not read one."""
        self._redis = redis
        self._channel = channel
        self._heard = heard
        self._missed = missed
        self._settled = asyncio.Event()
        self._listening: asyncio.Task[None] | None = None
        self._up = False
        self.epoch = 0

    async def is_up(self) -> bool:
        """Whether it hears. The first to ask sets it going, and waits until that worked or did not."""
        if self._listening is None:
            self._listening = asyncio.get_running_loop().create_task(self._listen(), context=Context())
        await self._settled.wait()
        return self._up

    async def close(self) -> None:
        if self._listening is not None:
            self._listening.cancel()
            await asyncio.wait([self._listening])

    async def _listen(self) -> None:
        while True:
            try:
                async with channel(self._redis, self._channel) as messages:
                    async for message in messages:
                        self._take(message)
            except (RedisError, OSError) as fault:
                self._lost(fault)
            await asyncio.sleep(_PATIENCE_SECONDS)

    def _take(self, message: bytes | None) -> None:
        if message is None:
            self._found()
            return
        try:
            self._heard(told(message))
        except DecodeError:
            # From a newer version of us, while it is rolled out.
            self._missed()

    def _found(self) -> None:
        self._up = True
        self.epoch += 1
        self._missed()
        self._settled.set()

    def _lost(self, fault: Exception) -> None:
        if self._up:
            _logger.warning("bus.deaf", fault=type(fault).__name__)
        self._up = False
        self._missed()
        self._settled.set()
