"""
Asks a host's remote tool server as the assistant would, and remembers every answer as it came.

Unlike the guarded client it follows nothing and refuses nothing: what is wrong is to be seen.
"""

import json
import time
from collections.abc import Sequence
from typing import Final, Literal, cast

import httpx
from msgspec import Struct

from app.contract.ids import Json

MOST_BYTES: Final = 1024 * 1024
_PATIENCE_SECONDS: Final = 35.0

Method = Literal["GET", "POST"]


class Reply(Struct, frozen=True):
    """
    What came of one request.

    purpose: why it was made. status: None when no answer came; then `fault` says why. body: None when it is no JSON.
    echoes: whether the secret stands in it.
    """

    method: Method
    path: str
    purpose: str
    seconds: float
    status: int | None = None
    body: Json = None
    is_json: bool = False
    size_bytes: int = 0
    encoding: str = ""
    echoes: bool = False
    fault: str = ""

    @property
    def ok(self) -> bool:
        return self.status is not None and self.status // 100 == 2  # noqa: PLR2004 - any success

    @property
    def told(self) -> str:
        """Where and how it ended, for a finding."""
        return f"{self.method} {self.path} ({self.purpose}): {self.status or self.fault}"

    def member(self, name: str) -> Json:
        """A member of a JSON object; None when there is none."""
        body: Json = self.body
        return cast("dict[str, Json]", body).get(name) if isinstance(body, dict) else None


class Asker:
    """Makes requests with the secret, or with what a check puts in its place."""

    def __init__(self, http: httpx.AsyncClient, base_url: str, secret: str) -> None:
        self.replies: list[Reply] = []
        self.secret = secret
        self._http = http
        self._base = base_url.rstrip("/")
        self.origin = str(httpx.URL(base_url).copy_with(raw_path=b"/")).rstrip("/")

    async def get(
        self, path: str, query: Sequence[tuple[str, str]], purpose: str, *, bearer: str | None = None
    ) -> Reply:
        """`bearer`: instead of the secret; empty sends none."""
        return await self._ask("GET", path, purpose, bearer, query=query)

    async def post(self, path: str, body: Json, purpose: str, *, bearer: str | None = None) -> Reply:
        """`body` is sent as JSON, bytes as they are."""
        content = body if isinstance(body, bytes) else json.dumps(body).encode()
        return await self._ask("POST", path, purpose, bearer, content=content)

    async def _ask(
        self,
        method: Method,
        path: str,
        purpose: str,
        bearer: str | None,
        *,
        query: Sequence[tuple[str, str]] = (),
        content: bytes | None = None,
    ) -> Reply:
        started = time.monotonic()
        given = self.secret if bearer is None else bearer
        headers = {"Accept": "application/json", "Accept-Encoding": "identity"}
        headers |= {"Authorization": f"Bearer {given}"} if given else {}
        headers |= {"Content-Type": "application/json"} if content is not None else {}
        asked = self._http.stream(method, self._base + path, params=list(query), headers=headers, content=content)
        try:
            async with asked as response:
                body, whole = await _read(response)
            reply = Reply(
                method,
                path,
                purpose,
                time.monotonic() - started,
                response.status_code,
                *(_parsed(body) if whole else (None, False)),
                size_bytes=len(body),
                encoding=response.headers.get("content-encoding", "").strip().lower(),
                echoes=bool(self.secret) and self.secret.encode() in body,
            )
        except (httpx.HTTPError, httpx.InvalidURL) as fault:
            why = f"no whole answer ({type(fault).__name__})"
            reply = Reply(method, path, purpose, time.monotonic() - started, fault=why)
        self.replies.append(reply)
        return reply


def client() -> httpx.AsyncClient:
    """One that follows no redirect and knows no proxy."""
    return httpx.AsyncClient(timeout=_PATIENCE_SECONDS, follow_redirects=False, trust_env=False)


async def _read(response: httpx.Response) -> tuple[bytes, bool]:
    """The raw bytes, at most one more than is allowed; and whether that was all."""
    body = bytearray()
    async for piece in response.aiter_raw():
        body += piece
        if len(body) > MOST_BYTES:
            return bytes(body), False
    return bytes(body), True


def _parsed(body: bytes) -> tuple[Json, bool]:
    try:
        return json.loads(body), True
    except (ValueError, RecursionError):
        return None, False
