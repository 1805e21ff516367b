"""A house whose workspace may connect hosts, and a host to connect."""

from collections.abc import AsyncIterator
from pathlib import Path

import httpx
import pytest
import yaml

from app.contract.secret import Secret
from app.settings import Limits, Settings
from app.stores.database import Database
from app.testing.running import Running, running
from tests.remote.host import SECRET, Host, hosting
from tests.turns.house import ALICE, House, house

SCRIPTS = yaml.safe_load((Path(__file__).parent / "scripts.yaml").read_text(encoding="utf-8"))


@pytest.fixture
async def home(sqlite_database: Database) -> AsyncIterator[House]:
    """Nothing is connected yet."""
    async with house(sqlite_database, SCRIPTS, Limits()) as opened:
        yield opened


@pytest.fixture
async def host(home: House) -> AsyncIterator[Host]:
    """A host that is connected as `shop`."""
    async with hosting() as opened:
        await connect(home, opened)
        yield opened


async def connect(home: House, host: Host, provider: str = "shop", allowed: tuple[str, ...] | None = None) -> None:
    """Connect a host, and forget that it was asked."""
    await home.connections.connect(
        ALICE.workspace, provider, base_url=host.url, secret=Secret(SECRET), allowed_tools=allowed
    )
    host.asked.clear()


@pytest.fixture
async def server(tmp_path: Path) -> AsyncIterator[Running]:
    settings = Settings(
        database_url=f"sqlite+aiosqlite:///{tmp_path / 'assist.sqlite3'}", outbound_allow=frozenset({"127.0.0.1"})
    )
    async with running(tmp_path, SCRIPTS, settings=settings) as up:
        yield up


@pytest.fixture
async def owner(server: Running) -> AsyncIterator[httpx.AsyncClient]:
    """The workspace's own program."""
    headers = {"Authorization": f"Bearer {server.api_key}"}
    async with httpx.AsyncClient(base_url=server.url, headers=headers, timeout=20) as http:
        yield http


@pytest.fixture
async def free() -> AsyncIterator[Host]:
    """A host that nobody has connected."""
    async with hosting() as host:
        yield host
