"""Services for every test that asks: real servers, started once a session; skipped, saying why, where they can't be."""

from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest

from app.stores.database import Database, open_database
from app.testing.services import Missing, postgres, redis

pytest_plugins = ["app.testing.snapshots"]
pytest.register_assert_rewrite("app.testing.contracts")


@pytest.fixture(scope="session")
def postgres_url() -> Iterator[str]:
    """An empty PostgreSQL database, shared by the session: who uses it leaves it empty."""
    try:
        with postgres() as url:
            yield url
    except Missing as missing:
        pytest.skip(str(missing))


@pytest.fixture(scope="session")
def redis_url() -> Iterator[str]:
    """A Redis server, shared by the session: who uses it takes a prefix of its own."""
    try:
        with redis() as url:
            yield url
    except Missing as missing:
        pytest.skip(str(missing))


@pytest.fixture
async def sqlite_database(tmp_path: Path) -> AsyncIterator[Database]:
    """A migrated SQLite database of the test's own."""
    database = open_database(f"sqlite+aiosqlite:///{tmp_path / 'assist.sqlite3'}")
    await database.migrate()
    yield database
    await database.close()
