"""Work that goes on beside the requests for as long as the process serves."""

import asyncio
import contextlib
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import asynccontextmanager

import structlog

from app.errors import AssistError

_TRY_AGAIN_SECONDS = 1.0

_log = structlog.get_logger("app.tending")


@asynccontextmanager
async def for_ever(*works: Callable[[], Awaitable[None]]) -> AsyncGenerator[None]:
    """Run these beside the block, each again when the house was not ready for it, and end them with the block."""
    tasks = [asyncio.create_task(_again_and_again(work)) for work in works]
    try:
        yield
    finally:
        for task in tasks:
            task.cancel()
        for task in tasks:
            with contextlib.suppress(asyncio.CancelledError):
                await task


async def _again_and_again(work: Callable[[], Awaitable[None]]) -> None:
    while True:
        try:
            return await work()
        except AssistError as fault:
            _log.warning("work beside the requests broke off", code=fault.code, detail=str(fault))
        await asyncio.sleep(_TRY_AGAIN_SECONDS)


async def every(seconds: float, work: Callable[[], Awaitable[object]]) -> None:
    """Do some work again and again, a pause before each time."""
    while True:
        await asyncio.sleep(seconds)
        await work()
