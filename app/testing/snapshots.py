"""
A pytest plugin: fragments compared with the files they should equal.

A missing file fails like a different one. `--update-fragments` writes them; look at what changed.
"""

from collections.abc import Callable
from pathlib import Path

import pytest

from app.testing.normalise import normalise

Equals = Callable[[str, str], None]


def pytest_addoption(parser: pytest.Parser) -> None:
    """`--update-fragments`."""
    parser.addoption("--update-fragments", action="store_true", help="Write the fragment snapshots anew.")


@pytest.fixture
def fragment_equals(request: pytest.FixtureRequest) -> Equals:
    """`fragment_equals("approval/pending", html)`: compares with `pending.html` in `approval/` beside the test."""
    update = bool(request.config.getoption("--update-fragments"))

    def equals(case: str, html: str) -> None:
        file = request.path.parent / f"{case}.html"
        drawn = normalise(html)
        if update:
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(drawn, encoding="utf-8")
        assert _kept(file) == drawn

    return equals


def _kept(file: Path) -> str:
    if not file.exists():
        pytest.fail(f"There is no {file.name} in {file.parent.name}. Run with --update-fragments, and look at it.")
    return file.read_text(encoding="utf-8")
