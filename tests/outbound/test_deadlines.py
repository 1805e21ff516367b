"""One deadline holds from the first step to the last byte; a write that ran into it may have happened."""

import asyncio
import time
from collections.abc import Sequence

import pytest

from app.outbound.client import Outbound
from app.outbound.faults import Broken, Busy, TimedOut, Unreachable
from tests.outbound.asking import asking, fault_of
from tests.outbound.conftest import OutboundTo
from tests.outbound.loopback import Endless, Reset, Stall, Step, response, said, serving

SLOW: list[Sequence[Step]] = [
    [Stall(30)],
    [Endless(b"H", 0.02)],
    [b"HTTP/1.1 200 OK\r\n", Endless(b"X: y\r\n", 0.02)],
    [Endless(b"HTTP/1.1 100 Continue\r\n\r\n", 0.02)],
    [response(b"", content_length="1000"), Endless(b" ", 0.02)],
    [b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n", Endless(b"1\r\n \r\n", 0.02)],
    [response(b'{"a": ', content_length="100"), Stall(30)],
    [said({}, 500)[:-1], Stall(30)],
]


@pytest.mark.parametrize("post", [False, True])
async def test_a_slow_server_is_left_at_the_deadline(outbound_to: OutboundTo, post: bool) -> None:
    """All at once, with time enough for a busy machine to send each request."""
    began = time.monotonic()

    await asyncio.gather(*(left_in_time(outbound_to, steps, post=post) for steps in SLOW))

    assert time.monotonic() - began < 5


async def left_in_time(outbound_to: OutboundTo, steps: Sequence[Step], *, post: bool) -> None:
    async with serving(steps) as server:
        fault = await fault_of(outbound_to(server), server.url, post=post, seconds=1.5)

    assert isinstance(fault, TimedOut), steps
    assert (fault.may_have_happened, server.connections) == (post, 1), steps


async def test_a_slow_name_counts_too() -> None:
    async def never(host: str, port: int) -> Sequence[str]:
        await asyncio.sleep(30)
        return [host]

    fault = await fault_of(Outbound((), resolver=never), "https://tools.example/", post=True, seconds=0.1)

    assert isinstance(fault, TimedOut)
    assert not fault.may_have_happened


async def test_a_handshake_that_never_ends_has_sent_nothing(outbound_to: OutboundTo) -> None:
    async with serving([Stall(30)]) as server:
        fault = await fault_of(outbound_to(server), f"https://{server.host}/", post=True, seconds=0.3)

    assert isinstance(fault, TimedOut)
    assert not fault.may_have_happened


async def test_a_post_nobody_took_did_not_happen(outbound_to: OutboundTo) -> None:
    async with serving([said({})]) as server:
        url, outbound = server.url, outbound_to(server)

    fault = await fault_of(outbound, url, post=True)

    assert isinstance(fault, Unreachable)
    assert not fault.may_have_happened


async def test_a_post_is_sent_once_whatever_comes_of_it(outbound_to: OutboundTo) -> None:
    async with serving([Reset()], [said({})]) as server:
        fault = await fault_of(outbound_to(server), server.url, post=True)

    assert isinstance(fault, Broken)
    assert (fault.may_have_happened, server.connections) == (True, 1)


@pytest.mark.parametrize("dying", [[Reset()], [b""], [response(b"{", content_length="9"), Reset()]])
async def test_a_get_whose_connection_fails_is_sent_once_more(outbound_to: OutboundTo, dying: list[Step]) -> None:
    async with serving(dying, [said({"tools": []})]) as server:
        answer = await outbound_to(server).get_json(server.url)

    assert (answer.body, server.connections) == ({"tools": []}, 2)


async def test_a_get_is_sent_no_third_time(outbound_to: OutboundTo) -> None:
    async with serving([Reset()]) as server:
        fault = await fault_of(outbound_to(server), server.url)

    assert isinstance(fault, Broken)
    assert (fault.may_have_happened, server.connections) == (False, 2)


async def test_who_gives_up_leaves_no_connection_behind(outbound_to: OutboundTo) -> None:
    async with serving([response(b"", content_length="1000"), Endless(b" ", 0.01)]) as server:
        asking = asyncio.create_task(outbound_to(server).get_json(server.url))
        await server.asked.wait()
        asking.cancel()

        with pytest.raises(asyncio.CancelledError):
            await asking
        await asyncio.wait_for(server.gone.wait(), 2)


async def test_who_finds_no_room_in_time_has_sent_nothing(outbound_to: OutboundTo) -> None:
    async with serving([Stall(30)]) as server:
        outbound = outbound_to(server)
        async with asking(outbound, [server.url] * 8):
            await server.holds(8)
            fault = await fault_of(outbound, server.url, post=True, seconds=0.1)

    assert isinstance(fault, Busy)
    assert (fault.may_have_happened, server.connections) == (False, 8)
