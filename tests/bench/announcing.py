"""What a crowded page costs the server: to hear it announce itself, and to read it as a model request does."""

import json
from collections.abc import Awaitable, Callable
from statistics import median

from msgspec import Struct

from app.contract.ids import Json
from tests.bench.processes import cpu_seconds
from tests.bench.product import RunningProduct

ROWS = 1_000
TIMES = 25


class Announcing(Struct, frozen=True):
    """CPU of the server in ms, the median of 25 requests: `hear_ms` for the PUT, `read_ms` for its note and tools."""

    hear_ms: float
    read_ms: float


async def announcing(server: RunningProduct) -> Announcing:
    """A tab with 1,000 actions and 1,000 fields that changes a little each time."""
    tab = server.tab()
    await tab.announce(crowded(0))
    await tab.context()
    heard = await _each_ms(server, lambda number: tab.announce(crowded(number)))
    return Announcing(heard, await _each_ms(server, lambda _: tab.context()))


def crowded(seq: int) -> bytes:
    """An announcement of 2,000 elements: one action of 1,000 ids, and 1,000 fields of names of their own."""
    page: Json = {"document": "d_1", "seq": seq, "origin": "https://app.example.com", "path": "/orders"}
    actions = [{"name": "ship_order", "id": str(n), "label": f"Ship order {n}", "showing": True} for n in range(ROWS)]
    fields = [
        {"name": f"note_{n}", "label": f"Note of order {n}", "kind": "text", "value": f"{n + seq} boxes"}
        for n in range(ROWS)
    ]
    return json.dumps({**page, "page": {"name": "Orders"}, "actions": actions, "fields": fields}).encode()


async def _each_ms(server: RunningProduct, doing: Callable[[int], Awaitable[None]]) -> float:
    took: list[float] = []
    for number in range(1, TIMES + 1):
        before = cpu_seconds(server.pid)
        await doing(number)
        took.append(cpu_seconds(server.pid) - before)
    return median(took) * 1000
