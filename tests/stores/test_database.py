"""A database that can't be had says so at once, in one sentence, and is used again as soon as it can."""

import asyncio
import sqlite3
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import sqlalchemy as sa
from sqlalchemy.exc import IntegrityError

from app.contract.ids import ConversationId
from app.errors import Malformed, Misconfigured, NotReady
from app.stores.conversations import DatabaseConversations
from app.stores.database import Database, check, open_database
from app.stores.log import DatabaseLog
from app.stores.schema import conversations
from app.testing.contracts.examples import ADA, said
from app.testing.services import Missing, free_port, postgres


@pytest.fixture
async def unreachable() -> AsyncIterator[Database]:
    database = open_database(f"postgresql+asyncpg://postgres@127.0.0.1:{free_port()}/postgres")
    yield database
    await database.close()


async def test_a_server_that_is_not_there_is_said_to_be_not_ready(unreachable: Database) -> None:
    for attempt in (check(unreachable), DatabaseConversations(unreachable).create(ADA), unreachable.migrate()):
        with pytest.raises(NotReady, match="Try again in a moment"):
            await attempt


async def test_a_server_that_stops_is_said_to_be_not_ready() -> None:
    try:
        with postgres() as url:
            database = open_database(url)
            await check(database)
    except Missing as missing:
        pytest.skip(str(missing))

    with pytest.raises(NotReady):
        await check(database)
    await database.close()


async def test_connections_that_were_cut_are_made_anew(postgres_url: str) -> None:
    database, other = open_database(postgres_url), open_database(postgres_url)
    await check(database)
    cut = sa.text(
        "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity"
        " WHERE pid <> pg_backend_pid() AND datname = current_database()"
    )

    assert await other.read(lambda connection: connection.execute(cut).scalar_one()) >= 1

    await check(database)
    for one in (database, other):
        await one.close()


@pytest.mark.parametrize("bent", [("postgres@", "nobody@"), ("/postgres", "/nowhere")], ids=["user", "database"])
async def test_a_server_that_refuses_us_is_a_matter_of_settings(postgres_url: str, bent: tuple[str, str]) -> None:
    head, tail = postgres_url.split("//")
    database = open_database(f"{head}//{tail.replace(*bent)}")

    with pytest.raises(Misconfigured, match="ASSIST_DATABASE_URL"):
        await check(database)

    await database.close()


async def test_a_platforms_ssl_mode_is_understood(postgres_url: str) -> None:
    database = open_database(f"{postgres_url}?sslmode=disable&channel_binding=prefer")

    await check(database)

    await database.close()


async def test_a_character_that_cant_be_stored_is_the_callers_fault(postgres_url: str) -> None:
    database = open_database(postgres_url)
    await database.migrate()

    with pytest.raises(Malformed, match="can't be stored"):
        await DatabaseConversations(database).get(ConversationId("c_\0"))

    await database.close()


async def test_a_file_that_cant_be_opened_is_said_to_be_not_ready(tmp_path: Path) -> None:
    database = open_database(f"sqlite+aiosqlite:///{tmp_path}")

    with pytest.raises(NotReady):
        await check(database)

    await database.close()


@pytest.mark.parametrize(
    "url",
    ["sqlite+aiosqlite://", "sqlite+aiosqlite:///:memory:", "sqlite+aiosqlite:///file::memory:?uri=true&mode=memory"],
)
def test_a_database_in_memory_is_refused(url: str) -> None:
    with pytest.raises(Misconfigured, match="names no file"):
        open_database(url)


async def test_a_wrong_statement_is_a_bug_not_an_outage(sqlite_database: Database) -> None:
    with pytest.raises(IntegrityError):
        await sqlite_database.write(lambda connection: connection.execute(conversations.insert(), {"id": "c_1"}))


async def test_no_error_quotes_what_was_to_be_stored(sqlite_database: Database) -> None:
    row = {"id": "wine-dark"}

    with pytest.raises(IntegrityError) as fault:
        await sqlite_database.write(lambda connection: connection.execute(conversations.insert(), row))

    assert "wine" not in str(fault.value)


async def test_a_full_disk_is_not_ready_and_leaves_no_half_an_append(
    sqlite_database: Database, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    conversation = await DatabaseConversations(sqlite_database).create(ADA)
    monkeypatch.setattr("app.stores.sqlite._PRAGMAS", ("max_page_count = 40",))
    full = open_database(f"sqlite+aiosqlite:///{tmp_path / 'assist.sqlite3'}")
    log = DatabaseLog(full)

    with pytest.raises(NotReady):
        await log.append(conversation.id, [said("a"), said("b" * 200_000)], after=0)

    assert await log.read_after(conversation.id, 0) == []
    assert len(await log.append(conversation.id, [said("a")], after=0)) == 1
    await full.close()


async def test_reading_changes_nothing(sqlite_database: Database) -> None:
    with pytest.raises(NotReady):
        await sqlite_database.read(lambda connection: connection.execute(conversations.delete()))


async def test_a_file_that_stays_locked_is_not_ready_and_loses_nothing(
    sqlite_database: Database, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("app.stores.sqlite._PRAGMAS", ("busy_timeout = 50", "journal_mode = WAL", "foreign_keys = ON"))
    database = open_database(f"sqlite+aiosqlite:///{tmp_path / 'assist.sqlite3'}")
    log = DatabaseLog(database)
    conversation = await DatabaseConversations(sqlite_database).create(ADA)
    other = sqlite3.connect(tmp_path / "assist.sqlite3", isolation_level=None)
    other.execute("BEGIN IMMEDIATE")

    with pytest.raises(NotReady):
        await log.append(conversation.id, [said("a")], after=0)
    assert await log.read_after(conversation.id, 0) == []

    other.execute("ROLLBACK")
    other.close()
    await log.append(conversation.id, [said("a")], after=0)
    assert len(await log.read_after(conversation.id, 0)) == 1
    await database.close()


async def test_a_lock_of_another_process_is_waited_for(sqlite_database: Database, tmp_path: Path) -> None:
    conversation = await DatabaseConversations(sqlite_database).create(ADA)
    other = sqlite3.connect(tmp_path / "assist.sqlite3", isolation_level=None)
    other.execute("BEGIN IMMEDIATE")

    append = asyncio.ensure_future(DatabaseLog(sqlite_database).append(conversation.id, [said("a")], after=0))
    await asyncio.sleep(0.2)
    assert not append.done()
    other.execute("COMMIT")
    other.close()

    assert len(await append) == 1


async def test_the_log_survives_its_process(sqlite_database: Database, tmp_path: Path) -> None:
    conversation = await DatabaseConversations(sqlite_database).create(ADA)
    await DatabaseLog(sqlite_database).append(conversation.id, [said("a")], after=0)
    await sqlite_database.close()

    again = open_database(f"sqlite+aiosqlite:///{tmp_path / 'assist.sqlite3'}")

    assert [1] == [logged.seq for logged in await DatabaseLog(again).read_after(conversation.id, 0)]
    await again.close()
