"""Two applications on one origin: the assistant's paths are its own, the rest is the host app's."""

from contextlib import AsyncExitStack
from typing import cast

from litestar import Litestar
from starlette.types import ASGIApp, Receive, Scope, Send

_ASSIST = ("/assist/", "/v1/", "/health/")
_METRICS = "/metrics"


class Beside:
    """ASGI application that hands each request to one of the two, and starts and stops both."""

    def __init__(self, assist: Litestar, host: Litestar) -> None:
        self._both = (assist, host)
        self._assist = cast("ASGIApp", assist)
        self._host = cast("ASGIApp", host)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self._live(receive, send)
        elif scope["path"].startswith(_ASSIST) or scope["path"] == _METRICS:
            await self._assist(scope, receive, send)
        else:
            await self._host(scope, receive, send)

    async def _live(self, receive: Receive, send: Send) -> None:
        """The server asks once; both applications' own lifespans are entered and left."""
        await receive()
        async with AsyncExitStack() as stack:
            for app in self._both:
                await stack.enter_async_context(app.lifespan())
            await send({"type": "lifespan.startup.complete"})
            await receive()
        await send({"type": "lifespan.shutdown.complete"})
