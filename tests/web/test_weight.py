"""What the scripts weigh as they are served, and that the budgets of both hold."""

import re
from collections.abc import Iterable
from functools import cache

import pytest

from app.paths import STATIC
from app.web.assets import Assets
from app.web.bundles import BUNDLES
from app.web.words import host_words

ASSETS = Assets(STATIC, host_words)
PANEL_BYTES, CLOSED_BYTES = 25 * 1024, 8 * 1024
IMPORT = re.compile(r"""(?m)^import (?:[^;"]* from )?"\./([\w.]+)";""")


@cache
def weight(path: str) -> int:
    """Bytes on the wire, for whoever takes brotli."""
    found = ASSETS.loader("en") if path == "assist.js" else ASSETS.get(path)
    assert found is not None, path
    return len(found.packed.get("br", found.body))


def imported(path: str, seen: frozenset[str] = frozenset()) -> frozenset[str]:
    """A module of the page script and all that comes with it: its static imports, theirs, and so on."""
    if path in seen:
        return seen
    seen |= {path}
    for name in IMPORT.findall((STATIC / path).read_text(encoding="utf-8")):
        seen = imported(f"assist/{name}", seen)
    return seen


def told(name: str, paths: Iterable[str]) -> int:
    parts = {path: weight(path) for path in sorted(paths)}
    print(f"{name}: {sum(parts.values())} bytes", *(f"  {size:6} {path}" for path, size in parts.items()), sep="\n")
    return sum(parts.values())


def test_the_panels_scripts_with_htmx_stay_within_their_budget() -> None:
    assert told("panel", ["panel.bundle.js"]) <= PANEL_BYTES


def test_what_a_page_with_a_closed_panel_loads_stays_within_its_budget() -> None:
    closed = {"assist.js", *imported("assist/main.js")}
    told("page, once it is worked", imported("assist/hands.js") - closed)

    assert "assist/hands.js" not in closed
    assert told("page, panel closed", closed) <= CLOSED_BYTES


@pytest.mark.parametrize(("bundle", "folder"), [("panel.bundle.js", "panel"), ("panel.bundle.css", "css")])
def test_a_bundle_holds_every_file_of_the_panel(bundle: str, folder: str) -> None:
    kept_apart = {"css/gallery.css", "panel/commands.js"}
    found = {path.relative_to(STATIC).as_posix() for path in (STATIC / folder).iterdir()} - kept_apart

    assert ASSETS.get(bundle) is not None
    assert found - set(BUNDLES[bundle]) == set()
