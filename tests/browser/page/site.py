"""
A host app and a panel of another origin, in a thread: what the page script is tried on.

The host is `http://127.0.0.1:<port>`, the panel `http://localhost:<port>`; both are one server. The panel
is a double that does no HTTP: it keeps what it is told and says what a test wants said.
"""

import json
import time
from collections.abc import Generator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from urllib.parse import parse_qs, urlsplit

from app.web.lean import lean

HERE = Path(__file__).parent
STATIC = HERE.parents[2] / "static"
VENDORED = {
    "htmx2": HERE / "vendor/htmx-2.0.11.min.js",
    "htmx4": STATIC / "vendor/htmx-4.0.1.min.js",
    "react": HERE / "vendor/react-18.3.1.min.js",
    "react-dom": HERE / "vendor/react-dom-18.3.1.min.js",
}
WORDS = {
    "panel": "Assistant",
    "open": "Open the assistant",
    "close": "Close the assistant",
    "ring": "Press this:",
    "point": "Ask about this",
    "signed_out": "Signed out",
}
SHARED = {"Access-Control-Allow-Origin": "*", "Cross-Origin-Resource-Policy": "cross-origin"}
TYPES = {".js": "text/javascript", ".html": "text/html; charset=utf-8", ".css": "text/css", ".json": "application/json"}
FILES = {"data.json": '{"total": 3}', "file": "[]"}
DISPOSITIONS = {"file": "attachment; filename=orders.json"}


def sent(script: Path) -> str:
    """As the server sends it."""
    return lean(script.read_bytes()).decode()


class Site(ThreadingHTTPServer):
    """Counts what was posted, and can be told to answer badly."""

    daemon_threads = True
    # A connection that finds no room here is kept waiting for a second, or refused.
    request_queue_size = 128

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Handler)
        self.posts: list[tuple[str, dict[str, list[str]]]] = []
        self.token_delay_seconds = 0.0
        self.token_status = 200
        self.token = "tok"
        self.pointing = False
        self.workspace = "ws_1"
        self.policy = "default-src * 'unsafe-inline' 'unsafe-eval' data:"

    @property
    def host(self) -> str:
        return f"http://127.0.0.1:{self.server_port}"

    @property
    def assist(self) -> str:
        return f"http://localhost:{self.server_port}"


class Handler(BaseHTTPRequestHandler):
    @property
    def site(self) -> Site:
        assert isinstance(self.server, Site)
        return self.server

    protocol_version = "HTTP/1.1"

    def do_GET(self) -> None:
        url = urlsplit(self.path)
        match url.path.split("/")[1:]:
            case ["assist", "static", "assist.js"]:
                served = json.dumps({"build": "b1", "words": WORDS})
                self.send(200, sent(STATIC / "assist.js").replace('"__ASSIST_SERVED__"', served), ".js")
            case ["assist", "static", "b1", "assist", name]:
                self.send(200, sent(STATIC / "assist" / name), ".js")
            case ["assist", "page.js" | "panel" as what]:
                self.of_assist(what)
            case ["vendor", name]:
                self.send(200, VENDORED[name].read_text(), ".js")
            case ["status", status]:
                self.send(int(status), f"<p>Status {status}</p>", ".html")
            case ["slow", milliseconds]:
                time.sleep(int(milliseconds) / 1000)
                self.send(200, "<p id=slow>It took a while.</p>", ".html")
            case [name] if name in FILES:
                self.send(200, FILES[name], ".json", {"Content-Disposition": DISPOSITIONS.get(name, "inline")})
            case ["broken"]:
                self.page("settings", {}, 500)
            case [name] if (HERE / "pages" / f"{name}.html").exists():
                self.page(name, {key: values[-1] for key, values in parse_qs(url.query).items()})
            case _:
                self.send(404, "<title>Nothing here</title>", ".html")

    def of_assist(self, what: str) -> None:
        if what == "panel":
            self.send(200, (HERE / "panel.html").read_text(), ".html")
        else:
            self.send(200, f"export const pointing = {json.dumps(self.site.pointing)}", ".js")

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers.get("Content-Length", 0))).decode()
        url = urlsplit(self.path)
        self.site.posts.append((url.path, parse_qs(body)))
        match url.path.split("/")[1:]:
            case ["assist-token"]:
                time.sleep(self.site.token_delay_seconds)
                said = json.dumps({"token": self.site.token, "expires_in": 600})
                self.send(self.site.token_status, said, ".json")
            case ["save"]:
                self.send(303, "", ".html", {"Location": "/settings?saved=1"})
            case ["refuse"]:
                self.page("plain", {}, 409)
            case ["echo"]:
                fields = "".join(f"<p>{key} is {values[0]}</p>" for key, values in parse_qs(body).items())
                self.send(200, f"<div id=echo>{fields}</div>", ".html")
            case ["given"]:
                self.send(200, parse_qs(body).get("html", [""])[0], ".html")
            case ["answer"]:
                self.send(200, "<p>Filtered</p>", ".html", {"HX-Assist-Answer": '{"shown": 2}'})
            case ["status", status]:
                self.send(int(status), "" if status == "204" else f"<p>Status {status}</p>", ".html")
            case _:
                self.send(404, "", ".html")

    def page(self, name: str, query: dict[str, str], status: int = 200) -> None:
        """A fixture page, with the script tag where `{assist}` stands and the queried values in `{names}`."""
        kind = query.get("script", "defer")
        tag = (
            f'<script src="{self.site.assist}/assist/static/assist.js" data-workspace="{self.site.workspace}" '
            f'data-token-url="/assist-token" {query.get("with", "")} {kind}></script>'
        )
        html = (HERE / "pages" / f"{name}.html").read_text().replace("{assist}", tag)
        html = html.replace("{htmx}", f'<script src="/vendor/{query.get("htmx", "htmx4")}"></script>')
        policy = {"Content-Security-Policy": self.site.policy}
        self.send(status, html.replace("{dir}", query.get("dir", "ltr")), ".html", policy)

    def send(self, status: int, body: str, kind: str, headers: dict[str, str] | None = None) -> None:
        raw = body.encode()
        self.send_response(status)
        own = {"Content-Type": TYPES[kind], "Content-Length": str(len(raw))}
        for key, value in {**own, **SHARED, **(headers or {})}.items():
            self.send_header(key, value)
        self.end_headers()
        self.wfile.write(raw)

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - the name is the base class's.
        """Says nothing: a test reads the browser, not a log."""


@contextmanager
def serving() -> Generator[Site]:
    site = Site()
    thread = Thread(target=site.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)
    thread.start()
    try:
        yield site
    finally:
        site.shutdown()
        site.server_close()
        thread.join()
