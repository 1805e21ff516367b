"""A person at a host page, the panel beside it, a model that calls what it is told to, and what that was answered."""

import asyncio
import json
from dataclasses import dataclass, field

import httpx
from playwright.async_api import BrowserContext, FrameLocator, Locator, Page, expect

from app.contract.ids import Json
from app.testing.running import Running
from tests.browser.page.site import Site

PATIENCE_MS = 15_000
_LOOK_MS = 30
_TURN_SECONDS = 60
_CONVERSATION = "JSON.parse(sessionStorage.getItem('assist.state') ?? '{}').conversation ?? null"
_OVER = {"completed", "failed", "stopped"}


class Host(Site):
    """A host app of the server under test."""

    def __init__(self, server: Running) -> None:
        super().__init__()
        self.server = server

    @property
    def assist(self) -> str:
        return self.server.url


@dataclass
class Desk:
    """One tab. Its calls and answers are read from the host's own transcript, as the model reads them."""

    page: Page
    host: Host
    api_key: str
    _conversation: str | None = field(default=None, init=False)

    @property
    def panel(self) -> FrameLocator:
        return self.page.frame_locator("assist-dock iframe")

    @property
    def transcript(self) -> Locator:
        return self.panel.locator("#transcript")

    async def open(self, path: str) -> None:
        """A page of the host, with the panel open beside it."""
        await self.page.goto(f"{self.host.host}/{path}")
        await self.page.wait_for_selector("assist-launcher", state="attached")
        await self.page.evaluate("void assist.open()")
        await expect(self.panel.get_by_role("textbox")).to_be_focused(timeout=PATIENCE_MS)

    async def say(self, text: str) -> None:
        await self.panel.get_by_role("textbox").fill(text)
        await self.panel.get_by_role("textbox").press("Enter")

    async def decide(self, button: str) -> None:
        await self.panel.get_by_role("button", name=button, exact=True).click()

    async def call(self, tool: str, /, **given: Json) -> str:
        """Have the model call a tool; what it was answered."""
        return (await self.answers(f"{tool} {json.dumps(given)}"))[-1]

    async def answers(self, text: str) -> list[str]:
        """Say something a script answers with calls; what each was answered."""
        before = await self._turns()
        await self.say(text)
        return await self._answers(before)

    async def held(self) -> dict[str, Json]:
        """What the call that waits says of itself."""
        card = self.panel.locator("[data-slot=approval-card][data-state=pending]")
        await expect(card).to_be_visible(timeout=PATIENCE_MS)
        return next(call["hold"] for call in (await self._read())["calls"] if call["status"] == "held")

    async def rests(self) -> list[str]:
        """The answers of the latest turn, once it is over."""
        return await self._answers(await self._turns() - 1)

    async def lent(self) -> dict[str, Json]:
        """What the next request of this tab would carry, by the name of the tool."""
        carried = await self._context()
        return {tool["name"]: tool for tool in carried["tools"]}

    async def note(self) -> str:
        return (await self._context())["note"]

    async def _context(self) -> Json:
        tab = await self.page.evaluate("JSON.parse(sessionStorage.getItem('assist.tab'))")
        headers = {"Authorization": f"Bearer {self.host.token}"}
        async with httpx.AsyncClient(base_url=self.host.assist, headers=headers) as http:
            while (found := await http.get(f"/assist/tabs/{tab}/context")).is_client_error:
                await self.page.wait_for_timeout(_LOOK_MS)  # It has not announced itself yet.
            return found.raise_for_status().json()

    async def _turns(self) -> int:
        return len((await self._read())["turns"])

    async def _answers(self, turns_before: int) -> list[str]:
        async with asyncio.timeout(_TURN_SECONDS):
            while not _is_over(read := await self._read(), turns_before):
                await self.page.wait_for_timeout(_LOOK_MS)
        turn = read["turns"][-1]["id"]
        return [call["answer"] for call in read["calls"] if call["turn_id"] == turn]

    async def _read(self) -> Json:
        if self._conversation is None:
            self._conversation = await self.page.evaluate(_CONVERSATION)
        if self._conversation is None:
            return {"turns": [], "calls": []}
        headers = {"Authorization": f"Bearer {self.api_key}"}
        async with httpx.AsyncClient(base_url=self.host.assist, headers=headers) as http:
            return (await http.get(f"/v1/conversations/{self._conversation}")).raise_for_status().json()


def _is_over(read: Json, turns_before: int) -> bool:
    turns = read["turns"]
    return len(turns) > turns_before and turns[-1]["status"] in _OVER


async def beside(context: BrowserContext, desk: Desk) -> Desk:
    """Another tab with the same conversation: what a browser's Duplicate makes, session storage and all."""
    other = await context.new_page()
    stored = await desk.page.evaluate("JSON.stringify({...sessionStorage})")
    await other.add_init_script(
        f"if (!sessionStorage.length) for (const [k, v] of Object.entries({stored})) sessionStorage.setItem(k, v)"
    )
    await other.goto(desk.page.url)
    return Desk(other, desk.host, desk.api_key)
