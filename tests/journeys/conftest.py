"""One running server for all journeys, in a thread of its own; each journey has users nobody else is."""

from collections.abc import AsyncGenerator, Generator
from pathlib import Path

import httpx
import pytest
import yaml

from app.testing.people import Person, person
from app.testing.running import Running, running_beside

SCRIPTS = yaml.safe_load((Path(__file__).parent / "scripts.yaml").read_text(encoding="utf-8"))


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Generator[Running]:
    with running_beside(tmp_path_factory.mktemp("server"), SCRIPTS) as running:
        yield running


@pytest.fixture
async def alice(server: Running) -> AsyncGenerator[Person]:
    async with person(server, "alice") as alice:
        yield alice


@pytest.fixture
async def bob(server: Running) -> AsyncGenerator[Person]:
    async with person(server, "bob") as bob:
        yield bob


@pytest.fixture
async def nobody(server: Running) -> AsyncGenerator[httpx.AsyncClient]:
    """A client without a token."""
    async with httpx.AsyncClient(base_url=server.url, timeout=10) as http:
        yield http


@pytest.fixture
async def host(server: Running) -> AsyncGenerator[httpx.AsyncClient]:
    """The host's own program, with the workspace's API key."""
    headers = {"Authorization": f"Bearer {server.api_key}"}
    async with httpx.AsyncClient(base_url=server.url, headers=headers, timeout=10) as http:
        yield http
