"""The demo's own scripts, rehearsed once a test."""

from __future__ import annotations

from collections.abc import AsyncGenerator

import pytest
from anthropic import AsyncAnthropic

from app.rehearsal.script import SCRIPTS
from tests.rehearsal.conversing import rehearsing


@pytest.fixture
async def client() -> AsyncGenerator[AsyncAnthropic]:
    async with rehearsing(SCRIPTS) as client:
        yield client
