"""Migrating makes exactly the tables the code works with, on both databases, once."""

import asyncio
import subprocess
import sys
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import sqlalchemy as sa
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext

from app.stores.database import Database, open_database
from app.stores.migrate import VERSION_TABLE
from app.stores.schema import metadata


@pytest.fixture(params=["sqlite", "postgres"])
async def url(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[str]:
    if request.param == "sqlite":
        yield f"sqlite+aiosqlite:///{tmp_path / 'deep' / 'down' / 'assist.sqlite3'}"
        return
    server: str = request.getfixturevalue("postgres_url")
    database = open_database(server)
    await database.write(_drop_everything)
    yield server
    await database.write(_drop_everything)
    await database.close()


@pytest.fixture
async def database(url: str) -> AsyncIterator[Database]:
    database = open_database(url)
    yield database
    await database.close()


async def test_the_migrated_schema_is_the_one_the_code_works_with(database: Database) -> None:
    await database.migrate()

    assert [] == await database.read(_differences)
    assert set(metadata.tables) == set(await database.read(_tables)) - {VERSION_TABLE}


async def test_migrating_again_changes_nothing(database: Database) -> None:
    await database.migrate()
    await database.write(_say_something)

    await database.migrate()

    assert await database.read(_something_is_said) == 1


async def test_several_processes_may_migrate_at_once(url: str) -> None:
    several = [open_database(url) for _ in range(4)]

    await asyncio.gather(*(database.migrate() for database in several))

    assert [[]] * 4 == [await database.read(_differences) for database in several]
    for database in several:
        await database.close()


def test_a_start_with_nothing_to_migrate_imports_no_alembic(tmp_path: Path) -> None:
    """Alembic and what it brings cost a second and some 40 MB."""
    start = (
        "import asyncio, sys\n"
        "from app.stores.database import open_database\n"
        "async def main():\n"
        f"    database = open_database('sqlite+aiosqlite:///{tmp_path / 'assist.sqlite3'}')\n"
        "    await database.migrate()\n"
        "    await database.close()\n"
        "asyncio.run(main())\n"
        "print('alembic' in sys.modules)\n"
    )

    imported = [_output_of(start) for _ in range(2)]

    assert ["True", "False"] == imported


def _output_of(code: str) -> str:
    command = [sys.executable, "-W", "ignore", "-c", code]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout.strip()


def _differences(connection: sa.Connection) -> list[object]:
    context = MigrationContext.configure(connection, opts={"compare_type": True, "version_table": VERSION_TABLE})
    return list(compare_metadata(context, metadata))


def _tables(connection: sa.Connection) -> list[str]:
    return sa.inspect(connection).get_table_names()


def _say_something(connection: sa.Connection) -> None:
    row = {"workspace": "ws_1", "user_id": "ada", "day": "2026-11-30", "tokens": 1}
    connection.execute(metadata.tables["usage"].insert(), row)


def _something_is_said(connection: sa.Connection) -> int:
    return connection.execute(sa.select(sa.func.count()).select_from(metadata.tables["usage"])).scalar_one()


def _drop_everything(connection: sa.Connection) -> None:
    connection.execute(sa.text("DROP SCHEMA public CASCADE"))
    connection.execute(sa.text("CREATE SCHEMA public"))
