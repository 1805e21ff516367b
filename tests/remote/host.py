"""A host app's remote tool server as the document describes it, and as a test bends it."""

import asyncio
import json
from collections.abc import AsyncGenerator, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import parse_qsl

from app.contract.ids import Json
from app.guest import served

SECRET = "canary-of-the-remote-tools-6f1d9c"

FIND: Json = {
    "name": "find_products",
    "description": "Find products by words in their names.",
    "verb": "get",
    "inputSchema": {"type": "object", "properties": {"query": {"type": "string"}}, "required": ["query"]},
}
CREATE: Json = {
    "name": "create_task",
    "description": "Create a task in the current project",
    "verb": "create",
    "inputSchema": {"type": "object", "properties": {"title": {"type": "string"}}, "required": ["title"]},
}
UPDATE: Json = {**CREATE, "name": "rename_task", "description": "Rename the task.", "verb": "update"}
DELETE: Json = {
    "name": "delete_task",
    "description": "Delete a task for good.",
    "verb": "delete",
    "inputSchema": {"type": "object", "properties": {"id": {"type": "string"}}, "required": ["id"]},
}
ALL: Sequence[Json] = (FIND, CREATE, UPDATE, DELETE)


@dataclass(frozen=True)
class Asked:
    """A request as it came in."""

    method: str
    path: str
    query: list[tuple[str, str]]
    bearer: str
    body: Json


@dataclass(frozen=True)
class Reply:
    """What to answer: JSON, or bytes as they are, after a while, once as many are asked `beside` each other."""

    body: Json = None
    status: int = 200
    seconds: float = 0
    beside: int = 1
    raw: bytes | None = None
    headers: dict[str, str] = field(default_factory=dict[str, str])


def refusal(status: int, error: str) -> Reply:
    return Reply({"error": error}, status)


Answering = Callable[[Asked], Reply]


@dataclass
class Host:
    """Answers as the document says; `replies` take a path's place."""

    tools: Sequence[Json] = ALL
    context: Json = field(default_factory=dict[str, Json])
    output: Json = field(default_factory=lambda: {"done": True})
    replies: dict[str, Reply | Answering] = field(default_factory=dict[str, Any])
    asked: list[Asked] = field(default_factory=list[Asked])
    at_once: int = 0
    most_at_once: int = 0
    url: str = ""

    def of(self, path: str) -> list[Asked]:
        """What came in at a path."""
        return [asked for asked in self.asked if asked.path == path]

    @property
    def executed(self) -> list[Asked]:
        return self.of("/tools/execute")

    def reply(self, asked: Asked) -> Reply:
        bent = self.replies.get(asked.path)
        if bent is not None:
            return bent if isinstance(bent, Reply) else bent(asked)
        return self.as_documented(asked) if asked.bearer == SECRET else refusal(401, "bad secret")

    def as_documented(self, asked: Asked) -> Reply:
        match asked.path:
            case "/tools":
                return Reply({"tools": list(self.tools)})
            case "/context":
                return Reply(self.context)
            case "/tools/preview":
                return Reply({"preview": f"{asked.body['tool']} with {json.dumps(asked.body['arguments'])}"})
            case "/tools/execute":
                return Reply({"output": self.output})
            case _:
                return refusal(404, "no such path")

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:  # noqa: ANN401 -- ASGI
        body = b""
        while (message := await receive())["type"] == "http.request":
            body += message.get("body", b"")
            if not message.get("more_body"):
                break
        headers = {name.decode(): value.decode() for name, value in scope["headers"]}
        asked = Asked(
            scope["method"],
            scope["path"],
            parse_qsl(scope["query_string"].decode(), keep_blank_values=True),
            headers.get("authorization", "").removeprefix("Bearer "),
            _parsed(body),
        )
        self.asked.append(asked)
        self.at_once += 1
        self.most_at_once = max(self.most_at_once, self.at_once)
        try:
            reply = self.reply(asked)
            while self.most_at_once < reply.beside:  # noqa: ASYNC110 -- however late a busy machine brings the others
                await asyncio.sleep(0.01)
            await _answer(reply, send)
        finally:
            self.at_once -= 1


def _parsed(body: bytes) -> Json:
    """None for what is no JSON."""
    try:
        return json.loads(body)
    except ValueError:
        return None


async def _answer(reply: Reply, send: Any) -> None:  # noqa: ANN401 -- ASGI
    await asyncio.sleep(reply.seconds)
    body = json.dumps(reply.body).encode() if reply.raw is None else reply.raw
    named = {"content-type": "application/json", **reply.headers}
    headers = [(name.encode(), value.encode()) for name, value in named.items()]
    await send({"type": "http.response.start", "status": reply.status, "headers": headers})
    await send({"type": "http.response.body", "body": body})


@asynccontextmanager
async def hosting(**bent: Json) -> AsyncGenerator[Host]:
    """A host that answers at `url` until the block is left."""
    host = Host(**bent)
    async with served(host, lifespan="off", grace_seconds=0) as host.url:
        yield host
