"""SQLite: one file, one writer thread, a few reader threads. Several processes may share the file."""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from sqlite3 import Connection as SqliteConnection
from typing import TypeVar

import sqlalchemy as sa
from sqlalchemy import event
from sqlalchemy.pool import NullPool, QueuePool

from app.errors import Misconfigured
from app.stores.database import reachable

Result = TypeVar("Result")

_READERS = 4
# NORMAL loses no transaction to a crash of the process, only to one of the machine; the file stays whole either way.
_PRAGMAS = (
    "busy_timeout = 5000",
    "journal_mode = WAL",
    "journal_size_limit = 67108864",
    "synchronous = NORMAL",
    "foreign_keys = ON",
)


class SqliteDatabase:
    """See `app.stores.database.Database`."""

    def __init__(self, url: str) -> None:
        """Raises `Misconfigured` for a database in memory: each connection would see another one."""
        address = sa.make_url(url)
        if not address.database or "memory:" in address.database or address.query.get("mode") == "memory":
            message = "ASSIST_DATABASE_URL names no file. Write 'sqlite+aiosqlite:///path/to/assist.sqlite3'."
            raise Misconfigured(message)
        self.url = address.set(drivername="sqlite+pysqlite")
        self._file = Path(address.database)
        self._reading = sa.create_engine(
            self.url,
            poolclass=QueuePool,
            pool_size=_READERS,
            isolation_level="AUTOCOMMIT",
            skip_autocommit_rollback=True,
            hide_parameters=True,
        )
        self._writing = sa.create_engine(self.url, poolclass=NullPool, hide_parameters=True)
        event.listen(self._reading, "connect", _prepare_reader)
        event.listen(self._writing, "connect", _prepare)
        event.listen(self._writing, "begin", _begin_immediate)
        self._readers = ThreadPoolExecutor(_READERS, thread_name_prefix="sqlite-reader")
        self._writer = ThreadPoolExecutor(1, thread_name_prefix="sqlite-writer")
        self._open: sa.Connection | None = None
        self._closed = False

    async def read(self, work: Callable[[sa.Connection], Result]) -> Result:
        return await asyncio.get_running_loop().run_in_executor(self._readers, self._read, work)

    async def write(self, work: Callable[[sa.Connection], Result]) -> Result:
        return await asyncio.get_running_loop().run_in_executor(self._writer, self._write, work)

    async def migrate(self) -> None:
        from app.stores.migrate import upgrade

        self._file.parent.mkdir(parents=True, exist_ok=True)
        await self.write(upgrade)

    async def close(self) -> None:
        if self._closed:
            return
        self._closed = True
        await asyncio.get_running_loop().run_in_executor(self._writer, self._close_writer)
        self._writer.shutdown()
        self._readers.shutdown()
        self._reading.dispose()

    def _read(self, work: Callable[[sa.Connection], Result]) -> Result:
        with reachable(), self._reading.connect() as connection:
            return work(connection)

    def _write(self, work: Callable[[sa.Connection], Result]) -> Result:
        with reachable():
            if self._open is None:
                self._open = self._writing.connect()
            with self._open.begin():
                return work(self._open)

    def _close_writer(self) -> None:
        if self._open is not None:
            self._open.close()
            self._open = None


def _prepare(connection: SqliteConnection, _record: object) -> None:
    # The driver's own transactions are off: it would begin late, and deferred.
    connection.isolation_level = None
    for pragma in _PRAGMAS:
        connection.execute(f"PRAGMA {pragma}").close()


def _prepare_reader(connection: SqliteConnection, record: object) -> None:
    _prepare(connection, record)
    connection.execute("PRAGMA query_only = ON").close()


def _begin_immediate(connection: sa.Connection) -> None:
    # A deferred transaction that writes after it read can't wait for a lock; it fails at once instead.
    connection.exec_driver_sql("BEGIN IMMEDIATE")
