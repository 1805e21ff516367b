"""One visitor's window on the shop, and the panel beside it."""

from playwright.async_api import FrameLocator, Locator, Page, expect

PATIENCE_MS = 40_000


class Visit:
    """What a person at the shop does and sees."""

    def __init__(self, page: Page, url: str) -> None:
        self.page = page
        self.url = url

    @property
    def panel(self) -> FrameLocator:
        return self.page.frame_locator("assist-dock iframe")

    @property
    def composer(self) -> Locator:
        return self.panel.get_by_role("textbox")

    @property
    def transcript(self) -> Locator:
        return self.panel.locator("#transcript")

    async def go(self, path: str) -> None:
        await self.page.goto(self.url + path)

    async def open(self) -> None:
        """Open the panel by its shortcut, from the page."""
        await self.page.locator("assist-dock").wait_for(state="attached")
        await self.page.keyboard.press("Control+.")
        await expect(self.composer).to_be_focused(timeout=PATIENCE_MS)

    async def ask(self, text: str) -> None:
        await self.composer.fill(text)
        await self.composer.press("Enter")

    async def reads(self, text: str) -> None:
        """Wait until the transcript shows a text."""
        await expect(self.transcript).to_contain_text(text, timeout=PATIENCE_MS)

    async def rests(self) -> None:
        """Wait until the transcript is drawn and has stopped changing."""
        await expect(self.transcript.locator(".prose").first).to_be_visible(timeout=PATIENCE_MS)
        before = ""
        while before != (before := await self.transcript.inner_text()):
            await self.page.wait_for_timeout(1_000)

    async def decide(self, button: str) -> None:
        await self.panel.get_by_role("button", name=button, exact=True).click()

    def order(self, number: int) -> Locator:
        """An order's row on the Orders page."""
        return self.page.get_by_role("row").filter(has=self.page.get_by_role("rowheader", name=str(number)))
