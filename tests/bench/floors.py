"""
The floors: what the same reply costs when a server does nothing with it, or next to nothing.

`passthrough` hands bytes on (Starlette, httpx). `lean` reads them over aiohttp, splits the events, escapes the text
and writes one fragment a delta, without SDK, storage or Markdown.
"""

import json
import os
from collections.abc import AsyncGenerator, AsyncIterator
from contextlib import asynccontextmanager
from html import escape

import aiohttp
import httpx
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response, StreamingResponse
from starlette.routing import Route

MODEL_URL = os.environ.get("BENCH_MODEL_URL", "")


async def ready(_: Request) -> Response:
    return PlainTextResponse("ready")


async def pass_through(request: Request) -> Response:
    body = await request.body()
    client: httpx.AsyncClient = request.app.state.httpx

    async def chunks() -> AsyncIterator[bytes]:
        async with client.stream("POST", f"{MODEL_URL}/v1/messages", content=body) as reply:
            async for chunk in reply.aiter_raw():
                yield chunk

    return StreamingResponse(chunks(), media_type="text/event-stream")


async def lean(request: Request) -> Response:
    body = await request.body()
    client: aiohttp.ClientSession = request.app.state.aiohttp

    async def fragments() -> AsyncIterator[bytes]:
        rest = b""
        async with client.post(f"{MODEL_URL}/v1/messages", data=body) as reply:
            async for chunk in reply.content.iter_any():
                *events, rest = (rest + chunk).split(b"\n\n")
                for event in events:
                    if event.startswith(b"event: content_block_delta"):
                        text = json.loads(event.partition(b"\ndata: ")[2])["delta"]["text"]
                        shown = escape(text).replace("\n", "\ndata: ")
                        yield f"data: <span>{shown}</span>\n\n".encode()

    return StreamingResponse(fragments(), media_type="text/event-stream")


@asynccontextmanager
async def clients(app: Starlette) -> AsyncGenerator[None]:
    unlimited = httpx.Limits(max_connections=None)
    async with (
        httpx.AsyncClient(timeout=None, limits=unlimited, trust_env=False) as app.state.httpx,
        aiohttp.ClientSession(connector=aiohttp.TCPConnector(limit=0)) as app.state.aiohttp,
    ):
        yield


app = Starlette(
    routes=[
        Route("/ready", ready),
        Route("/passthrough", pass_through, methods=["POST"]),
        Route("/lean", lean, methods=["POST"]),
    ],
    lifespan=clients,
)
