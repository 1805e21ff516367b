"""PostgreSQL over asyncpg."""

from collections.abc import Callable
from typing import TypeVar

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import create_async_engine

from app.stores.database import reachable

Result = TypeVar("Result")

# Any number will do, as long as every process that migrates this database uses the same one.
_MIGRATING = 0x0A55157


class PostgresDatabase:
    """See `app.stores.database.Database`."""

    def __init__(self, url: str) -> None:
        self._engine = create_async_engine(
            _address(url),
            # What is stored never stands in an error's text, and so in no log.
            hide_parameters=True,
            pool_size=8,
            max_overflow=8,
            pool_timeout=5,
            pool_pre_ping=True,
            connect_args={"timeout": 5, "command_timeout": 30},
        )
        self._reading = self._engine.execution_options(isolation_level="AUTOCOMMIT")

    async def read(self, work: Callable[[sa.Connection], Result]) -> Result:
        with reachable():
            async with self._reading.connect() as connection:
                return await connection.run_sync(work)

    async def write(self, work: Callable[[sa.Connection], Result]) -> Result:
        with reachable():
            async with self._engine.begin() as connection:
                return await connection.run_sync(work)

    async def migrate(self) -> None:
        await self.write(_upgrade_alone)

    async def close(self) -> None:
        await self._engine.dispose()


def _address(url: str) -> sa.URL:
    """Hosting platforms write their URLs for libpq: `sslmode` has another name here, `channel_binding` none."""
    address = sa.make_url(url)
    mode = address.query.get("sslmode")
    plain = address.difference_update_query(["sslmode", "channel_binding"])
    return plain.update_query_dict({"ssl": mode}) if mode else plain


def _upgrade_alone(connection: sa.Connection) -> None:
    from app.stores.migrate import upgrade

    connection.execute(sa.select(sa.func.pg_advisory_xact_lock(_MIGRATING)))
    upgrade(connection)
