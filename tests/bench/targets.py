"""What is measured: anything that can start, open chats and stream a reply into `Heard`."""

import asyncio
import json
import sys
from collections.abc import AsyncGenerator
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from pathlib import Path
from typing import Protocol

from tests.bench.client import read
from tests.bench.heard import Heard
from tests.bench.orders import Order
from tests.bench.processes import free_port, server_process

ROOT = Path(__file__).resolve().parents[2]


class Chat(Protocol):
    """One conversation that is open and waits for words."""

    heard: Heard

    async def ask(self, order: Order) -> None:
        """Send the words; the reply flows into `heard` from then on."""
        ...

    async def close(self) -> None: ...


class Running(Protocol):
    """A started server."""

    pid: int

    async def open(self, number: int) -> Chat:
        """A chat of its own, ready to be asked."""
        ...


class Target(Protocol):
    name: str

    def running(self, model_url: str) -> AbstractAsyncContextManager[Running]:
        """The server while it runs, on its own core, with that model behind it."""
        ...


class FloorChat:
    """A chat whose answer is the response to its one request."""

    def __init__(self, url: str) -> None:
        self.heard = Heard()
        self._url = url
        self._transport: asyncio.Transport | None = None

    async def ask(self, order: Order) -> None:
        body = {
            "model": "bench",
            "max_tokens": 1000,
            "stream": True,
            "messages": [{"role": "user", "content": order.words()}],
        }
        headers = {"content-type": "application/json"}
        self._transport = await read(self._url, self.heard, headers=headers, body=json.dumps(body).encode())

    async def close(self) -> None:
        if self._transport:
            self._transport.close()


class RunningFloor:
    def __init__(self, pid: int, url: str) -> None:
        self.pid = pid
        self._url = url

    async def open(self, number: int) -> Chat:
        del number
        return FloorChat(self._url)


class Floor:
    """One route of `tests.bench.floors`: `passthrough` or `lean`."""

    def __init__(self, name: str) -> None:
        self.name = name

    @asynccontextmanager
    async def running(self, model_url: str) -> AsyncGenerator[Running]:
        port = free_port()
        base = f"http://127.0.0.1:{port}"
        command = (sys.executable, "-m", "uvicorn", "tests.bench.floors:app", "--port", str(port), "--no-access-log")
        environ = {"BENCH_MODEL_URL": model_url}
        async with server_process(command, ready_url=f"{base}/ready", environ=environ, folder=ROOT) as pid:
            yield RunningFloor(pid, f"{base}/{self.name}")
