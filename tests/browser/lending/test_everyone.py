"""The panel for everyone: in the language the host names, and by the keyboard alone."""

import asyncio

import pytest_asyncio
from playwright.async_api import Route, expect

from app.auth.keys import NewWorkspace
from app.contract.ids import UserId
from app.testing.running import Running
from tests.browser.lending.desk import PATIENCE_MS, Desk, Host

LAUNCHER = "document.querySelector('assist-launcher').shadowRoot.querySelector('button').ariaLabel"


@pytest_asyncio.fixture(loop_scope="session")
async def rami(server: Running, host: Host, workspace: NewWorkspace, desk: Desk) -> Desk:
    """His host says that he reads Arabic; his browser knows nothing of it."""
    host.token = server.parts.tokens.sign(workspace.workspace, UserId("rami"), locale="ar-EG")
    return desk


async def test_the_panel_turns_to_the_language_the_token_names_and_the_tab_remembers_it(rami: Desk) -> None:
    loads: list[str] = []
    rami.page.on("request", lambda request: loads.append(request.url) if "/assist/panel" in request.url else None)
    await rami.page.goto(f"{rami.host.host}/scripted")
    await rami.page.evaluate("void assist.open()")
    document = rami.panel.locator("html[lang=ar][dir=rtl][data-connection=good]")
    await expect(document).to_be_attached(timeout=PATIENCE_MS)

    await rami.say('shout {"word": "ahoy"}')

    await expect(rami.transcript).to_contain_text("استُخدم \N{FIRST STRONG ISOLATE}shout", timeout=PATIENCE_MS)
    assert await rami.page.evaluate(LAUNCHER) == "إغلاق المساعد"
    assert ["lang=ar" in url for url in loads] == [False, True]

    await rami.page.reload()
    await expect(rami.transcript).to_contain_text("استُخدم", timeout=PATIENCE_MS)
    assert ["lang=ar" in url for url in loads] == [False, True, True]


async def test_the_shortcut_pressed_before_the_page_script_is_there_is_not_lost(desk: Desk) -> None:
    arrived = asyncio.Event()

    async def late(route: Route) -> None:
        await arrived.wait()
        await route.continue_()

    await desk.page.route("**/assist/main.js", late)
    await desk.page.goto(f"{desk.host.host}/plain", wait_until="domcontentloaded")

    await desk.page.keyboard.press("Control+.")
    arrived.set()

    await expect(desk.panel.get_by_role("textbox")).to_be_focused(timeout=PATIENCE_MS)


async def test_a_turn_is_had_by_the_keyboard_alone(desk: Desk) -> None:
    keys, composer = desk.page.keyboard, desk.panel.get_by_role("textbox")
    card = desk.panel.locator("[data-slot=approval-card]")
    await desk.page.goto(f"{desk.host.host}/scripted")
    await desk.page.get_by_role("button").first.focus()

    # Open, write in two lines, send: the focus stays where one writes.
    await keys.press("Control+.")
    await expect(composer).to_be_focused(timeout=PATIENCE_MS)
    await keys.type("publish")
    await keys.press("Shift+Enter")
    await keys.type("{}")
    await expect(composer).to_have_value("publish\n{}")
    await composer.fill("publish {}")
    await keys.press("Enter")
    await expect(card).to_have_attribute("data-state", "pending", timeout=PATIENCE_MS)
    await expect(composer).to_be_focused()

    # To what waits, and approve: the focus stays on the card, which is now its receipt.
    await keys.press("Alt+ArrowUp")
    await expect(card).to_be_focused()
    await keys.press("Tab")
    await expect(card.get_by_role("button", name="Approve", exact=True)).to_be_focused()
    await keys.press("Enter")
    await expect(card).to_have_attribute("data-state", "finished", timeout=PATIENCE_MS)
    await expect(card).to_be_focused()

    # Back to writing, and closed: the focus is where it was on the page.
    await keys.press("Alt+ArrowDown")
    await expect(composer).to_be_focused()
    await keys.press("Control+.")
    await expect(desk.page.get_by_role("button").first).to_be_focused()


async def test_the_rest_of_the_panel_is_had_by_the_keyboard_alone(desk: Desk) -> None:
    keys, composer = desk.page.keyboard, desk.panel.get_by_role("textbox")
    sheet, rows = desk.panel.get_by_role("dialog", name="Keyboard"), desk.panel.locator(".history__item")
    await desk.open("plain")
    await desk.say('save {"name": "Ann"}')
    await expect(desk.transcript).to_contain_text("So it is.", timeout=PATIENCE_MS)

    # The sheet, while nobody writes; Escape closes it and gives the focus back.
    await composer.press("?")
    await expect(composer).to_have_value("?")
    await keys.press("Backspace")
    await desk.panel.locator("#scroller").focus()
    await keys.press("?")
    await expect(sheet).to_be_focused()
    await keys.press("Escape")
    await expect(sheet).to_be_hidden()
    await expect(desk.panel.locator("#scroller")).to_be_focused()

    # The history: its search has the focus. A row deleted leaves the way back in its place, and that the row.
    await keys.press("Control+k")
    await expect(desk.panel.get_by_role("searchbox")).to_be_focused()
    await rows.get_by_role("button", name="Delete").focus()
    await keys.press("Enter")
    await expect(rows).to_be_focused(timeout=PATIENCE_MS)
    await keys.press("Tab")
    await expect(rows.get_by_role("button", name="Undo")).to_be_focused()
    await keys.press("Enter")
    await expect(rows.get_by_role("button", name="Delete")).to_be_visible(timeout=PATIENCE_MS)
    await expect(rows).to_be_focused()

    # A new conversation.
    await keys.press("Escape")
    await keys.press("Control+Shift+O")
    await expect(desk.panel.locator(".greeting")).to_be_visible(timeout=PATIENCE_MS)
    await expect(composer).to_be_focused()
