"""What is measured in a browser. Each answers milliseconds, or None when there is no browser to measure in."""

import shutil
import sys
import tempfile
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from pathlib import Path
from statistics import median

from playwright.async_api import Browser, Page, Route, async_playwright

from tests.bench.processes import free_port, server_process
from tests.bench.targets import ROOT

ROWS = 1_000
TIMES = 21
LOADS = 12
HOST = "http://shop.test"
_FLAGS = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
_PANEL = "iframe[src*='/assist/panel']"
_ROW = """\
<tr><td>{n}</td><td>Customer {n}</td>
<td><input hx-assist-field="note" hx-assist-id="{n}" aria-label="Note of order {n}" value="{n} boxes"></td>
<td><button hx-assist-action="ship_order" hx-assist-id="{n}">Ship order {n}</button></td></tr>"""

# What a browser answers slowly when it is asked for one control at a time: labels, groups, options.
_ROW_OF_EVERY_KIND = """\
<tr><td><label>Box {n} <input hx-assist-field="box" hx-assist-id="{n}"></label></td>
<td><label for="size-{n}">Size</label><select id="size-{n}" hx-assist-field="size" hx-assist-id="{n}">
<option>small<option>large</select></td>
<td><fieldset><legend>Pay {n}</legend>
<label><input type="radio" name="pay-{n}" value="card" hx-assist-field="pay" hx-assist-id="{n}"> Card</label>
<label><input type="radio" name="pay-{n}" value="cash"> Cash</label></fieldset></td>
<td><button type="button" hx-assist-action="ship_order" hx-assist-id="{n}">Ship <b>order {n}</b></button></td></tr>"""

# Before each announcement one row is swapped, as htmx would, so that what the browser keeps of labels and groups is
# lost; and one frame is drawn, for the page script waits longer than that after a change.
_ANNOUNCE = """async ([rows, times]) => {
  const { facts } = await import("/assist/changes.js");
  const swap = (row) => row.replaceWith(row.cloneNode(true));
  const drawn = () => new Promise((next) => requestAnimationFrame(() => setTimeout(next)));
  const took = [];
  for (let i = 0; i < times; i++) {
    swap(document.querySelector("tr:nth-child(4)"));
    await drawn();
    const began = performance.now();
    const told = facts();
    took.push(performance.now() - began);
    if (told.actions.length !== rows) throw new Error("The announcement missed some.");
  }
  return took.sort((a, b) => a - b)[times >> 1];
}"""

# The announcement's request, as the browser itself timed it: nothing of the measuring is in it.
_ANNOUNCED_AT = """async () => {
  for (;;) {
    const sent = performance.getEntriesByType("resource").find((one) => /\\/tabs\\/[^/]+\\/page$/.test(one.name));
    if (sent?.responseEnd) return performance.timeOrigin + sent.responseEnd;
    await new Promise((next) => setTimeout(next, 20));
  }
}"""


async def announced_ms() -> float | None:
    """Script time of an announcement by a page of 1,000 fields and 1,000 actions that changed; the median of 21."""
    return await _announced_ms(_ROW, ROWS)


async def twice_as_crowded() -> float | None:
    """What a page of every kind of field costs over one half as long; 2 is in proportion to its length."""
    half, whole = [await _announced_ms(_ROW_OF_EVERY_KIND, rows) for rows in (ROWS // 4, ROWS // 2)]
    return whole / half if half and whole else None


async def _announced_ms(row: str, rows: int) -> float | None:
    async with _browser() as browser:
        if browser is None:
            return None
        page = await browser.new_page()
        await page.route(f"{HOST}/**", lambda route: _serve(route, "".join(row.format(n=n) for n in range(rows))))
        await page.goto(f"{HOST}/orders")
        found: float = await page.evaluate(_ANNOUNCE, [rows, TIMES])
        return found


async def usable_ms() -> float | None:
    """
    From a new document of the demo shop, its panel open, to a panel one can use; the median of several.

    Usable is: the composer is there, the token has come, and the server has answered what the page announced.
    """
    async with _browser() as browser, _shop() as shop:
        if browser is None:
            return None
        page = await browser.new_page(viewport={"width": 1280, "height": 800})
        await page.goto(shop)
        await page.evaluate("void window.assist.open()")
        await page.frame_locator(_PANEL).locator("textarea").wait_for()
        took = [await _until_usable(page, f"{shop}/{path}") for path in ("settings", "orders") * (LOADS // 2)]
        return median(took[2:])


async def _until_usable(page: Page, url: str) -> float:
    await page.goto(url)
    began: float = await page.evaluate("performance.timeOrigin")
    panel = page.frame_locator(_PANEL)
    await panel.locator("textarea").wait_for()
    ended: float = await panel.locator("html").evaluate(_ANNOUNCED_AT)
    return ended - began


@asynccontextmanager
async def _shop() -> AsyncGenerator[str]:
    with tempfile.TemporaryDirectory(prefix="assist-bench-") as folder:
        port = free_port()
        shop = f"http://127.0.0.1:{port}"
        command = (sys.executable, "-m", "app.cli", "demo")
        environ = {"PORT": str(port), "PYTHONPATH": str(ROOT)}
        async with server_process(command, ready_url=f"{shop}/health/ready", environ=environ, folder=Path(folder)):
            yield shop


async def _serve(route: Route, rows: str) -> None:
    script = route.request.url.removeprefix(HOST)
    if script.endswith(".js"):
        await route.fulfill(path=ROOT / "static" / script.lstrip("/"), content_type="text/javascript")
    else:
        body = f'<body hx-assist-page="Orders"><form><table>{rows}</table></form>'
        await route.fulfill(body=body, content_type="text/html")


@asynccontextmanager
async def _browser() -> AsyncGenerator[Browser | None]:
    executable = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    if executable is None:
        yield None
        return
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=executable, args=list(_FLAGS))
        yield browser
        await browser.close()
