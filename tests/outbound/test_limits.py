"""One slow or broken server holds up no other, and is left in peace for a while."""

import asyncio

import pytest

from app.outbound.client import Outbound
from app.outbound.faults import Broken, TimedOut, Unreachable
from tests.outbound.asking import Clock, Names, asking, fault_of
from tests.outbound.conftest import OutboundTo
from tests.outbound.loopback import Endless, Loopback, Reset, Stall, response, said, serving


async def test_eight_requests_to_a_server_are_under_way_at_once(outbound_to: OutboundTo) -> None:
    async with serving([Stall(60)]) as server, asking(outbound_to(server), [server.url] * 20):
        await server.holds(8)

    assert (server.connections, server.most_open) == (8, 8)


async def test_those_who_wait_come_next(outbound_to: OutboundTo) -> None:
    async with serving([said({})]) as server:
        outbound = outbound_to(server)
        answers = await asyncio.gather(*(outbound.get_json(server.url) for _ in range(20)))

    assert [answer.status for answer in answers] == [200] * 20


async def test_fifty_requests_in_all_are_under_way_at_once(clock: Clock) -> None:
    """Ten servers by name, one by address: what is under way is counted where it arrives."""
    names = Names({f"s{number}.internal": [["127.0.0.1"]] for number in range(10)})
    outbound = Outbound(names.answers, resolver=names, clock=clock)
    async with (
        serving([Stall(60)]) as server,
        asking(outbound, [f"http://{name}:{server.port}/" for name in names.answers] * 8),
    ):
        await server.holds(50)

    assert (server.connections, server.most_open) == (50, 50)


async def test_a_slow_server_holds_up_no_other(outbound_to: OutboundTo) -> None:
    async with serving([Stall(60)]) as slow, serving([said({})]) as quick:
        outbound = outbound_to(slow, quick)
        async with asking(outbound, [slow.url] * 60):
            await slow.holds(8)
            answer = await outbound.get_json(quick.url)

    assert answer.status == 200


async def fail(outbound: Outbound, server: Loopback, times: int) -> None:
    for _ in range(times):
        assert isinstance(await fault_of(outbound, server.url, post=True), Broken)


async def test_after_five_failures_a_server_is_not_asked_for_thirty_seconds(
    outbound_to: OutboundTo, clock: Clock
) -> None:
    async with serving([Reset()]) as server:
        outbound = outbound_to(server)
        await fail(outbound, server, 5)
        clock.now += 29.9
        fault = await fault_of(outbound, server.url, post=True)

    assert isinstance(fault, Unreachable)
    assert (fault.may_have_happened, server.connections) == (False, 5)


async def test_then_one_request_tries_and_closes_it(outbound_to: OutboundTo, clock: Clock) -> None:
    async with serving(*[[Reset()]] * 5, [Stall(0.5), said({})], [said({})]) as server:
        outbound = outbound_to(server)
        await fail(outbound, server, 5)
        clock.now += 30
        trying = asyncio.create_task(outbound.get_json(server.url))
        await asyncio.sleep(0.05)
        beside = await fault_of(outbound, server.url)
        answers = [await trying, await outbound.get_json(server.url)]

    assert isinstance(beside, Unreachable)
    assert ([answer.status for answer in answers], server.connections) == ([200, 200], 7)


async def test_a_try_that_fails_keeps_it_open(outbound_to: OutboundTo, clock: Clock) -> None:
    async with serving([Reset()]) as server:
        outbound = outbound_to(server)
        await fail(outbound, server, 5)
        clock.now += 30
        await fail(outbound, server, 1)
        clock.now += 29
        await fault_of(outbound, server.url, post=True)

    assert server.connections == 6


async def test_a_try_that_is_given_up_lets_the_next_one_try(outbound_to: OutboundTo, clock: Clock) -> None:
    async with serving(*[[Reset()]] * 5, [Stall(30)], [said({})]) as server:
        outbound = outbound_to(server)
        await fail(outbound, server, 5)
        clock.now += 30
        trying = asyncio.create_task(outbound.get_json(server.url))
        await asyncio.sleep(0.05)
        trying.cancel()
        await asyncio.gather(trying, return_exceptions=True)

        assert (await outbound.get_json(server.url)).status == 200


async def test_an_answer_in_between_forgets_the_failures(outbound_to: OutboundTo) -> None:
    async with serving(*[[Reset()]] * 4, [said({}, 500)], [Reset()]) as server:
        outbound = outbound_to(server)
        await fail(outbound, server, 4)
        await outbound.get_json(server.url)
        await fail(outbound, server, 4)

    assert server.connections == 9


@pytest.mark.parametrize("answer", [said({}, 500), response(b"<p>"), response(status=302, location="/")])
async def test_a_server_that_answers_badly_is_still_asked(outbound_to: OutboundTo, answer: bytes) -> None:
    async with serving([answer]) as server:
        outbound = outbound_to(server)
        for _ in range(7):
            await asyncio.gather(outbound.post_json(server.url, {}), return_exceptions=True)

    assert server.connections == 7


async def test_timeouts_open_it_too(outbound_to: OutboundTo) -> None:
    async with serving([Endless(b"H", 0.02)]) as server:
        outbound = outbound_to(server)
        faults = [await fault_of(outbound, server.url, seconds=0.05) for _ in range(6)]

    assert [type(fault) for fault in faults] == [TimedOut] * 5 + [Unreachable]


async def test_other_ports_of_a_host_are_other_servers(outbound_to: OutboundTo) -> None:
    async with serving([Reset()]) as broken, serving([said({})]) as sound:
        outbound = outbound_to(broken, sound)
        await fail(outbound, broken, 5)

        assert (await outbound.get_json(sound.url)).status == 200
