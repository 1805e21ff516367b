"""
What one process has to tell Redis, in order. Adding never waits; what gathers while Redis is busy goes in one script.

While Redis is away, only word that something was appended is kept, once a topic: whoever hears it late reads
the log anyway.
"""

import asyncio
import hashlib
from collections.abc import Callable, Sequence
from contextvars import Context
from dataclasses import dataclass
from typing import TypeAlias

import structlog
from redis.asyncio import Redis
from redis.exceptions import NoScriptError, RedisError

from app.bus.wire import JOIN, PUBLISH, Bearing, Joined, joined
from app.contract.ids import Json, Topic

_PACE_SECONDS = 0.005
_PATIENCE_SECONDS = (0.1, 0.5, 2.0)

_logger = structlog.get_logger()


@dataclass(frozen=True, slots=True)
class Word:
    """A signal to publish."""

    topic: Topic
    bearing: Bearing
    payload: bytes


@dataclass(frozen=True, slots=True)
class Join:
    """A reader's wish to hear a topic. `answer` is None when Redis is away."""

    topic: Topic
    answer: "asyncio.Future[Joined | None]"


@dataclass(frozen=True, slots=True)
class Leave:
    """The last reader of a topic left this process."""

    topic: Topic


Item: TypeAlias = Word | Join | Leave


class Outbox:
    """Sends items in the order they were added."""

    def __init__(self, redis: Redis, *, prefix: str, process: str, recovered: Callable[[], None]) -> None:
        """Call `recovered` when Redis answers again after it did not."""
        self._redis = redis
        self._prefix = prefix
        self._process = process
        self._recovered = recovered
        self._items: list[Item] = []
        self._sending: asyncio.Task[None] | None = None
        self._failures = 0

    def add(self, item: Item) -> None:
        self._items.append(item)
        if self._sending is None:
            self._sending = asyncio.get_running_loop().create_task(self._send_all(), context=Context())

    async def flushed(self) -> None:
        """Wait until everything was sent, or Redis turned out to be away."""
        while self._sending is not None and not self._failures:
            await asyncio.wait([self._sending], timeout=_PACE_SECONDS)

    def close(self) -> None:
        """Drop what was not sent."""
        if self._sending is not None:
            self._sending.cancel()
        _give_up(self._items)

    async def _send_all(self) -> None:
        try:
            while self._items:
                items, self._items = self._items, []
                await self._send(items)
                # At once when idle, else what gathers in a moment together: a script costs more than a signal.
                await asyncio.sleep(_PACE_SECONDS)
        finally:
            self._sending = None

    async def _send(self, items: list[Item]) -> None:
        try:
            for group in _groups(items):
                await self._send_group(group)
        except (RedisError, OSError) as fault:
            self._items = _give_up(items + self._items)
            await self._wait(fault)
        else:
            self._succeeded()

    async def _send_group(self, group: Sequence[Item]) -> None:
        match group[0]:
            case Word():
                words = [part for word in group if isinstance(word, Word) for part in _parts(word)]
                await self._run(PUBLISH, ("number",), (self._prefix, self._process, *words))
            case Join(topic, answer):
                keys = ("number", f"open:{topic}", f"readers:{topic}")
                number, lines = await self._run(JOIN, keys, (self._process,))
                if not answer.done():
                    answer.set_result(joined(number, lines))
            case Leave(topic):
                await self._redis.srem(f"{self._prefix}readers:{topic}", self._process)

    async def _run(self, script: str, names: Sequence[str], arguments: Sequence[str | bytes]) -> Json:
        keys = [self._prefix + name for name in names]
        try:
            return await self._redis.evalsha(_digest(script), len(keys), *keys, *arguments)
        except NoScriptError:
            # Redis is new, or was restarted: this also teaches it the script.
            return await self._redis.eval(script, len(keys), *keys, *arguments)

    async def _wait(self, fault: Exception) -> None:
        patience = _PATIENCE_SECONDS[min(self._failures, len(_PATIENCE_SECONDS) - 1)]
        self._failures += 1
        if self._failures == 1:
            _logger.warning("bus.away", fault=type(fault).__name__)
        await asyncio.sleep(patience)

    def _succeeded(self) -> None:
        if self._failures:
            self._failures = 0
            _logger.info("bus.back")
            self._recovered()


def _groups(items: Sequence[Item]) -> list[list[Item]]:
    """Words next to each other go in one script; everything else goes alone."""
    groups: list[list[Item]] = []
    for item in items:
        if groups and isinstance(item, Word) and isinstance(groups[-1][0], Word):
            groups[-1].append(item)
        else:
            groups.append([item])
    return groups


def _give_up(items: Sequence[Item]) -> list[Item]:
    """Answer those who wait, and keep the last word of each topic, which also ends its open block."""
    last: dict[Topic, Item] = {}
    for item in items:
        if isinstance(item, Join) and not item.answer.done():
            item.answer.set_result(None)
        elif isinstance(item, Word) and item.bearing in ("ends", "leaves"):
            last[item.topic] = Word(item.topic, "ends", item.payload)
    return list(last.values())


def _parts(word: Word) -> tuple[str | bytes, ...]:
    return (word.topic, word.bearing, word.payload)


def _digest(script: str) -> str:
    # Redis names its scripts by their SHA-1.
    return hashlib.sha1(script.encode(), usedforsecurity=False).hexdigest()
