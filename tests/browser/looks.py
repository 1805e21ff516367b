"""
Ten states of the panel at two widths in two schemes, as pictures to look at: `python -m tests.browser.looks FOLDER`.

Not a test: what they show is for a person to judge. They are made of the gallery, in the product's own look; `--look`
picks another one of `app/samples/looks.py`.
"""

import argparse
import asyncio
import shutil
import tempfile
from pathlib import Path

from playwright.async_api import Browser, async_playwright

from app.testing.running import running_beside
from tests.browser.conftest import FLAGS

STATES = (
    "empty",
    "rich",
    "working",
    "asking",
    "went_through",
    "choosing",
    "tabled",
    "compared",
    "lengthy",
    "stopped",
)
WIDTHS = (390, 1280)
SCHEMES = ("light", "dark")


async def main(folder: Path, url: str, look: str) -> None:
    """Writes `state-width-scheme.png` for each."""
    async with async_playwright() as playwright:
        chromium = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
        browser = await playwright.chromium.launch(executable_path=chromium, args=list(FLAGS))
        for width in WIDTHS:
            for scheme in SCHEMES:
                await _shoot(browser, folder, f"{url}/assist/gallery/panel/{{}}?look={look}", width, scheme)
        await browser.close()


async def _shoot(browser: Browser, folder: Path, address: str, width: int, scheme: str) -> None:
    context = await browser.new_context(
        viewport={"width": width, "height": 760},
        color_scheme="dark" if scheme == "dark" else "light",
        reduced_motion="reduce",
    )
    page = await context.new_page()
    for state in STATES:
        await page.goto(address.format(state))
        await page.screenshot(path=folder / f"{state}-{width}-{scheme}.png")
    await context.close()


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--look", default="northwind")
    given = parser.parse_args()
    given.folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as scratch, running_beside(Path(scratch), []) as server:
        asyncio.run(main(given.folder, server.url, given.look))
