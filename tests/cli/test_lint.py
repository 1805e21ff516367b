"""`assist lint` and `assist inspect`, as a developer or a CI job runs them."""

import json
import shutil
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

import pytest

from app.cli import main
from app.paths import TEMPLATES

FIXTURES = Path(__file__).parents[1] / "pages/fixtures"
Run = Callable[..., tuple[int, str, str]]

FAULTY = '<main hx-assist-page="Orders">\n  <button hx-assist-acton="go">Go</button>\n</main>\n'
WARNED = '<button hx-assist-action="delete_order">Delete</button>\n'
UNMARKED = (
    "The action looks destructive (delete) but asks nobody; hx-assist-consequential, "
    'bare, so that the user presses it, or "confirm", would be right.'
)
CLEAN = '<button hx-assist-action="save" hx-assist-id="{{ order.id }}">Save</button>\n'


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Run:
    """Runs a command; gives its exit status, its output and its complaints."""

    def run(*arguments: object) -> tuple[int, str, str]:
        with pytest.raises(SystemExit) as ended:
            main([str(each) for each in arguments])
        output, complaints = capsys.readouterr()
        return int(ended.value.code or 0), output, complaints

    return run


@pytest.fixture
def templates(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with one faulty template, one that is only warned of, a clean one, and what nobody asked about."""
    monkeypatch.chdir(tmp_path)
    for name, text in {
        "pages/a.html": FAULTY,
        "pages/deep/b.jinja": WARNED,
        "pages/c.djhtml": CLEAN,
        "pages/notes.txt": FAULTY,
        "pages/node_modules/d.html": FAULTY,
        "pages/.cache/e.html": FAULTY,
    }.items():
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return Path("pages")


class _Shop(BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        status, kind, body = {
            "/orders": (200, "text/html; charset=utf-8", (FIXTURES / "orders.html").read_text()),
            "/faulty": (200, "text/html", FAULTY),
            "/data": (200, "application/json", "{}"),
            "/big": (200, "text/html", "x" * (5 * 1024 * 1024 + 1)),
            "/shouted": (200, "Text/HTML", FAULTY),
            "/round": (302, "text/html", ""),
        }.get(self.path, (404, "text/html", "Nothing here"))
        self.send_response(status)
        self.send_header("Content-Type", kind)
        if status == 302:
            self.send_header("Location", self.path)
        self.end_headers()
        self.wfile.write(body.encode())

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - So the base names it.
        """Says nothing."""


@pytest.fixture
def shop() -> Iterator[str]:
    """A developer's own server; its origin."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), _Shop)
    thread = Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    server.server_close()
    thread.join()


def test_faults_are_told_where_an_editor_finds_them_and_fail(run: Run, templates: Path) -> None:
    status, output, _ = run("lint", templates)

    assert status == 1
    assert output.splitlines() == [
        "pages/a.html:2:11:      error:   hx-assist-acton is not known; did you mean hx-assist-action?",
        f"pages/deep/b.jinja:1:9: warning: {UNMARKED}",
        "1 error and 1 warning in 3 files.",
    ]


def test_warnings_fail_only_when_strict(run: Run, templates: Path) -> None:
    assert run("lint", templates / "deep")[0] == 0
    assert run("lint", templates / "deep", "--strict")[0] == 1


def test_a_clean_template_passes(run: Run, templates: Path) -> None:
    assert run("lint", templates / "c.djhtml") == (0, "No faults in 1 file.\n", "")


def test_json_is_a_list_of_objects(run: Run, templates: Path) -> None:
    status, output, _ = run("lint", templates / "a.html", "--json")

    assert status == 1
    assert json.loads(output) == [
        {
            "file": "pages/a.html",
            "line": 2,
            "column": 11,
            "level": "error",
            "rule": "unknown-attribute",
            "message": "hx-assist-acton is not known; did you mean hx-assist-action?",
        }
    ]


def test_json_without_faults_is_an_empty_list(run: Run, templates: Path) -> None:
    assert run("lint", templates / "c.djhtml", "--json") == (0, "[]\n", "")


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        ((), "assist: Name a template"),
        (("nowhere",), "assist: There is no file or folder 'nowhere'."),
        (("pages/node_modules/none",), "assist: There is no file or folder"),
        (("pages", "--colour"), "Unknown option"),
        (("http://127.0.0.1:1/",), "assist: http://127.0.0.1:1/ could not be read"),
        (("http://a..b/",), "assist: http://a..b/ could not be read"),
        (("http://[::1",), "assist: http://[::1 could not be read"),
        (("a" * 5000,), "File name too long"),
    ],
)
def test_what_can_not_be_judged_ends_with_2(
    run: Run, templates: Path, arguments: tuple[str, ...], complaint: str
) -> None:
    status, output, complaints = run("lint", *arguments)

    assert (status, output) == (2, "")
    assert complaint in complaints


@pytest.mark.parametrize(
    ("path", "complaint"),
    [
        ("/nothing", "answered 404 Not Found."),
        ("/data", "is application/json, which is no page."),
        ("/big", "has more than 5 MiB."),
        ("/round", "could not be read: Exceeded maximum allowed redirects.\n"),
    ],
)
def test_a_server_that_gives_no_page_ends_with_2(run: Run, shop: str, path: str, complaint: str) -> None:
    status, _, complaints = run("lint", f"{shop}{path}")

    assert status == 2
    assert complaint in complaints


def test_a_page_of_a_server_is_read_as_it_is_served(run: Run, shop: str) -> None:
    assert run("lint", f"{shop}/orders")[0] == 0
    for path in ("faulty", "shouted"):
        assert run("lint", f"{shop}/{path}")[1].startswith(f"{shop}/{path}:2:11: error: ")


def test_the_shop_and_its_copy_are_clean(run: Run, tmp_path: Path) -> None:
    shutil.copytree(TEMPLATES / "demo", tmp_path / "demo")

    assert run("lint", "--strict", TEMPLATES / "demo", tmp_path / "demo")[0] == 0


def test_inspect_tells_the_note_the_tools_and_what_they_weigh(run: Run, shop: str) -> None:
    status, output, _ = run("inspect", f"{shop}/orders")

    assert status == 0
    assert output.startswith("## The page the user has open: Orders\n\nShip or cancel an order by its id.\n")
    assert "\n\nship_order\n  Press one of these by its id. 1042: Ship order 1042; 1043: Ship order 1043.\n" in output
    assert "Roughly " in output.splitlines()[-1]
    assert "characters / 4" in output.splitlines()[-1]


def test_inspect_as_json_holds_what_the_model_api_takes(run: Run) -> None:
    told = json.loads(run("inspect", FIXTURES / "same_name.html", "--json")[1])

    assert list(told) == ["note", "tools", "faults", "rough_tokens"]
    assert set(told["tools"][0]) == {"name", "description", "input_schema"}
    assert {
        "path": "actions[3].id",
        "message": "There are 4 of the name 'ship'; an id of its own would be right.",
    } in told["faults"]
    assert told["rough_tokens"]["total"] == told["rough_tokens"]["note"] + told["rough_tokens"]["tools"]
    assert 0 < told["rough_tokens"]["note"] <= len(told["note"]) / 4 + 1


def test_inspect_shows_a_templates_expressions_as_they_are_written(run: Run, tmp_path: Path) -> None:
    page = tmp_path / "order.html"
    page.write_text(
        '<main hx-assist-page="Order {{ order.number }}">{% for l in lines %}'
        '<button hx-assist-action="ship_{{ l.kind }}" hx-assist-id="{{ l.id }}">{{ l.verb }} it</button>{% endfor %}'
        '<a href="/orders/{{ order.id }}/notes" hx-assist-destination="Notes">x</a></main>'
    )

    output = run("inspect", page)[1]

    assert output.startswith("## The page the user has open: Order {{ order.number }}\n")
    assert "ship_l_kind\n  Press the button: {{ l.verb }} it.\n" in output
    assert "Notes /orders/{{order.id}}/notes." in output


def test_inspect_says_when_no_page_introduces_itself(run: Run, templates: Path) -> None:
    assert run("inspect", templates / "deep/b.jinja")[1].startswith("No page introduces itself here")


def test_inspect_takes_one_page(run: Run, templates: Path) -> None:
    status, _, complaints = run("inspect", templates)

    assert (status, complaints) == (2, "assist: 'pages' is a folder; one template of it, or a URL, would be right.\n")
