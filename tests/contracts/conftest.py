"""Both databases, empty and migrated, for every suite."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import sqlalchemy as sa

from app.stores.attachments import DatabaseAttachments
from app.stores.conversations import DatabaseConversations
from app.stores.database import Database, open_database
from app.stores.feedback import DatabaseFeedback
from app.stores.host_tools import DatabaseHostTools
from app.stores.integrations import DatabaseIntegrations
from app.stores.log import DatabaseLog
from app.stores.proposals import DatabaseDeliveries, DatabaseProposals
from app.stores.runs import DatabaseRuns
from app.stores.schema import metadata
from app.stores.sqlite import SqliteDatabase
from app.stores.tabs import DatabaseTabs
from app.stores.usage import DatabaseUsage
from app.stores.workspaces import DatabaseWorkspaces


@pytest.fixture
async def postgres_database(postgres_url: str) -> AsyncIterator[Database]:
    database = open_database(postgres_url)
    await database.migrate()
    yield database
    await database.write(_empty)
    await database.close()


@pytest.fixture(params=["sqlite", "postgres"])
def database(request: pytest.FixtureRequest) -> Database:
    return request.getfixturevalue(f"{request.param}_database")


@pytest.fixture
async def other_database(database: Database, request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[Database]:
    """The same database as another process has it: they share nothing but the file, or the server."""
    on_file = isinstance(database, SqliteDatabase)
    url = f"sqlite+aiosqlite:///{tmp_path / 'assist.sqlite3'}" if on_file else request.getfixturevalue("postgres_url")
    other = open_database(url)
    yield other
    await other.close()


@pytest.fixture
def log(database: Database) -> DatabaseLog:
    return DatabaseLog(database)


@pytest.fixture
def conversations(database: Database) -> DatabaseConversations:
    return DatabaseConversations(database)


@pytest.fixture
def trash(database: Database) -> DatabaseConversations:
    return DatabaseConversations(database)


@pytest.fixture
def tabs(database: Database) -> DatabaseTabs:
    return DatabaseTabs(database)


@pytest.fixture
def workspaces(database: Database) -> DatabaseWorkspaces:
    return DatabaseWorkspaces(database)


@pytest.fixture
def integrations(database: Database) -> DatabaseIntegrations:
    return DatabaseIntegrations(database)


@pytest.fixture
def host_tools(database: Database) -> DatabaseHostTools:
    return DatabaseHostTools(database)


@pytest.fixture
def runs(database: Database) -> DatabaseRuns:
    return DatabaseRuns(database)


@pytest.fixture
def proposals(database: Database) -> DatabaseProposals:
    return DatabaseProposals(database)


@pytest.fixture
def deliveries(database: Database) -> DatabaseDeliveries:
    return DatabaseDeliveries(database)


@pytest.fixture
def feedback_index(database: Database) -> DatabaseFeedback:
    return DatabaseFeedback(database)


@pytest.fixture
def attachments(database: Database) -> DatabaseAttachments:
    return DatabaseAttachments(database)


@pytest.fixture
def usage(database: Database) -> DatabaseUsage:
    return DatabaseUsage(database)


def _empty(connection: sa.Connection) -> None:
    names = ", ".join(table.name for table in metadata.sorted_tables)
    connection.execute(sa.text(f"TRUNCATE {names}"))
