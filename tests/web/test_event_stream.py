"""How streams end: by being asked, by a reader that hangs, by a signal lost. Time and the socket are ours here."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import ExitStack

import pytest
from starlette.types import Message

from app.bus.memory import MemoryBus
from app.bus.subscription import MOST_WAITING
from app.contract.ids import ConversationId, TabId, TurnId, UserId, WorkspaceId
from app.contract.people import Owner
from app.contract.signals import Delta
from app.errors import Lagged, NotFound, NotReady, TooMany
from app.web import streams
from app.web.event_stream import EventStream
from app.web.metrics import Metrics
from app.web.streams import MOST_PER_USER, Ending, OpenStream, Streams

ALICE = Owner(WorkspaceId("ws_1"), UserId("alice"))
CONVERSATION = ConversationId("c_1")


def stream_of(tab: str, alive: Callable[[], Awaitable[None]] | None = None) -> OpenStream:
    async def well() -> None:
        pass

    return OpenStream(ALICE, TabId(tab), CONVERSATION, Ending(), alive or well)


def delta(text: str = "x") -> Delta:
    return Delta(TurnId("t_1"), 0, 0, text)


async def test_a_waiting_stream_is_woken_by_its_end() -> None:
    ending, bus = Ending(), MemoryBus()

    async with bus.subscribe(CONVERSATION) as signals:
        asyncio.get_running_loop().call_later(0.01, ending.ask, "closing")

        assert await asyncio.wait_for(ending.next(signals), 1) is None
    task = asyncio.current_task()
    assert task is not None
    assert task.cancelling() == 0


async def test_a_stream_whose_end_was_asked_for_while_it_wrote_does_not_wait_again() -> None:
    ending, bus = Ending(), MemoryBus()
    async with bus.subscribe(CONVERSATION) as signals:
        await bus.publish(CONVERSATION, delta())

        ending.ask("replaced")
        ending.ask("closing")

        assert await ending.next(signals) is None
    assert ending.reason == "replaced"


async def test_a_cancelled_stream_stays_cancelled() -> None:
    ending, bus = Ending(), MemoryBus()

    async def wait() -> None:
        async with bus.subscribe(CONVERSATION) as signals:
            await ending.next(signals)

    task = asyncio.create_task(wait())
    await asyncio.sleep(0.01)
    task.cancel()

    with pytest.raises(asyncio.CancelledError):
        await task


async def test_a_reader_that_fell_behind_is_told_so() -> None:
    ending, bus = Ending(), MemoryBus()
    async with bus.subscribe(CONVERSATION) as signals:
        for _ in range(MOST_WAITING + 1):
            await bus.publish(CONVERSATION, delta())

        with pytest.raises(Lagged):
            await ending.next(signals)


async def test_a_reader_that_takes_nothing_is_let_go(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("app.web.event_stream.SEND_SECONDS", 0.1)
    closed = asyncio.Event()

    async def body() -> AsyncIterator[bytes]:
        try:
            while True:
                yield b"data: x\n\n"
        finally:
            closed.set()

    async def send(message: Message) -> None:
        if message["type"] == "http.response.body":
            await asyncio.Event().wait()

    await asyncio.wait_for(EventStream(body(), Ending())({"type": "http", "method": "GET"}, forever, send), 2)

    assert closed.is_set()


async def test_what_was_written_before_the_end_arrives() -> None:
    sent: list[object] = []

    async def body() -> AsyncIterator[bytes]:
        yield b"data: one\n\n"
        yield b"data: two\n\n"

    async def send(message: Message) -> None:
        sent.append(message.get("body"))

    await EventStream(body(), Ending())({"type": "http", "method": "GET"}, forever, send)

    assert sent == [None, b"data: one\n\n", b"data: two\n\n", b""]


async def test_one_user_follows_with_so_many_tabs_and_no_more() -> None:
    open_streams = Streams(Metrics())
    with ExitStack() as held:
        for number in range(MOST_PER_USER):
            held.enter_context(open_streams.opened(stream_of(f"t_{number}"), seconds=60))

        with pytest.raises(TooMany):
            open_streams.admit(ALICE, TabId("t_one_more"))
        open_streams.admit(ALICE, TabId("t_0"))
        open_streams.admit(Owner(WorkspaceId("ws_1"), UserId("bob")), TabId("t_one_more"))
    open_streams.admit(ALICE, TabId("t_one_more"))


async def test_a_replaced_stream_leaves_without_taking_the_newer_with_it() -> None:
    open_streams = Streams(Metrics())
    older, newer = stream_of("t_1"), stream_of("t_1")

    with ExitStack() as held:
        with open_streams.opened(older, seconds=60):
            held.enter_context(open_streams.opened(newer, seconds=60))
        open_streams.close()

    assert (older.ending.reason, newer.ending.reason) == ("replaced", "closing")


@pytest.mark.parametrize(("fault", "reason"), [(NotFound("gone"), "gone"), (NotReady("busy"), None)])
async def test_streams_are_looked_after_once_a_minute(
    monkeypatch: pytest.MonkeyPatch, fault: Exception, reason: str | None
) -> None:
    monkeypatch.setattr(streams, "ROUND_SECONDS", 0.02)
    asked = asyncio.Event()

    async def alive() -> None:
        asked.set()
        raise fault

    open_streams, stream = Streams(Metrics()), stream_of("t_1", alive)
    with open_streams.opened(stream, seconds=60):
        async with open_streams.tended():
            await asyncio.wait_for(asked.wait(), 1)
            await asyncio.sleep(0)

            assert stream.ending.reason == reason


async def forever() -> Message:
    """A client that neither sends nor leaves."""
    await asyncio.Event().wait()
    return {}
