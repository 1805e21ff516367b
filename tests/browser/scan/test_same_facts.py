"""The facts found in static HTML are the facts the page script finds in Chromium, on one set of pages."""

from pathlib import Path
from urllib.parse import urlsplit

import pytest
from playwright.async_api import Page, Route

from app.pages.scan import scan

ROOT = Path(__file__).parents[3]
PAGES = {each.stem: each.read_text() for each in sorted((ROOT / "tests/pages/fixtures").glob("*.html"))}
ORIGIN = "https://shop.example"


async def _serve(route: Route) -> None:
    """The fixture pages, and the page script's own modules, without a server."""
    name = Path(urlsplit(route.request.url).path)
    if name.suffix == ".js":
        await route.fulfill(path=ROOT / "static/assist" / name.name, content_type="text/javascript")
    elif name.stem in PAGES:
        await route.fulfill(body=PAGES[name.stem], content_type="text/html; charset=utf-8")
    else:
        await route.fulfill(status=404)


@pytest.mark.parametrize("name", PAGES)
async def test_static_html_has_the_facts_the_page_script_finds(page: Page, name: str) -> None:
    url = f"{ORIGIN}/{name}?from=test#here"
    await page.route("**/*", _serve)
    await page.goto(url)

    in_chromium = await page.evaluate("async () => (await import('/assist/scan.js')).scan()")

    assert in_chromium == scan(PAGES[name], url=url)


def test_there_are_pages_to_compare() -> None:
    assert len(PAGES) >= 12
