"""The gallery as it is served, and axe on each page of it."""

from collections.abc import Iterator
from pathlib import Path
from typing import Literal, cast

import pytest
import pytest_asyncio
from playwright.async_api import Page

from app.testing.running import running_beside

AXE = Path(__file__).parents[1] / "vendor" / "axe-4.14.1.min.js"
RUN = """async (rules) => {
  const only = rules ? {runOnly: rules} : {};
  const {violations} = await axe.run(document, {resultTypes: ["violations"], ...only});
  return violations.map(({id, nodes}) => `${id}: ${nodes.map(({html}) => html.slice(0, 160)).join(" … ")}`);
}"""


class Gallery:
    """A window on the gallery."""

    def __init__(self, page: Page, url: str) -> None:
        self.page = page
        self.url = url

    async def show(self, fragment: str, case: str, *, language: str = "en", look: str = "") -> None:
        await self.page.goto(f"{self.url}/assist/gallery/{fragment}/{case}?lang={language}&look={look}")

    async def faults(self, *rules: str) -> list[str]:
        """What axe finds wrong with the page as it looks now, by all its rules or by these."""
        return cast("list[str]", await self.page.evaluate(RUN, list(rules) or None))

    async def look(self, *, scheme: Literal["light", "dark"], width: int) -> None:
        await self.page.emulate_media(color_scheme=scheme)
        await self.page.set_viewport_size({"width": width, "height": 760})

    async def overflow(self) -> list[str]:
        """By how much the panel can be scrolled sideways; nothing when it can't."""
        pixels = await self.page.evaluate("document.querySelector('main').scrollWidth - innerWidth")
        return [f"{pixels} pixels too wide"] if pixels > 0 else []


@pytest.fixture(scope="session")
def gallery_url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with running_beside(tmp_path_factory.mktemp("gallery"), []) as running:
        yield running.url


@pytest_asyncio.fixture(loop_scope="session")
async def gallery(page: Page, gallery_url: str) -> Gallery:
    await page.add_init_script(path=AXE)
    gallery = Gallery(page, gallery_url)
    await gallery.look(scheme="light", width=390)
    return gallery
