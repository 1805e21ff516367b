"""A server in somebody else's process and loop: the rehearsal model beside the app, the app beside a test."""

import asyncio
import socket
from collections.abc import AsyncGenerator, Generator
from contextlib import asynccontextmanager, contextmanager
from typing import Any, Literal

import uvicorn

_GRACE_SECONDS = 5


class _Guest(uvicorn.Server):
    """The signals are the host's."""

    def __init__(self, config: uvicorn.Config) -> None:
        super().__init__(config)
        self.up = asyncio.Event()

    @contextmanager
    def capture_signals(self) -> Generator[None]:
        yield

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        self.up.set()


@asynccontextmanager
async def served(
    app: Any,  # noqa: ANN401 -- an ASGI application, which every framework types in its own way
    *,
    listener: socket.socket | None = None,
    lifespan: Literal["on", "off"] = "on",
    grace_seconds: int = _GRACE_SECONDS,
) -> AsyncGenerator[str]:
    """
    Serve until the block is left. Gives the origin, such as `http://127.0.0.1:40321`.

    listener: where; without one, a free port of the loopback.
    grace_seconds: how long requests may still take at the end.
    """
    with listener or socket.create_server(("127.0.0.1", 0)) as bound:
        config = uvicorn.Config(
            app,
            log_config=None,
            access_log=False,
            server_header=False,
            lifespan=lifespan,
            ws="none",
            timeout_graceful_shutdown=grace_seconds,
        )
        server = _Guest(config)
        serving = asyncio.create_task(server.serve(sockets=[bound]))
        await _up(server, serving)
        try:
            yield f"http://127.0.0.1:{bound.getsockname()[1]}"
        finally:
            server.should_exit = True
            await serving


async def _up(server: _Guest, serving: asyncio.Task[None]) -> None:
    """Wait until it serves, or raise what kept it from that."""
    up = asyncio.create_task(server.up.wait())
    try:
        await asyncio.wait((up, serving), return_when=asyncio.FIRST_COMPLETED)
    finally:
        up.cancel()
    if not server.started:
        await serving
        message = "The application did not start; its own log says why."
        raise RuntimeError(message)
