"""A house for each test that wants one, its model playing the scripts beside it."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import yaml

from app.settings import Limits
from app.stores.database import Database
from tests.turns.house import House, house

SCRIPTS = yaml.safe_load((Path(__file__).parent / "scripts.yaml").read_text(encoding="utf-8"))


@pytest.fixture
def limits() -> Limits:
    return Limits()


@pytest.fixture
async def home(sqlite_database: Database, limits: Limits) -> AsyncIterator[House]:
    async with house(sqlite_database, SCRIPTS, limits) as opened:
        yield opened
