"""
The Messages API as a `Model`, over the real SDK.

The SDK sends, signs and speaks HTTP; the stream itself we read from its response as bytes and fold on our own,
over its aiohttp transport. CPU of our side per delta as a multiple of that, with one delta a packet (with twenty):
the same over httpx2 3.1 (1.4), the SDK's typed events over aiohttp 4.0 (6.7), typed over httpx2 6.9 (7.2).
"""

import asyncio
import threading
from collections.abc import AsyncGenerator, AsyncIterator
from contextlib import aclosing, suppress
from typing import TYPE_CHECKING

from app.contract.ids import Json
from app.contract.model import ModelEvent, ModelRequest, Thinking
from app.models.accumulator import Accumulator
from app.models.backoff import Backoff, Tries
from app.models.faults import NO_KEY, Setback, ended_early
from app.models.frames import Frames
from app.models.thinking import thinking_param, thinking_room
from app.models.wire import decode

if TYPE_CHECKING:
    from app.models.sdk import Sdk

API_URL = "https://api.anthropic.com"
REPLY_TOKENS = 16_000
"""The longest reply of one request, in tokens; a longer one ends as `overlong` and can go on."""

READ_SECONDS = 90.0
DRAIN_SECONDS = 0.25
_usual = Backoff()


class AnthropicModel:
    """
    Implements the `Model` port. Make one a process, and close it.

    api_key: None makes every request fail as `misconfigured`. base_url: None is the API's own; the
    environment is not asked. max_tokens: the longest reply, what is thought before it not counted.
    read_seconds: the longest silence of a stream.
    """

    def __init__(
        self,
        *,
        api_key: str | None,
        model: str,
        max_tokens: int,
        base_url: str | None = None,
        thinking: Thinking = "off",
        read_seconds: float = READ_SECONDS,
        backoff: Backoff = _usual,
    ) -> None:
        self._api_key = api_key
        self._base_url = base_url or API_URL
        self._read_seconds = read_seconds
        self._backoff = backoff
        self._fixed: dict[str, Json] = {"model": model, "max_tokens": max_tokens + thinking_room(thinking)}
        self._thinking = thinking_param(thinking)
        self._sdk: Sdk | None = None
        self._opening = threading.Lock()

    async def stream(self, request: ModelRequest) -> AsyncGenerator[ModelEvent]:
        """See `app.ports.Model`. Close the generator (or cancel) to end the request before it ends by itself."""
        tries = Tries(self._backoff)
        while True:
            shown = False
            try:
                async with aclosing(self._attempt(request)) as events:
                    async for event in events:
                        shown = True
                        yield event
            except Setback as setback:
                pause = None if shown else tries.pause_after(setback)
                if pause is None:
                    raise
            else:
                return
            await asyncio.sleep(pause)

    async def warm(self) -> None:
        """Load the SDK now, in a thread, so that the first turn does not wait for it."""
        if self._api_key:
            await asyncio.to_thread(self._open, self._api_key)

    async def close(self) -> None:
        """Close idle connections. Running streams should have ended."""
        if self._sdk is not None:
            await self._sdk.close()
            self._sdk = None

    async def _attempt(self, request: ModelRequest) -> AsyncGenerator[ModelEvent]:
        if not self._api_key:
            raise Setback("misconfigured", NO_KEY)
        sdk = self._sdk or await asyncio.to_thread(self._open, self._api_key)
        frames, message = Frames(), Accumulator()
        try:
            async with sdk.exchange(self._body(request)) as chunks:
                async for chunk in chunks:
                    for data in frames.feed(chunk):
                        if event := message.feed(decode(data)):
                            yield event
                    if message.finished:
                        await _drain(chunks)
                        return
                raise ended_early()
        except Setback:
            # After its end was passed on, a message is whole, whatever becomes of the connection.
            if not message.finished:
                raise

    def _body(self, request: ModelRequest) -> dict[str, Json]:
        parts = {"system": request.system, "messages": request.messages, "tools": request.tools}
        # A short answer has no room to think in: the budget alone may be longer than it.
        longer = {"thinking": self._thinking} if self._thinking else {}
        short = {"max_tokens": request.max_tokens} if request.max_tokens else longer
        return self._fixed | short | {name: list(part) for name, part in parts.items() if part}

    def _open(self, api_key: str) -> "Sdk":
        with self._opening:
            if self._sdk is None:
                from app.models.sdk import Sdk

                self._sdk = Sdk(api_key=api_key, base_url=self._base_url, read_seconds=self._read_seconds)
            return self._sdk


async def _drain(chunks: AsyncIterator[bytes]) -> None:
    # Read to its end, a connection can serve the next request.
    with suppress(TimeoutError):
        async with asyncio.timeout(DRAIN_SECONDS):
            async for _ in chunks:
                pass
