"""Somebody with a browser tab, as a client of a running server: what panel and page script do, done over HTTP."""

import asyncio
import contextlib
import secrets
from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager

import httpx

from app.contract.ids import Json, TabId, UserId
from app.testing.running import Running
from app.testing.sse import EventParser, SentEvent

_PATIENCE_SECONDS = 20.0


class Stream:
    """A stream being read. `events` holds everything so far."""

    def __init__(self, response: httpx.Response) -> None:
        self.response = response
        self.events: list[SentEvent] = []
        self.over = False
        self._parser = EventParser()
        self._news = asyncio.Condition()

    @property
    def html(self) -> str:
        """All fragments so far, in order."""
        return "\n".join(event.data for event in self.events if event.type == "message")

    @property
    def last_id(self) -> str:
        return self._parser.last_id

    async def read(self) -> None:
        try:
            async for chunk in self.response.aiter_raw():
                self.events += self._parser.feed(chunk)
                await self._tell()
        finally:
            self.over = True
            with contextlib.suppress(asyncio.CancelledError):
                await self._tell()

    async def until(self, seen: Callable[["Stream"], object], *, seconds: float = _PATIENCE_SECONDS) -> "Stream":
        """Wait until `seen` is true of the stream. Raises `TimeoutError`, saying what came instead."""
        try:
            async with asyncio.timeout(seconds), self._news:
                await self._news.wait_for(lambda: bool(seen(self)))
        except TimeoutError:
            came = "\n".join(f"{event.type} {event.id}: {event.data[:200]}" for event in self.events)
            raise TimeoutError(f"It never came. The stream said:\n{came}") from None
        return self

    async def event(self, kind: str, *, seconds: float = _PATIENCE_SECONDS) -> SentEvent:
        """The first event of a type."""
        await self.until(lambda _: self.of(kind), seconds=seconds)
        return self.of(kind)[0]

    def of(self, kind: str) -> list[SentEvent]:
        return [event for event in self.events if event.type == kind]

    async def _tell(self) -> None:
        async with self._news:
            self._news.notify_all()


class Person:
    """A signed-in user with one tab. `http` is theirs: it carries their token."""

    def __init__(self, running: Running, user: str, http: httpx.AsyncClient) -> None:
        self.running = running
        self.user = UserId(user)
        self.tab = TabId(f"t_{secrets.token_urlsafe(16)}")
        self.document = "d_1"
        self.http = http
        self._seq = 0

    async def conversation(self) -> str:
        """A new conversation's id."""
        made = await self.http.post("/assist/conversations", headers={"Accept": "application/json"})
        return made.raise_for_status().json()["id"]

    async def announce(self, **facts: Json) -> httpx.Response:
        return await self.http.put(f"/assist/tabs/{self.tab}/page", json=self.facts(**facts))

    def facts(self, **more: Json) -> dict[str, Json]:
        """An announcement, newer than the last."""
        self._seq += 1
        plain = {"origin": "https://app.example.com", "path": "/orders", "page": {"name": "Orders"}}
        return {"document": self.document, "seq": self._seq, **plain, **more}

    async def say(self, conversation: str, text: str, **more: Json) -> httpx.Response:
        body = {"text": text, "tab": self.tab, **more}
        return await self.http.post(
            f"/assist/conversations/{conversation}/messages", json=body, headers={"Accept": "application/json"}
        )

    @asynccontextmanager
    async def stream(
        self, conversation: str, *, after: str | None = None, tab: str | None = None
    ) -> AsyncGenerator[Stream]:
        """Follow a conversation until the block is left. after: sent as `Last-Event-ID`."""
        headers = {"Accept": "text/event-stream"} | ({"Last-Event-ID": after} if after is not None else {})
        path = f"/assist/conversations/{conversation}/stream?tab={tab or self.tab}"
        async with self.http.stream(
            "GET", path, headers=headers, timeout=httpx.Timeout(_PATIENCE_SECONDS, read=None)
        ) as response:
            stream = Stream(response)
            reading = asyncio.create_task(stream.read())
            try:
                yield stream
            finally:
                reading.cancel()
                with contextlib.suppress(asyncio.CancelledError, httpx.HTTPError):
                    await reading


@asynccontextmanager
async def person(running: Running, name: str, *, token: str | None = None) -> AsyncGenerator[Person]:
    """Somebody nobody else is: `name` with random letters behind it."""
    user = f"{name}-{secrets.token_hex(4)}"
    token = token or running.parts.tokens.sign(running.made.workspace, UserId(user), name=name.title())
    headers = {"Authorization": f"Bearer {token}"}
    async with httpx.AsyncClient(base_url=running.url, headers=headers, timeout=_PATIENCE_SECONDS) as http:
        yield Person(running, user, http)
