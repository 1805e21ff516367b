"""The floors and walls of the house, so that a reader may trust them without checking."""

import ast
import base64
import hashlib
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
from importlinter.cli import lint_imports

ROOT = Path(__file__).resolve().parent.parent
MODULE_LINES, SCRIPT_LINES, TEMPLATE_LINES, PAGE_LINES = 300, 200, 60, 80
FUNCTION_LINES, ENGINE_LINES, PORT_METHODS = 40, 150, 5
VENDORED = {
    "htmx-4.0.1.min.js": "Qp9rdC8H7EqOoX+nR0P3RPG2Noji+qdwJlGpfzwQJsfOpp3sGwIdSP9xO3+UlEhn",
    "hx-sse-4.0.1.min.js": "v8HvucQ+ohQhMg0arboXc5049yNR46QKMjphs7YDch+Wm7zpfK5XVS01f26mQDJV",
}
TESTED_WITH = {
    "vendor/axe-4.14.1.min.js": "xt1SFg49QaDwsyt0Xfs2XAyBtYPClXl3X2q5OOLeGAUmq9jZTYIMdztpF99WdhiH",
    "page/vendor/htmx-2.0.11.min.js": "2OatzQy1H+Zd/IIrjr1TcuDGqLXeHhbooAyJY1KdQMKnr4LZ22k31GBLdYKHmVjg",
    "page/vendor/react-18.3.1.min.js": "DGyLxAyjq0f9SPpVevD6IgztCFlnMF6oW/XQGmfe+IsZ8TqEiDrcHkMLKI6fiB/Z",
    "page/vendor/react-dom-18.3.1.min.js": "gTGxhz21lVGYNMcdJOyq01Edg0jhn/c22nsx0kyqP0TxaV5WVdsSH1fSDUf5YJj1",
}
NAMELESS = {"utils", "util", "helpers", "helper", "common", "manager", "service", "handler", "misc"}
READS_ENVIRONMENT = {"app/settings.py"}
CATCHES_EVERYTHING = {"app/turns/workers.py"}
"""The turn's edge, where a fault of ours becomes an event."""
MACHINE = re.compile(
    r"(?<![\w.])/(?:work|root|home|opt)/\w|/tmp/design|pythonhosted|//pypi\.org|registry\.npmjs|\.(?:whl|tgz)\b"
)


def files(folder: str, suffix: str) -> list[Path]:
    found = sorted(path for path in (ROOT / folder).rglob(f"*{suffix}") if "vendor" not in path.parts)
    assert found, f"nothing to check below {folder}"
    return found


def named(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def lines(path: Path) -> int:
    return len(path.read_text(encoding="utf-8").splitlines())


@cache
def tree(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


def over(paths: list[Path], most: int) -> list[str]:
    return [f"{named(path)}: {count}" for path in paths if (count := lines(path)) > most]


def holding(paths: list[Path], pattern: str) -> set[str]:
    return {named(path) for path in paths if re.search(pattern, path.read_text(encoding="utf-8"))}


def functions(path: Path) -> Iterator[ast.FunctionDef | ast.AsyncFunctionDef]:
    return (node for node in ast.walk(tree(path)) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef))


def swallows(node: ast.AST) -> bool:
    """Whether it catches whatever comes, and doesn't pass it on as it was."""
    if not isinstance(node, ast.ExceptHandler):
        return False
    catches_all = node.type is None or ast.unparse(node.type) in {"Exception", "BaseException"}
    last = node.body[-1]
    return catches_all and not (isinstance(last, ast.Raise) and last.exc is None)


def test_each_floor_imports_only_what_lies_below_it(capfd: pytest.CaptureFixture[str]) -> None:
    broken = lint_imports(config_filename=str(ROOT / "pyproject.toml"), no_cache=True)

    assert broken == 0, capfd.readouterr().out


def test_no_file_is_longer_than_its_wall() -> None:
    pages = [path for path in files("templates", ".html") if "fragments" not in path.parts]
    fragments = [path for path in files("templates", ".html") if "fragments" in path.parts]

    assert over(files("app", ".py"), MODULE_LINES) == []
    assert over(files("static", ".js"), SCRIPT_LINES) == []
    assert over(fragments, TEMPLATE_LINES) == []
    assert over(pages, PAGE_LINES) == []


def test_no_function_is_longer_than_its_wall() -> None:
    long = [
        f"{named(path)}: {function.name}"
        for path in files("app", ".py")
        for function in functions(path)
        if (function.end_lineno or 0) - function.lineno >= FUNCTION_LINES
    ]

    assert long == []


def test_every_module_says_what_it_is_for() -> None:
    silent = [named(path) for path in files("app", ".py") if tree(path).body and not ast.get_docstring(tree(path))]

    assert [name for name in silent if "/migrations/" not in name] == []


def test_every_module_has_a_name_of_its_own() -> None:
    assert [named(path) for path in files("app", ".py") if NAMELESS & {path.stem, path.parent.name}] == []


def test_the_engine_stays_small_and_imports_nothing_concrete() -> None:
    engine = ROOT / "app" / "turns" / "engine.py"
    imported = [node.module or "" for node in ast.walk(tree(engine)) if isinstance(node, ast.ImportFrom)]

    assert lines(engine) <= ENGINE_LINES
    assert [name for name in imported if name.startswith(("app.stores", "app.bus", "app.models", "app.web"))] == []


def test_a_port_asks_for_five_methods_at_most() -> None:
    ports = [node for node in tree(ROOT / "app" / "ports.py").body if isinstance(node, ast.ClassDef)]
    wide = [
        port.name for port in ports if sum(isinstance(part, ast.AsyncFunctionDef) for part in port.body) > PORT_METHODS
    ]

    assert ports
    assert wide == []


def test_the_environment_is_read_in_one_place() -> None:
    assert holding(files("app", ".py"), r"\bos\.(environ|getenv|putenv)\b") == READS_ENVIRONMENT


def test_everything_is_caught_in_one_place() -> None:
    caught = {named(path) for path in files("app", ".py") if any(map(swallows, ast.walk(tree(path))))}

    assert caught == CATCHES_EVERYTHING


def test_waiting_can_always_be_cancelled() -> None:
    """Before Python 3.12, `wait_for` swallows a cancellation that comes as the wait is over: `timeout` does not."""
    assert holding(files("app", ".py"), r"\basyncio\.wait_for\b") == set()


def test_tests_use_real_doubles() -> None:
    mocks = r"(?m)^\s*(from unittest import mock|from unittest\.mock|import unittest\.mock|import mock\b)"

    assert holding(files("tests", ".py"), mocks) == set()


def test_templates_trust_nothing() -> None:
    assert holding(files("templates", ".html"), r"\|\s*safe\b|autoescape\s+false") == set()


def test_scripts_write_no_markup_and_run_no_strings() -> None:
    danger = r"\.(innerHTML|outerHTML)\s*[+]?=|insertAdjacentHTML|document\.write|\beval\(|new Function\("

    assert holding(files("static", ".js"), danger) == set()


def test_scripts_are_checked_as_typed() -> None:
    assert [named(path) for path in files("static", ".js") if "// @ts-check" not in path.read_text()[:400]] == []


@pytest.mark.parametrize(("name", "digest"), VENDORED.items())
def test_a_vendored_file_is_the_one_its_authors_published(name: str, digest: str) -> None:
    found = hashlib.sha384((ROOT / "static" / "vendor" / name).read_bytes()).digest()

    assert base64.b64encode(found).decode() == digest


def test_every_vendored_file_is_checked() -> None:
    assert {path.name for path in (ROOT / "static" / "vendor").iterdir()} == VENDORED.keys()


@pytest.mark.parametrize(("path", "digest"), TESTED_WITH.items())
def test_what_pages_of_the_tests_load_is_what_its_authors_published(path: str, digest: str) -> None:
    found = hashlib.sha384((ROOT / "tests" / "browser" / path).read_bytes()).digest()

    assert base64.b64encode(found).decode() == digest


def test_all_that_pages_of_the_tests_load_is_checked() -> None:
    below = ROOT / "tests" / "browser"

    assert {path.relative_to(below).as_posix() for path in below.rglob("vendor/*")} == TESTED_WITH.keys()


def test_nothing_names_a_machine_or_a_download_host() -> None:
    text = {".py", ".js", ".css", ".html", ".md", ".toml", ".yaml", ".yml", ".lock", ".json", ".sh", ""}
    folders = ("app", "tests", "static", "templates", "prompts", "scripts", ".ci")
    below = [
        path for folder in folders for path in (ROOT / folder).rglob("*") if path.suffix in text and path.is_file()
    ]
    # Of a second worktree, `.git` is a file that says where the first one is.
    own = [path for path in ROOT.iterdir() if path.suffix in text and path.is_file() and path.name != ".git"]
    checked = [path for path in (*below, *own) if path != Path(__file__) and "vendor" not in path.parts]

    assert checked
    assert [named(path) for path in checked if MACHINE.search(path.read_text(encoding="utf-8", errors="replace"))] == []
