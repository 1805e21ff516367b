"""A host and a room for each test that asks, and a parent of processes that may die."""

from collections.abc import AsyncIterator, Generator

import pytest

from app.stores.database import Database
from tests.hosttools.host import Host, hosting
from tests.hosttools.workshop import Workshop, equip, made_workspace, working


@pytest.fixture
def host() -> Generator[Host]:
    with hosting() as host:
        yield host


@pytest.fixture
async def workshop(sqlite_database: Database, host: Host) -> AsyncIterator[Workshop]:
    """The room at work, for one workspace."""
    opened = equip(sqlite_database, host.address)
    await opened.stores.workspaces.put(made_workspace().workspace)
    async with working(opened):
        yield opened
