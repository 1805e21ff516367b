"""The notes the model reads of the shop's real pages are the document's two worked examples, to the letter."""

from __future__ import annotations

import shutil
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from pathlib import Path

import msgspec
import pytest
from playwright.async_api import Page, Route, async_playwright

from app.contract.ids import Json
from app.demo import ShopSettings, create_shop
from app.guest import served
from app.pages.announcement import read_facts
from app.pages.note import note

HERE = Path(__file__).parent
STATIC = HERE.parents[1] / "static"
FLAGS = ["--headless", "--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking"]
SCAN = "import('/assist/static/assist/scan.js').then((script) => script.scan())"


@asynccontextmanager
async def browsing() -> AsyncGenerator[Page]:
    """A page whose page script is there to be called, and does not run by itself."""
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=shutil.which("chromium"), args=FLAGS)
        page = await browser.new_page()
        await page.route("**/assist/static/**", from_static)
        yield page
        await browser.close()


async def from_static(route: Route) -> None:
    path = route.request.url.partition("/assist/static/")[2]
    if path == "assist.js":
        await route.fulfill(body="", content_type="text/javascript")
    else:
        await route.fulfill(path=STATIC / path, content_type="text/javascript")


@pytest.mark.skipif(
    shutil.which("chromium") is None, reason="No Chromium on this machine: install the package chromium."
)
async def test_the_notes_of_settings_and_orders_are_the_documents(settings: ShopSettings) -> None:
    same_origin = msgspec.structs.replace(settings, assist_origin="")

    async with served(create_shop(same_origin)) as url, browsing() as page:
        for name in ("settings", "orders"):
            await page.goto(f"{url}/{name}")
            facts: dict[str, Json] = await page.evaluate(SCAN)
            announced = read_facts({"document": "d_abcdefghijkl", "seq": 1, "origin": url, "path": f"/{name}"} | facts)
            assert announced.faults == ()
            assert f"{note(announced.facts)}\n" == (HERE / "notes" / f"{name}.md").read_text(encoding="utf-8")
