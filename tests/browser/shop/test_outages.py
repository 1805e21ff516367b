"""All that can come between a panel and its server, each said plainly and got over without a click."""

import re
from collections.abc import Generator
from contextlib import ExitStack
from pathlib import Path

import pytest
from playwright.async_api import Page, Response, Route, expect

from tests.browser.shop.visit import PATIENCE_MS, Visit
from tests.processes import first_line, program

SIGNED_OUT_MS = 3_000
LONG_MS = 60_000
REFUSED = 401


class Shop:
    """The demo in a process of its own, which can be stopped, and started again where it was."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._ports = ("0", "0")
        self._running = ExitStack()

    def start(self) -> str:
        port, shop_port = self._ports
        demo = program("app.cli", "demo", "--port", port, "--shop-port", shop_port, folder=self._folder)
        found = re.search(r"http://[0-9.]+:(\d+)", first_line(self._running.enter_context(demo)))
        assert found, "The demo did not say where it is."
        self._ports = (self._ports[0], found[1])
        return found[0]

    def settle(self, url: str) -> None:
        """Where the assistant answers, learnt from its script's address, is where it answers again."""
        self._ports = (url, self._ports[1])

    def stop(self) -> None:
        self._running.close()


@pytest.fixture
def shop(tmp_path: Path) -> Generator[Shop]:
    shop = Shop(tmp_path)
    try:
        yield shop
    finally:
        shop.stop()


class Token:
    """The page's way to its token, as the test wants it: `works`, `dead` once and then `refused`, or `refused`."""

    def __init__(self) -> None:
        self.mood = "works"
        self.asked = 0

    async def answer(self, route: Route) -> None:
        self.asked += 1
        if self.mood == "works":
            await route.continue_()
        elif self.mood == "dead":
            self.mood = "refused"
            await route.fulfill(json={"token": "of.another.day", "expires_in": 600})
        else:
            await route.fulfill(status=REFUSED, json={})


@pytest.mark.timeout(240)
async def test_every_outage_is_said_plainly_and_got_over_without_a_click(page: Page, shop: Shop) -> None:
    visit, token, refused = Visit(page, shop.start()), Token(), list[str]()
    await page.route("**/assist-token", token.answer)
    page.on("response", lambda response: refused.append(response.url) if _is_refusal(response) else None)
    line = visit.panel.locator("#connection")
    await visit.go("/?as=somebody")
    await visit.open()
    await visit.ask("What is waiting to ship?")
    await expect(visit.transcript).to_contain_text("Waiting to ship: ", timeout=LONG_MS)
    await expect(visit.panel.get_by_role("button", name="Send")).to_be_visible(timeout=LONG_MS)
    shop.settle(await _port_of_the_panel(page))

    await page.context.set_offline(True)
    await expect(line).to_contain_text("offline", timeout=PATIENCE_MS)
    await page.context.set_offline(False)
    await expect(line).to_be_empty(timeout=PATIENCE_MS)

    shop.stop()
    await expect(line).to_contain_text("restarting", timeout=PATIENCE_MS)
    shop.start()
    await expect(line).to_be_empty(timeout=LONG_MS)
    before = await visit.transcript.inner_text()

    token.mood = "dead"
    await page.reload()
    await expect(line).to_contain_text("signed out", timeout=PATIENCE_MS)
    # What was under way by then is let in first.
    await page.wait_for_timeout(SIGNED_OUT_MS)
    refused.clear()
    token.asked = 0
    await page.wait_for_timeout(SIGNED_OUT_MS)
    quiet = (refused.copy(), token.asked)
    token.mood = "works"
    await expect(line).to_be_empty(timeout=LONG_MS)
    await expect(visit.transcript).to_contain_text(before.splitlines()[0], timeout=PATIENCE_MS)

    assert quiet[0] == []
    assert quiet[1] <= 2
    assert await visit.panel.locator("#problem").inner_text() == ""


async def _port_of_the_panel(page: Page) -> str:
    address = await page.locator("assist-dock iframe").get_attribute("src")
    found = re.search(r":(\d+)/", address or "")
    assert found, address
    return found[1]


def _is_refusal(response: Response) -> bool:
    return response.status == REFUSED and "/assist/" in response.url
