"""Serving a rehearsal on an ephemeral port of the loopback, inside the loop that is running."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path

from app.contract.ids import Json
from app.guest import served
from app.rehearsal.script import SCRIPTS, Pace
from app.rehearsal.server import create_rehearsal


@asynccontextmanager
async def rehearsal_server(
    scripts: Path | Sequence[Json] = SCRIPTS, *, pace: Pace | None = None
) -> AsyncGenerator[str]:
    """Serve until the block is left. Gives the base URL for the SDK, without a trailing slash."""
    async with served(create_rehearsal(scripts, pace=pace), lifespan="off", grace_seconds=1) as url:
        yield url
