"""Whoever works on a queue stops when told to, whatever comes in at that moment."""

import asyncio
import contextlib

from app.stores.database import Database
from tests.hosttools.host import Host
from tests.hosttools.workshop import equip


async def test_a_sweep_ends_although_a_job_comes_up_as_it_is_told_to(sqlite_database: Database, host: Host) -> None:
    room = equip(sqlite_database, host.address).room
    sweeping = asyncio.create_task(room.runs.sweep())
    await asyncio.sleep(0.3)

    room.runs.wake()
    sweeping.cancel()
    with contextlib.suppress(asyncio.CancelledError):
        async with asyncio.timeout(5):
            await sweeping

    assert sweeping.cancelled()
