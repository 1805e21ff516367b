"""Serving a rehearsal on an ephemeral port of the loopback, inside the loop that is running."""

from __future__ import annotations

import asyncio
import contextlib
import socket
from collections.abc import AsyncGenerator, Generator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path

import uvicorn

from app.contract.ids import Json
from app.rehearsal.script import SCRIPTS, Pace
from app.rehearsal.server import create_rehearsal


class _Guest(uvicorn.Server):
    """A server in somebody else's process: the signals are the host's."""

    def __init__(self, config: uvicorn.Config) -> None:
        super().__init__(config)
        self.up = asyncio.Event()

    @contextlib.contextmanager
    def capture_signals(self) -> Generator[None]:
        yield

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        self.up.set()


@asynccontextmanager
async def rehearsal_server(
    scripts: Path | Sequence[Json] = SCRIPTS, *, pace: Pace | None = None
) -> AsyncGenerator[str]:
    """Serve until the block is left. Gives the base URL for the SDK, without a trailing slash."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        app = create_rehearsal(scripts, pace=pace)
        config = uvicorn.Config(
            app, log_config=None, access_log=False, lifespan="off", ws="none", timeout_graceful_shutdown=1
        )
        server = _Guest(config)
        serving = asyncio.create_task(server.serve(sockets=[listener]))
        await server.up.wait()
        try:
            yield f"http://127.0.0.1:{listener.getsockname()[1]}"
        finally:
            server.should_exit = True
            await serving
