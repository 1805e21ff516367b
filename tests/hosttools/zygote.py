"""
A process that forks others, which have everything imported already and so are born in milliseconds.

A child works in the room over one database and kills itself, as `kill -9` would, when it passes a point it was told.
Orders come as lines of JSON, each is answered by a line: how the child ended.
"""

import asyncio
import json
import os
import signal
import sys
from collections.abc import Awaitable, Callable
from datetime import timedelta
from pathlib import Path
from typing import TypeAlias

from app.contract.ids import Json, ProposalId
from app.hosttools.checkpoints import Point
from app.hosttools.room import Pace
from app.stores.database import open_database
from tests.hosttools.workshop import Workshop, equip, working

PACE = Pace(lease_seconds=600, sweep_seconds=0.02, waits=(0.02, 0.02, 0.02), delivery_waits=(0.02, 0.02, 0.02))
Order: TypeAlias = dict[str, Json]


async def work(order: Order) -> None:
    """Do what is ordered, and all that follows from it, or die on the way."""
    database = open_database(f"sqlite+aiosqlite:///{Path(order['folder']) / 'assist.sqlite3'}")
    workshop = equip(database, order["allow"], at=_dying(order.get("dies_at")), pace=PACE)
    # Whoever comes later finds that the leases of the dead have run out.
    workshop.clock.ahead = timedelta(seconds=order.get("later_seconds", 0))
    await ACTS[order["act"]](workshop, order)
    async with working(workshop):
        if order.get("works", True):
            await workshop.idle()
    await database.close()


async def _nothing(_: Workshop, __: Order) -> None:
    """Only what is there already is worked on."""


async def _post(workshop: Workshop, order: Order) -> None:
    await workshop.post(order["event"])


async def _decide(workshop: Workshop, order: Order) -> None:
    found = await workshop.stores.proposals.get(ProposalId(order["proposal"]))
    assert found is not None
    if found.status == "open":
        await workshop.room.decisions.decide(found, "accepted", by="user")


async def _settle(workshop: Workshop, order: Order) -> None:
    found = await workshop.stores.proposals.get(ProposalId(order["proposal"]))
    assert found is not None
    await workshop.room.decisions.settle(found, "applied", "Sent.")


ACTS: dict[str, Callable[[Workshop, Order], Awaitable[None]]] = {
    "nothing": _nothing,
    "post": _post,
    "decide": _decide,
    "settle": _settle,
}


def _dying(point: Point | None) -> Callable[[Point], Awaitable[None]]:
    async def pass_by(passed: Point) -> None:
        if passed == point:
            os.kill(os.getpid(), signal.SIGKILL)

    return pass_by


def _child(order: Order) -> int:
    try:
        asyncio.run(work(order))
    except BaseException as fault:  # noqa: BLE001 -- the parent is told, whatever it is
        print(f"{type(fault).__name__}: {fault}", file=sys.stderr)
        return 1
    return 0


def main() -> None:
    for line in sys.stdin:
        child = os.fork()
        if child == 0:
            os._exit(_child(json.loads(line)))
        _, status = os.waitpid(child, 0)
        print(json.dumps(os.waitstatus_to_exitcode(status)), flush=True)


if __name__ == "__main__":
    main()
