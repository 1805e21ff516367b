"""The three loads: a steady one, one as fast as it goes, and a long reply watched as it grows. Each stops by itself."""

import asyncio
import time
from collections.abc import AsyncGenerator, Sequence
from contextlib import asynccontextmanager
from itertools import pairwise
from statistics import median

from msgspec import Struct

from tests.bench.orders import Order
from tests.bench.processes import SERVER_CORE, START_SECONDS, core_busy_seconds, cpu_seconds, resident_mb
from tests.bench.targets import Chat, Running

FIFTHS = 5
SETTLE_SECONDS = 0.2
FIRST_AFTER_SECONDS = 0.01


class Steady(Struct, frozen=True):
    """
    `cpu_us` of the server a delta; latencies from written to heard; `held` is the share of the offered rate.

    disturbed: the share of the server's core that others took meanwhile. Beyond a few hundredths, latencies say
    more about them than about the server.
    """

    cpu_us: float
    p50_ms: float
    p99_ms: float
    held: float
    delta_bytes: float
    idle_mb: float
    busy_mb: float
    mb_a_chat: float
    disturbed: float


class First(Struct, frozen=True):
    """From asking to the first delta, without the model's own wait; the median."""

    median_ms: float


class Flood(Struct, frozen=True):
    deltas_a_second: float
    cpu_us: float


class Growth(Struct, frozen=True):
    """Cost of the last fifth of a long reply over that of its second fifth; 1 is no growth."""

    cpu: float
    size: float
    held: float


async def steady(server: Running, *, chats: int, a_second: float, seconds: float) -> Steady:
    """`chats` replies at once, each `a_second` deltas of 20 characters for `seconds`."""
    order = Order(deltas=round(a_second * seconds), a_second=a_second)
    idle_mb = resident_mb(server.pid)
    async with _opened(server, chats) as opened:
        cpu, core = cpu_seconds(server.pid), core_busy_seconds(SERVER_CORE)
        began = time.monotonic()
        await _ask_all(opened, order, spread_seconds=1 / a_second)
        await asyncio.sleep(seconds / 2)
        busy_mb = resident_mb(server.pid)
        await _ended(opened, within=seconds * 3 + START_SECONDS)
        took = time.monotonic() - began
        cpu, core = cpu_seconds(server.pid) - cpu, core_busy_seconds(SERVER_CORE) - core
    latencies = sorted(one / 1e6 for chat in opened for one in chat.heard.latencies_ns)
    deltas = chats * order.deltas
    return Steady(
        cpu_us=cpu / deltas * 1e6,
        p50_ms=latencies[len(latencies) // 2],
        p99_ms=latencies[len(latencies) * 99 // 100],
        held=min(1.0, (order.deltas / a_second + 1 / a_second) / took),
        delta_bytes=sum(chat.heard.size_bytes for chat in opened) / deltas,
        idle_mb=idle_mb,
        busy_mb=busy_mb,
        mb_a_chat=(busy_mb - idle_mb) / chats,
        disturbed=max(0.0, core - cpu) / took,
    )


async def first(server: Running, *, times: int = 9) -> First:
    """Ask for a short reply, one chat at a time."""
    took: list[float] = []
    for _ in range(times):
        async with _opened(server, 1) as (chat,):
            await _ask_all([chat], Order(deltas=3, a_second=1 / FIRST_AFTER_SECONDS), spread_seconds=0)
            await _ended([chat], within=10)
            took.append((chat.heard.first_at - chat.heard.asked_at) / 1e6 - FIRST_AFTER_SECONDS * 1e3)
    return First(median_ms=median(took))


async def flood(server: Running, *, chats: int, deltas: int) -> Flood:
    """`chats` replies at once, each of `deltas`, as fast as the server takes them."""
    async with _opened(server, chats) as opened:
        cpu = cpu_seconds(server.pid)
        began = time.monotonic()
        await _ask_all(opened, Order(deltas=deltas), spread_seconds=0)
        await _ended(opened, within=60)
        took = time.monotonic() - began
        cpu = cpu_seconds(server.pid) - cpu
    return Flood(deltas_a_second=chats * deltas / took, cpu_us=cpu / (chats * deltas) * 1e6)


async def growth(server: Running, *, chats: int, deltas: int, a_second: float) -> Growth:
    """`chats` Markdown replies of `deltas` times 20 characters at once, in step, and what each fifth costs."""
    seconds = deltas / a_second
    async with _opened(server, chats) as opened:
        await _ask_all(opened, Order(deltas=deltas, a_second=a_second, markdown=True), spread_seconds=1 / a_second)
        await _begun(opened)
        began = time.monotonic()
        marks: list[tuple[float, float]] = []
        for fifth in range(FIFTHS + 1):
            await asyncio.sleep(began + fifth * seconds / FIFTHS - time.monotonic())
            marks.append((cpu_seconds(server.pid), sum(chat.heard.size_bytes for chat in opened)))
        await _ended(opened, within=seconds * 3 + START_SECONDS)
        took = time.monotonic() - began
    costs = [(late[0] - early[0], late[1] - early[1]) for early, late in pairwise(marks)]
    return Growth(cpu=costs[-1][0] / costs[1][0], size=costs[-1][1] / costs[1][1], held=min(1.0, seconds / took))


@asynccontextmanager
async def _opened(server: Running, chats: int) -> AsyncGenerator[Sequence[Chat]]:
    opened = await asyncio.gather(*(server.open(number) for number in range(chats)))
    await asyncio.sleep(SETTLE_SECONDS)
    for chat in opened:
        chat.heard.size_bytes = 0
    try:
        yield opened
    finally:
        await asyncio.gather(*(chat.close() for chat in opened))


async def _ask_all(chats: Sequence[Chat], order: Order, *, spread_seconds: float) -> None:
    # Spread over one beat, so that the chats don't all write in the same millisecond.
    async def ask(chat: Chat, wait: float) -> None:
        await asyncio.sleep(wait)
        chat.heard.asked_at = time.monotonic_ns()
        await chat.ask(order)

    await asyncio.gather(*(ask(chat, spread_seconds * number / len(chats)) for number, chat in enumerate(chats)))


async def _begun(chats: Sequence[Chat]) -> None:
    for chat in chats:
        await chat.heard.begun.wait()


async def _ended(chats: Sequence[Chat], *, within: float) -> None:
    try:
        async with asyncio.timeout(within):
            for chat in chats:
                await chat.heard.ended.wait()
    except TimeoutError:
        left = [chat for chat in chats if not chat.heard.ended.is_set()]
        cut = sum(chat.heard.closed for chat in left)
        message = f"{len(left)} of {len(chats)} replies did not end within {within:.0f} s; {cut} streams were closed."
        raise RuntimeError(message) from None
