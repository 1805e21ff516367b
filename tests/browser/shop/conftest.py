"""The demo as a newcomer starts it, the shop on an origin of its own; each test is another visitor."""

import re
import secrets
from collections.abc import Generator, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
import pytest_asyncio
from playwright.async_api import Page

from tests.browser.shop.visit import Visit
from tests.processes import first_line, program


@pytest.fixture(scope="module")
def shop_url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A shop whose orders no other module has touched."""
    with _demo(tmp_path_factory.mktemp("shop")) as url:
        yield url


@contextmanager
def _demo(folder: Path) -> Generator[str]:
    with program("app.cli", "demo", "--port", "0", "--shop-port", "0", folder=folder) as demo:
        found = re.search(r"http://[0-9.:]+", first_line(demo))
        assert found, "The demo did not say where it is."
        yield found[0]


@pytest_asyncio.fixture(loop_scope="session")
async def visit(page: Page, shop_url: str) -> Visit:
    """Somebody nobody else is, at the shop in a wide window."""
    visitor = f"visitor-{secrets.token_hex(4)}"
    await page.goto(f"{shop_url}/?as={visitor}")
    return Visit(page, shop_url)
