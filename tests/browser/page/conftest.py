"""A host page with the page script on it, and a hold on the double that stands for its panel."""

from collections.abc import AsyncIterator, Callable, Iterator
from itertools import count
from typing import Any

import pytest
import pytest_asyncio
from playwright.async_api import Frame, Page

from tests.browser.page.site import Site, serving

# What a message over the port holds is opaque here, as it is to the double.
Message = dict[str, Any]
_calls = count(1)


class Panel:
    """The panel double of one page: what it heard, and what it says."""

    def __init__(self, page: Page, site: Site) -> None:
        self.page = page
        self.site = site

    async def frame(self) -> Frame:
        """The panel's frame, once it has been greeted."""
        for _ in range(200):
            for frame in self.page.frames:
                if frame.url.startswith(f"{self.site.assist}/assist/panel"):
                    await frame.wait_for_function("port !== null")
                    return frame
            await self.page.wait_for_timeout(20)
        raise AssertionError("The panel was never loaded.")

    async def heard(self, kind: str, **match: object) -> Message:
        """The latest message of a kind, waiting for the first one."""
        script = "([t, match]) => heard.findLast((m) => m.t === t && Object.entries(match).every(([k, v]) => m[k] === v))"
        found = await (await self.frame()).wait_for_function(script, arg=[kind, match], polling=20)
        return await found.json_value()

    async def count(self, kind: str) -> int:
        return await (await self.frame()).evaluate("(t) => heard.filter((m) => m.t === t).length", kind)

    async def say(self, message: Message) -> None:
        await (await self.frame()).evaluate("(m) => say(m)", message)

    async def facts(self) -> Message:
        n = next(_calls)
        await self.say({"t": "facts?", "n": n})
        return (await self.heard("facts", n=n))["facts"]

    async def send(self, kind: str, name: str, target: str | None = None, /, *, ring: bool = False, **args: object) -> str:
        """Hands a call over; its id."""
        call = f"c_{next(_calls)}"
        asked = {"id": call, "kind": kind, "name": name, "target": target, "args": args, "ring": ring}
        await self.say({"t": "call", "call": asked})
        return call

    async def call(self, kind: str, name: str, target: str | None = None, /, *, ring: bool = False, **args: object) -> Message:
        """Hands a call over; the answer."""
        call = await self.send(kind, name, target, ring=ring, **args)
        return (await self.heard("answer", call=call))["answer"]


@pytest.fixture
def site() -> Iterator[Site]:
    with serving() as site:
        yield site


@pytest.fixture
def panel(page: Page, site: Site) -> Panel:
    return Panel(page, site)


@pytest_asyncio.fixture(loop_scope="session")
async def visit(page: Page, site: Site) -> AsyncIterator[Callable[..., Any]]:
    """Opens a fixture page, by default with the panel open."""

    async def visit(path: str, *, open: bool = True) -> Page:
        await page.goto(f"{site.host}/{path}")
        await page.wait_for_selector("assist-launcher", state="attached")
        if open:
            await page.evaluate("assist.open()")
        return page

    yield visit
