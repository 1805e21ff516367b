"""Handlers that read the database, kept off the event loop."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from functools import wraps
from typing import ParamSpec, TypeVar

P = ParamSpec("P")
T = TypeVar("T")


def in_thread(handler: Callable[P, T]) -> Callable[P, Awaitable[T]]:
    """
    Run a blocking handler in a thread.

    Litestar's own `sync_to_thread=True` wraps a handler twice when its path has another one, as GET and POST of
    `/orders` do, and then answers 500 (2.25.0).
    """

    @wraps(handler)
    async def run(*args: P.args, **kwargs: P.kwargs) -> T:
        return await asyncio.to_thread(handler, *args, **kwargs)

    return run
