"""A server killed while a host works, and started again: what it sent may have happened, and is never sent twice."""

import asyncio
import contextlib
import os
import socket
import sys
from asyncio.subprocess import Process
from collections.abc import AsyncGenerator, AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx
import pytest

from app.auth.keys import new_workspace
from app.contract.secret import Secret
from app.main import open_workspaces
from app.rehearsal import rehearsal_server
from app.settings import Settings
from tests.remote.conftest import SCRIPTS
from tests.remote.host import SECRET, Host, Reply

ROOT = Path(__file__).parents[2]
KEY = "a key for this test that is long enough to be one"
PATIENCE_SECONDS = 60


@dataclass
class Server:
    """The server as a process of its own; `owner` is the workspace's program, `user` somebody with a panel."""

    url: str
    environment: dict[str, str]
    owner: httpx.AsyncClient
    user: httpx.AsyncClient
    process: Process | None = field(default=None)

    async def start(self) -> None:
        command = (sys.executable, "-m", "app.cli", "serve")
        self.process = await asyncio.create_subprocess_exec(
            *command, cwd=ROOT, env=self.environment, stdout=asyncio.subprocess.DEVNULL
        )
        await self.until(self.is_up)

    async def kill(self) -> None:
        assert self.process is not None
        self.process.kill()
        await self.process.wait()

    async def is_up(self) -> bool:
        with contextlib.suppress(httpx.TransportError):
            return (await self.owner.get("/health/ready")).is_success
        return False

    async def until(self, seen: Callable[[], Any]) -> None:
        async with asyncio.timeout(PATIENCE_SECONDS):
            while not await seen():  # noqa: ASYNC110 -- watched from outside
                await asyncio.sleep(0.1)

    async def say(self, text: str) -> str:
        """Say something in a new conversation. Returns its id."""
        json = {"Accept": "application/json"}
        conversation = (await self.user.post("/assist/conversations", headers=json)).json()["id"]
        facts = {
            "document": "d_1",
            "seq": 1,
            "origin": "https://app.example.com",
            "path": "/",
            "page": {"name": "Home"},
        }
        body = {"text": text, "tab": "t_killed_killed_killed", "page": facts}
        sent = await self.user.post(f"/assist/conversations/{conversation}/messages", json=body, headers=json)
        sent.raise_for_status()
        return conversation

    async def call(self, conversation: str) -> dict[str, Any]:
        """The conversation's one call; nothing while there is none."""
        calls = (await self.owner.get(f"/v1/conversations/{conversation}")).json()["calls"]
        return calls[0] if calls else {"status": "none"}

    async def comes_to(self, conversation: str, status: str) -> dict[str, Any]:
        async def seen() -> bool:
            return (await self.call(conversation))["status"] == status

        await self.until(seen)
        return await self.call(conversation)


@pytest.fixture
async def server(tmp_path: Path) -> AsyncIterator[Server]:
    settings = Settings(
        database_url=f"sqlite+aiosqlite:///{tmp_path / 'assist.sqlite3'}", secret_keys=(Secret(KEY),), demo=False
    )
    async with rehearsal_server(SCRIPTS) as model, _serving(settings, model) as up:
        yield up


@asynccontextmanager
async def _serving(settings: Settings, model: str) -> AsyncGenerator[Server]:
    async with open_workspaces(settings) as (workspaces, vault):
        made = new_workspace("Example", ("https://app.example.com",), vault)
        await workspaces.put(made.workspace)
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    url = f"http://127.0.0.1:{port}"
    environment = {
        **{name: value for name, value in os.environ.items() if not name.startswith(("ANTHROPIC", "ASSIST"))},
        "ASSIST_SECRET_KEY": KEY,
        "ASSIST_DATABASE_URL": settings.database_url,
        "PORT": str(port),
        "ASSIST_OUTBOUND_ALLOW": "127.0.0.1",
        "ANTHROPIC_API_KEY": "rehearsal",
        "ANTHROPIC_BASE_URL": model,
    }
    owning = {"Authorization": f"Bearer {made.api_key.reveal()}"}
    async with httpx.AsyncClient(base_url=url, headers=owning) as owner, httpx.AsyncClient(base_url=url) as user:
        server = Server(url, environment, owner, user)
        await server.start()
        token = await owner.post("/v1/embed-tokens", json={"externalUserId": "alice"})
        user.headers["Authorization"] = f"Bearer {token.json()['token']}"
        try:
            yield server
        finally:
            await server.kill()


async def _connect(server: Server, host: Host) -> None:
    made = await server.owner.post("/v1/integrations/shop/connect", json={"base_url": host.url, "secret": SECRET})
    assert made.is_success


async def test_a_change_under_way_when_the_server_is_killed_is_never_sent_again(server: Server, free: Host) -> None:
    await _connect(server, free)
    free.replies = {"/tools/execute": Reply({"output": {}}, seconds=PATIENCE_SECONDS)}
    conversation = await server.say("create a task")
    held = await server.comes_to(conversation, "held")
    await server.user.post(f"/assist/calls/{held['id']}/decision", json={"approved": True})
    await server.until(lambda: _sent(free))

    await server.kill()
    await server.start()

    over = await server.comes_to(conversation, "failed")
    assert over["answer"] == '{"error":"create_task did not answer: it may or may not have happened."}'
    assert len(free.executed) == 1


async def test_a_get_under_way_when_the_server_is_killed_is_made_again(server: Server, free: Host) -> None:
    await _connect(server, free)
    free.replies = {"/tools/execute": Reply({"output": {}}, seconds=PATIENCE_SECONDS)}
    conversation = await server.say("find mugs")
    await server.until(lambda: _sent(free))

    await server.kill()
    free.replies = {}
    await server.start()

    assert (await server.comes_to(conversation, "answered"))["answer"] == '{"done":true}'
    assert len(free.executed) == 2


async def test_a_question_outlives_a_kill_between_its_two_words(server: Server, free: Host) -> None:
    await _connect(server, free)
    conversation = await server.say("delete the task")
    held = await server.comes_to(conversation, "held")
    await server.user.post(f"/assist/calls/{held['id']}/decision", json={"approved": True})

    await server.kill()
    await server.start()

    assert (await server.call(conversation))["status"] == "confirming"
    assert free.executed == []
    await server.user.post(f"/assist/calls/{held['id']}/decision", json={"approved": True, "confirmed": True})
    await server.comes_to(conversation, "answered")
    assert len(free.executed) == 1


async def _sent(host: Host) -> bool:
    return len(host.executed) > 0
