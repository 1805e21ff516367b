"""Connections to Redis, and its client's loosely typed ends tied up."""

from collections.abc import AsyncGenerator, AsyncIterator
from contextlib import asynccontextmanager
from typing import cast

from msgspec import Struct, convert
from redis.asyncio import Redis
from redis.asyncio.client import PubSub
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff
from redis.exceptions import ConnectionError as RedisConnectionError
from redis.exceptions import RedisError

from app.contract.ids import Json

_CONNECT_SECONDS = 2
_ANSWER_SECONDS = 5
_SILENCE_SECONDS = 15


class _Message(Struct, frozen=True):
    type: str
    data: bytes | int | None


def connect(url: str, *, tries: int) -> Redis:
    """A client that connects at first use. It tries a command again on a fresh connection, so many times in all."""
    return Redis.from_url(  # pyright: ignore[reportUnknownMemberType] - its options are untyped
        url,
        socket_connect_timeout=_CONNECT_SECONDS,
        socket_timeout=_ANSWER_SECONDS,
        socket_keepalive=True,
        retry=Retry(NoBackoff(), tries - 1),
    )


async def answers(redis: Redis) -> bool:
    try:
        await redis.execute_command("PING")  # pyright: ignore[reportUnknownMemberType]
    except (RedisError, OSError):
        return False
    return True


@asynccontextmanager
async def channel(redis: Redis, name: str) -> AsyncGenerator[AsyncIterator[bytes | None]]:
    """Messages of one channel: first None, when it is listened to, then each as it comes."""
    async with redis.pubsub() as pubsub:  # pyright: ignore[reportUnknownMemberType] - its options are untyped
        await pubsub.subscribe(name)
        yield _messages(pubsub)


async def _messages(pubsub: PubSub) -> AsyncGenerator[bytes | None]:
    pinged = False
    while True:
        raw = cast("Json", await pubsub.get_message(timeout=_SILENCE_SECONDS))
        if raw is None and pinged:
            raise RedisConnectionError("Redis fell silent.")
        pinged = raw is None
        if raw is None:
            # A connection can die without a word; an answer shows that it did not.
            await pubsub.ping()  # pyright: ignore[reportUnknownMemberType]
            continue
        message = convert(raw, _Message, strict=False)
        if message.type == "subscribe":
            yield None
        elif message.type == "message" and isinstance(message.data, bytes):
            yield message.data
