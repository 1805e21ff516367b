"""A window on a host page that frames the panel of the real server."""

import secrets

from playwright.async_api import Frame, Page, expect

from app.auth.keys import NewWorkspace
from app.testing.normalise import normalise
from app.testing.running import Running
from tests.browser.panel.double import Double, host_page

PATIENCE_MS = 40_000


class Tab:
    """A window on a host page that frames the real panel."""

    def __init__(self, page: Page, server: Running, hosts: Double, workspace: NewWorkspace) -> None:
        self.page = page
        self.server = server
        self.hosts = hosts
        self.workspace = workspace

    @property
    def panel(self) -> Frame:
        return next(frame for frame in self.page.frames if frame.url.startswith(self.server.url))

    async def open(self, token: str) -> None:
        name = f"t_{secrets.token_hex(11)}"
        html = host_page(self.server.url, f"{self.server.url}/assist/panel?workspace={self.workspace.workspace.id}")
        html = html.replace('"token" + ++tokens', f'"{token}"').replace("t_aaaaaaaaaaaaaaaaaaaaaa", name)
        self.hosts.pages[name] = html
        await self.page.goto(f"{self.hosts.host}/tab/{name}")
        await self.ready()

    async def ready(self) -> None:
        await self.page.wait_for_function("said.some(({t}) => t === 'ready')")

    async def say(self, text: str) -> None:
        await self.panel.locator("#text").fill(text)
        await self.panel.locator("#text").press("Enter")

    async def drawn(self) -> str:
        """The transcript as it stands, without what htmx notes in it."""
        html = await self.panel.locator("#transcript").evaluate("transcript => transcript.outerHTML")
        return normalise(html.replace(' data-htmx-powered="true"', ""))

    async def reads(self, text: str) -> None:
        await expect(self.panel.locator("#transcript")).to_contain_text(text, timeout=PATIENCE_MS)
