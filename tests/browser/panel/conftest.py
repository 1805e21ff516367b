"""The panel in its frame on a host page, over the server double."""

import asyncio
import json
import time
from collections.abc import Callable, Generator
from typing import Any

import pytest
from playwright.async_api import Frame, Page

from tests.browser.panel.double import Double, serving


@pytest.fixture
def double() -> Generator[Double]:
    with serving() as double:
        yield double


class Panel:
    """A hold on the framed panel and on the page around it."""

    def __init__(self, page: Page, double: Double) -> None:
        self.page = page
        self.double = double

    @property
    def frame(self) -> Frame:
        return next(frame for frame in self.page.frames if frame.url.startswith(self.double.assist))

    async def open(self, **state: object) -> None:
        """Load the host page, its tab remembering `state`."""
        remember = "state => sessionStorage.state ??= JSON.stringify(state)"
        await self.page.add_init_script(
            f"if (parent === window && origin !== 'null') ({remember})({json.dumps(state)})"
        )
        await self.page.goto(f"{self.double.host}/host")
        await self.page.wait_for_function("said.some(({t}) => t === 'ready')")

    async def say(self, **message: object) -> None:
        """The page says something over the port."""
        await self.page.evaluate("message => say(message)", message)

    async def heard(self, what: str) -> list[dict[str, Any]]:
        """What the page was told of one kind, once there is any."""
        await self.page.wait_for_function("what => said.some(({t}) => t === what)", arg=what)
        return await self.page.evaluate("what => said.filter(({t}) => t === what)", what)

    async def write(self, text: str) -> None:
        await self.frame.locator("#text").fill(text)

    async def send(self, text: str) -> None:
        await self.write(text)
        await self.frame.locator("#text").press("Enter")


@pytest.fixture
def panel(page: Page, double: Double) -> Panel:
    return Panel(page, double)


async def eventually(holds: Callable[[], object], *, seconds: float = 8.0) -> None:
    """Wait for what happens in the server's thread."""
    until = time.monotonic() + seconds
    while not holds():
        assert time.monotonic() < until, "It did not come to that."
        await asyncio.sleep(0.02)
