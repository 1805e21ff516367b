"""
A host page and a server that plays what a test tells it, in a thread: what the panel is tried on.

The host is `http://127.0.0.1:<port>`, the panel `http://localhost:<port>`; both are one server. The panel's document,
its fragments, its scripts and its policy are the real ones.
"""

import asyncio
import json
import sys
from collections.abc import Callable, Generator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from queue import Queue
from threading import Thread
from urllib.parse import urlsplit

from app.contract.events import LogEvent, MessageSent
from app.contract.workspace_settings import Look
from app.conversations.thread import Thread as Conversation
from app.paths import STATIC
from app.testing.samples import CONVERSATION, Sample
from app.web.assets import Assets
from app.web.fragments import Fragments
from app.web.histories import Histories
from app.web.looks import dress
from app.web.security import panel_policy
from app.web.templating import load_templates

HERE = Path(__file__).parent
ASSETS = Assets(STATIC, dict[str, str])
TEMPLATES = load_templates()
FRAGMENTS = Fragments(TEMPLATES)
PLAIN = dress(TEMPLATES, "ws_1", Look())
HISTORIES = Histories(TEMPLATES)


@dataclass(frozen=True)
class Seen:
    """A request, as it came."""

    method: str
    path: str
    headers: dict[str, str]
    body: str


@dataclass
class Stream:
    """One open stream: what is put into it is sent; None ends it."""

    seen: Seen
    frames: Queue[str | None] = field(default_factory=Queue[str | None])

    def send(self, data: str = "", *, event: str = "", number: int | None = None) -> None:
        lines = [f"id: {number}"] if number is not None else []
        lines += [f"event: {event}"] if event else []
        lines += [f"data: {line}" for line in data.split("\n")]
        self.frames.put("\n".join(lines) + "\n\n")

    def delta(self, target: str, offset: int, text: str) -> None:
        self.send(json.dumps({"t": target, "o": offset, "s": text}), event="delta")

    def end(self) -> None:
        self.frames.put(None)


def host_page(assist: str, panel: str) -> str:
    """A page that frames a panel and keeps what it hears from it."""
    return (HERE / "host.html").read_text(encoding="utf-8").replace("{panel}", panel).replace("{origin}", assist)


class Double(ThreadingHTTPServer):
    """Keeps every request, and answers as told."""

    daemon_threads = True
    # A connection that finds no room here is kept waiting for a second, or refused.
    request_queue_size = 128

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Handler)
        self.seen: list[Seen] = []
        self.streams: Queue[Stream] = Queue()
        self.inboxes: Queue[Stream] = Queue()
        self.answers: dict[str, list[tuple[int, str]]] = {}
        self.thread = Conversation(CONVERSATION)
        self.pages: dict[str, str] = {}
        self.dress = PLAIN

    @property
    def host(self) -> str:
        return f"http://127.0.0.1:{self.server_port}"

    @property
    def assist(self) -> str:
        return f"http://localhost:{self.server_port}"

    def will_answer(self, route: str, *answers: tuple[int, str]) -> None:
        """Answer the next requests to `route` (`POST answer`, by the path's last word) so, then as usual."""
        self.answers.setdefault(route, []).extend(answers)

    def requests(self, route: str) -> list[Seen]:
        """Requests to `route`, in order."""
        return [seen for seen in list(self.seen) if _route(seen) == route]

    def handle_error(self, request: object, client_address: object) -> None:
        """A browser that left before it was answered is nothing to report; anything else is."""
        if not isinstance(sys.exception(), OSError):
            super().handle_error(request, client_address)  # pyright: ignore[reportArgumentType]

    async def stream(self) -> Stream:
        """The next stream that opens."""
        return await asyncio.to_thread(self.streams.get, timeout=10)

    async def inbox(self) -> Stream:
        """The next stream of a tab without a conversation."""
        return await asyncio.to_thread(self.inboxes.get, timeout=10)

    async def begun(self) -> Stream:
        """The next stream that opens, once it has drawn the conversation as it stands."""
        stream = await self.stream()
        stream.send(FRAGMENTS.redraw(self.thread), number=self.thread.head)
        return stream

    def play(self, stream: Stream, sample: Sample) -> None:
        """Send what is new in a sample's log, as the real stream would."""
        for logged in sample.events[self.thread.head :]:
            self.thread.apply(logged)
            if html := FRAGMENTS.changes(self.thread, logged):
                stream.send(html, number=logged.seq)

    def message(self, sample: Sample) -> str:
        """The 202 answer to a sample's last message."""
        sent = [logged for logged in sample.events if isinstance(logged.event, MessageSent)][-1]
        return FRAGMENTS.message(_upto(sample, sent), sent.event)  # pyright: ignore[reportArgumentType]


def _upto(sample: Sample, last: LogEvent) -> Conversation:
    thread = Conversation(CONVERSATION)
    for logged in sample.events[: last.seq]:
        thread.apply(logged)
    return thread


def _route(seen: Seen) -> str:
    return f"{seen.method} {urlsplit(seen.path).path.rstrip('/').rpartition('/')[2]}"


class Handler(BaseHTTPRequestHandler):
    server: Double  # pyright: ignore[reportIncompatibleVariableOverride]
    protocol_version = "HTTP/1.1"

    def do_GET(self) -> None:
        url = urlsplit(self.path)
        match url.path.split("/")[1:]:
            case ["host"]:
                panel = f"{self.server.assist}/assist/panel"
                self.send(200, host_page(self.server.assist, panel), {"Content-Type": "text/html; charset=utf-8"})
            case ["tab", name]:
                self.send(200, self.server.pages[name], {"Content-Type": "text/html; charset=utf-8"})
            case ["assist", "panel"]:
                self.panel()
            case ["assist", "static", _, *path]:
                self.static("/".join(path))
            case ["assist", "conversations", _, "stream"]:
                self.scripted(lambda: self.follow(self.server.streams))
            case ["assist", "stream"]:
                self.scripted(lambda: self.follow(self.server.inboxes))
            case _:
                self.scripted(lambda: self.send(404, "", {}))

    def do_POST(self) -> None:
        self.scripted(self.usual)

    def do_PUT(self) -> None:
        self.scripted(self.usual)

    def do_DELETE(self) -> None:
        self.scripted(self.usual)

    def scripted(self, usual: Callable[[], None]) -> None:
        """Answer as told for this route, else as usual."""
        body = self.rfile.read(int(self.headers.get("Content-Length", 0))).decode()
        self.now = Seen(self.command, self.path, dict(self.headers.items()), body)
        self.server.seen.append(self.now)
        told = self.server.answers.get(_route(self.now))
        if told:
            status, html = told.pop(0)
            self.send(status, html, {"Content-Type": "text/html; charset=utf-8"})
        else:
            usual()

    def usual(self) -> None:
        match _route(self.now):
            case "POST conversations":
                self.send(201, json.dumps({"id": CONVERSATION}), {"Content-Type": "application/json"})
            case "POST messages":
                self.send(202, "", {"Content-Type": "text/html"})
            case _:
                self.send(204, "", {})

    def panel(self) -> None:
        origins = (self.server.host,)
        html = TEMPLATES.draw(
            "panel.html",
            assets=ASSETS.url,
            origins=origins,
            workspace="ws_1",
            rehearsal=True,
            dress=self.server.dress,
        )
        policy = {"Content-Security-Policy": panel_policy(origins), "Content-Type": "text/html; charset=utf-8"}
        self.send(200, str(html), policy)

    def follow(self, opened: "Queue[Stream]") -> None:
        """Stream until told to stop, or until the panel is gone."""
        stream = Stream(self.now)
        self.send_response(200)
        self.send_header("Content-Type", "text/event-stream")
        self.send_header("Connection", "close")
        self.end_headers()
        self.close_connection = True
        stream.send(event="ping")
        opened.put(stream)
        try:
            while (chunk := stream.frames.get()) is not None:
                self.wfile.write(chunk.encode())
        except OSError:
            return

    def static(self, path: str) -> None:
        found = ASSETS.get(path)
        assert found is not None, path
        self.send(200, found.body.decode(), {"Content-Type": found.media_type})

    def send(self, status: int, body: str, headers: dict[str, str]) -> None:
        raw = body.encode()
        self.send_response(status)
        length = {} if status == 204 else {"Content-Length": str(len(raw))}
        for key, value in {**length, **headers}.items():
            self.send_header(key, value)
        self.end_headers()
        self.wfile.write(raw)

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - the base class names it so
        """Says nothing: a test reads the browser, not a log."""


@contextmanager
def serving() -> Generator[Double]:
    double = Double()
    thread = Thread(target=double.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)
    thread.start()
    try:
        yield double
    finally:
        double.shutdown()
        double.server_close()
        thread.join()
