"""`assist serve` and `assist migrate`: the two commands of a deployment."""

import asyncio

import uvicorn

from app.main import open_workspaces
from app.settings import Settings

GRACE_SECONDS = 10


def serve() -> None:
    """Serve on HOST and PORT with WEB_CONCURRENCY processes. Everything else is set by the environment too."""
    settings = Settings.from_environment()
    uvicorn.run(
        "app.main:create",
        factory=True,
        host=settings.host,
        port=settings.port,
        workers=settings.web_concurrency,
        server_header=False,
        ws="none",
        timeout_graceful_shutdown=GRACE_SECONDS,
    )


def migrate() -> None:
    """Bring the database's schema up to date."""
    asyncio.run(_migrate())


async def _migrate() -> None:
    async with open_workspaces(Settings.from_environment()):
        print("The database is up to date.")
