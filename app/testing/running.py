"""A real server for tests: uvicorn on an ephemeral port, SQLite in a file, the rehearsal model over the real SDK."""

import asyncio
import threading
from collections.abc import AsyncGenerator, Generator, Sequence
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass, field
from pathlib import Path

import msgspec

from app.auth.keys import NewWorkspace, new_workspace
from app.contract.ids import Json
from app.contract.secret import Secret
from app.guest import served
from app.main import build, open_workspaces
from app.rehearsal import rehearsal_server
from app.settings import Settings
from app.web.parts import Parts

_START_SECONDS = 60
_END_SECONDS = 60
ORIGINS = ("https://app.example.com", "http://127.0.0.1:4000")


@dataclass(frozen=True)
class Running:
    """A server that answers at `url`, and a workspace on it with its secrets in the clear."""

    url: str
    parts: Parts
    made: NewWorkspace

    @property
    def api_key(self) -> str:
        return self.made.api_key.reveal()

    @property
    def signing_secret(self) -> str:
        return self.made.signing_secret.reveal()


@asynccontextmanager
async def running(
    folder: Path, scripts: Path | Sequence[Json], *, settings: Settings | None = None
) -> AsyncGenerator[Running]:
    """
    Serve in the running loop until the block is left.

    folder: where the database lies, when `settings` don't say. The same folder again is the same server restarted.
    """
    base = settings or Settings(database_url=f"sqlite+aiosqlite:///{folder / 'assist.sqlite3'}")
    async with rehearsal_server(scripts) as model_url:
        complete = msgspec.structs.replace(base, anthropic_api_key=Secret("rehearsal"), anthropic_base_url=model_url)
        made = await _workspace(complete)
        app = build(complete, rehearsal=True)
        parts: Parts = app.state["parts"]
        async with served(app) as url:
            try:
                yield Running(url, parts, made)
            finally:
                # Else uvicorn waits for readers that never leave by themselves.
                parts.streams.close()


@contextmanager
def running_beside(
    folder: Path, scripts: Path | Sequence[Json], *, settings: Settings | None = None
) -> Generator[Running]:
    """As `running`, in a thread with a loop of its own, for fixtures that live longer than one test's loop."""
    beside = _Beside(folder, scripts, settings)
    thread = threading.Thread(target=lambda: asyncio.run(beside.live()), name="server under test", daemon=True)
    thread.start()
    try:
        yield beside.wait()
    finally:
        beside.leave()
        thread.join(_END_SECONDS)
        assert not thread.is_alive(), "The server under test did not end."


@dataclass
class _Beside:
    folder: Path
    scripts: Path | Sequence[Json]
    settings: Settings | None
    _up: threading.Event = field(default_factory=threading.Event)
    _running: Running | None = None
    _loop: asyncio.AbstractEventLoop | None = None
    _over: asyncio.Event | None = None

    async def live(self) -> None:
        self._loop, self._over = asyncio.get_running_loop(), asyncio.Event()
        try:
            async with running(self.folder, self.scripts, settings=self.settings) as self._running:
                self._up.set()
                await self._over.wait()
        finally:
            self._up.set()

    def wait(self) -> Running:
        assert self._up.wait(_START_SECONDS), "The server did not start in time."
        assert self._running is not None, "The server did not start."
        return self._running

    def leave(self) -> None:
        if self._loop is not None and self._over is not None and not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self._over.set)


async def _workspace(settings: Settings) -> NewWorkspace:
    async with open_workspaces(settings) as (workspaces, vault):
        made = new_workspace("Example", ORIGINS, vault)
        await workspaces.put(made.workspace)
        return made
