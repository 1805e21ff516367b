"""A hold on the double that stands for a page's panel: what it heard, and what it is to say."""

from itertools import count
from typing import Any, Protocol

from playwright.async_api import Frame, Page

from tests.browser.page.site import Site

# What a message over the port holds is opaque here, as it is to the double.
Message = dict[str, Any]
LATEST = "([t, match]) => heard.findLast((m) => m.t === t && Object.entries(match).every(([k, v]) => m[k] === v))"
PATIENCE_MS = 40_000
"""Longer than a page's own longest wait: three test processes share two cores."""
_calls = count(1)


class Visit(Protocol):
    """Opens a fixture page, by default with the panel open."""

    async def __call__(self, path: str, *, with_panel: bool = True) -> Page: ...


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
                    await frame.wait_for_function("typeof port !== 'undefined' && port !== null")
                    return frame
            await self.page.wait_for_timeout(20)
        raise AssertionError("The panel was never loaded.")

    async def heard(self, kind: str, **match: object) -> Message:
        """The latest message of a kind, waiting for the first one."""
        found = await (await self.frame()).wait_for_function(LATEST, arg=[kind, match], polling=20, timeout=PATIENCE_MS)
        return await found.json_value()

    async def count(self, kind: str) -> int:
        return await (await self.frame()).evaluate("(t) => heard.filter((m) => m.t === t).length", kind)

    async def say(self, message: Message) -> None:
        await (await self.frame()).evaluate("(m) => say(m)", message)

    async def facts(self) -> Message:
        n = next(_calls)
        await self.say({"t": "facts?", "n": n})
        return (await self.heard("facts", n=n))["facts"]

    async def send(
        self, kind: str, name: str, target: str | None = None, /, *, ring: bool = False, **args: object
    ) -> str:
        """Hands a call over; its id."""
        call = f"c_{next(_calls)}"
        asked = {"id": call, "kind": kind, "name": name, "target": target, "args": args, "ring": ring}
        await self.say({"t": "call", "call": asked})
        return call

    async def call(
        self, kind: str, name: str, target: str | None = None, /, *, ring: bool = False, **args: object
    ) -> Message:
        """Hands a call over; the answer."""
        call = await self.send(kind, name, target, ring=ring, **args)
        return (await self.heard("answer", call=call))["answer"]
