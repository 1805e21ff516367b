"""A host page with the page script on it, and a hold on the double that stands for its panel."""

from collections.abc import Iterator

import pytest
from playwright.async_api import Page

from tests.browser.page.double import Panel, Visit
from tests.browser.page.site import Site, serving


@pytest.fixture
def site() -> Iterator[Site]:
    with serving() as site:
        yield site


@pytest.fixture
def panel(page: Page, site: Site) -> Panel:
    return Panel(page, site)


@pytest.fixture
def visit(page: Page, site: Site) -> Visit:
    async def visit(path: str, *, with_panel: bool = True) -> Page:
        await page.goto(f"{site.host}/{path}")
        await page.wait_for_selector("assist-launcher", state="attached")
        if with_panel:
            await page.evaluate("assist.open()")
        return page

    return visit
