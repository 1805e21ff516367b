"""A host with event tools, in a thread: it keeps every request and answers as told."""

import json
from collections.abc import Callable, Generator
from contextlib import contextmanager
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import TypeAlias

from app.contract.ids import Json

NOOP: Json = {"effect": "noop", "reason": "not_eligible"}
REPLY: Json = {"effect": "reply", "body": "No operator action is required."}
PROPOSAL: Json = {
    "effect": "proposal",
    "proposal": {
        "kind": "event_reminder",
        "title": "Review this reminder",
        "body": "The host found one eligible reminder candidate.",
        "payload": {"order": 1037},
        "context_snapshot": {"status": "waiting"},
    },
}


@dataclass(frozen=True)
class Seen:
    """A request, as it came."""

    path: str
    headers: dict[str, str]
    raw: bytes

    @property
    def body(self) -> Json:
        return json.loads(self.raw)


Answer: TypeAlias = tuple[int, Json]
"""A status, and bytes or what is sent as JSON."""

Answering: TypeAlias = Callable[[Seen], Answer | None]
"""None hangs up without a word."""


class Host(ThreadingHTTPServer):
    daemon_threads = True
    # A connection that finds no room here is kept waiting for a second, or refused.
    request_queue_size = 128

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.seen: list[Seen] = []
        self.answering: Answering = lambda _: (200, NOOP)
        self.queued: list[Answer | None] = []

    @property
    def address(self) -> str:
        return f"127.0.0.1:{self.server_port}"

    @property
    def url(self) -> str:
        return f"http://{self.address}/events"

    def will_answer(self, *answers: Answer | None) -> None:
        """Answer the next requests so, then as usual."""
        self.queued.extend(answers)

    def of(self, path: str) -> list[Seen]:
        return [seen for seen in list(self.seen) if seen.path == path]


class _Handler(BaseHTTPRequestHandler):
    server: Host  # pyright: ignore[reportIncompatibleVariableOverride]

    def do_POST(self) -> None:
        length = int(self.headers["Content-Length"])
        raw = self.rfile.read(length)
        if len(raw) < length:
            return  # Whoever asked died over it.
        seen = Seen(self.path, {name.lower(): value for name, value in self.headers.items()}, raw)
        self.server.seen.append(seen)
        answer = self.server.queued.pop(0) if self.server.queued else self.server.answering(seen)
        if answer is None:
            return
        status, body = answer
        sent = body if isinstance(body, bytes) else json.dumps(body).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(sent)))
        self.end_headers()
        self.wfile.write(sent)

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 -- the base class names it
        """Nothing."""


@contextmanager
def hosting() -> Generator[Host]:
    host = Host()
    thread = Thread(target=host.serve_forever, kwargs={"poll_interval": 0.01}, name="host")
    thread.start()
    try:
        yield host
    finally:
        host.shutdown()
        thread.join()
        host.server_close()
