"""The product under measurement: its whole path, as in production, with one process and SQLite."""

import asyncio
import json
import secrets
import sys
import tempfile
import time
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager

import httpx
import jwt

from app.auth.keys import NewWorkspace, new_workspace
from app.auth.secrets import Vault
from app.contract.ids import Json
from app.settings import Settings
from app.stores.database import open_database
from app.stores.workspaces import DatabaseWorkspaces
from tests.bench.client import read
from tests.bench.heard import Heard
from tests.bench.orders import Order
from tests.bench.processes import free_port, server_process
from tests.bench.targets import ROOT, Chat, Running

OURS = "assist"
SERVE = (sys.executable, "-m", "app.cli", "serve")


class ProductChat:
    """A conversation with its stream open; `ask` posts the message."""

    def __init__(self, base: str, conversation: str, tab: str, token: str) -> None:
        self.heard = Heard()
        self._url = f"{base}/assist/conversations/{conversation}"
        self._tab = tab
        self._headers = {
            "authorization": f"Bearer {token}",
            "accept": "application/json",
            "content-type": "application/json",
        }
        self._transport: asyncio.Transport | None = None

    async def follow(self) -> None:
        headers = self._headers | {"accept": "text/event-stream"}
        self._transport = await read(f"{self._url}/stream?tab={self._tab}", self.heard, headers=headers)

    async def ask(self, order: Order) -> None:
        body = json.dumps({"text": order.words(), "tab": self._tab}).encode()
        sent = await read(f"{self._url}/messages", Heard(), headers=self._headers, body=body, status=202)
        sent.close()

    async def close(self) -> None:
        if self._transport:
            self._transport.close()


class ProductTab:
    """A tab that announces a page and looks at what the model would read of it."""

    def __init__(self, client: httpx.AsyncClient, url: str, token: str) -> None:
        self._client = client
        self._url = url
        self._headers = {"authorization": f"Bearer {token}", "content-type": "application/json"}

    async def announce(self, body: bytes) -> None:
        said = await self._client.put(f"{self._url}/page", headers=self._headers, content=body)
        assert said.status_code == httpx.codes.NO_CONTENT, said.text

    async def context(self) -> None:
        (await self._client.get(f"{self._url}/context", headers=self._headers)).raise_for_status()


class RunningProduct:
    """Each chat is a user of its own, with a tab of its own."""

    def __init__(self, pid: int, base: str, workspace: NewWorkspace, client: httpx.AsyncClient) -> None:
        self.pid = pid
        self._base = base
        self._workspace = workspace
        self._client = client

    async def open(self, number: int) -> Chat:
        token = self._token(f"user-{number}")
        headers = {"authorization": f"Bearer {token}", "accept": "application/json"}
        made = await self._client.post(f"{self._base}/assist/conversations", headers=headers)
        chat = ProductChat(self._base, made.raise_for_status().json()["id"], f"t_{secrets.token_urlsafe(16)}", token)
        await chat.follow()
        return chat

    def tab(self) -> ProductTab:
        """A user with one tab, and no conversation yet."""
        name = f"t_{secrets.token_urlsafe(16)}"
        return ProductTab(self._client, f"{self._base}/assist/tabs/{name}", self._token(name))

    def _token(self, user: str) -> str:
        now = int(time.time())
        claims: dict[str, Json] = {
            "iss": self._workspace.workspace.id,
            "sub": user,
            "aud": "assist",
            "permissions": [],
        }
        return jwt.encode(
            claims | {"iat": now, "exp": now + 3000}, self._workspace.signing_secret.reveal(), algorithm="HS256"
        )


class Product:
    name = OURS

    @asynccontextmanager
    async def running(self, model_url: str) -> AsyncGenerator[Running]:
        with tempfile.TemporaryDirectory(prefix="assist-bench-") as folder:
            port = free_port()
            base = f"http://127.0.0.1:{port}"
            environ = {
                "ASSIST_DATABASE_URL": f"sqlite+aiosqlite:///{folder}/bench.sqlite3",
                "ASSIST_SECRET_KEY": secrets.token_hex(32),
                "ASSIST_DEMO": "0",
                "ANTHROPIC_API_KEY": "bench",
                "ANTHROPIC_BASE_URL": model_url,
                "HOST": "127.0.0.1",
                "PORT": str(port),
            }
            workspace = await _workspace(Settings.from_environ(environ))
            ready = f"{base}/health/ready"
            async with (
                server_process(SERVE, ready_url=ready, environ=environ, folder=ROOT) as pid,
                httpx.AsyncClient(trust_env=False) as client,
            ):
                yield RunningProduct(pid, base, workspace, client)


async def _workspace(settings: Settings) -> NewWorkspace:
    database = open_database(settings.database_url)
    await database.migrate()
    made = new_workspace("Bench", ["http://127.0.0.1"], Vault(settings.secret_keys))
    await DatabaseWorkspaces(database).put(made.workspace)
    await database.close()
    return made
