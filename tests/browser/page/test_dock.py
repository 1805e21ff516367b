"""The dock: beside the page, usable whatever the page does, and never in its way."""

import pytest
from playwright.async_api import Browser

from tests.browser.page.double import Panel, Visit
from tests.browser.page.site import Site

WIDE = "getComputedStyle(document.documentElement).getPropertyValue('--assist-width')"
RECT = """(() => { const { x, y, width, height } = document.querySelector('assist-dock').getBoundingClientRect();
    return [x, y, width, height] })()"""
SHADE = "getComputedStyle(document.querySelector('assist-dock')).backgroundColor"
FRAME_STYLE = """(() => { const s = getComputedStyle(document.querySelector('assist-dock iframe'));
    return [s.display, s.opacity, s.width] })()"""
IN_COMPOSER = "document.hasFocus() && document.activeElement === composer"
BODY_END = "document.body.getBoundingClientRect().right"


async def test_the_page_makes_room_while_the_panel_is_open(visit: Visit, panel: Panel) -> None:
    page = await visit("settings")

    opened = await page.evaluate(f"[{RECT}, {WIDE}, {BODY_END}, document.documentElement.scrollWidth]")
    await page.evaluate("assist.close()")
    closed = await page.evaluate(f"[{RECT}, {WIDE}, {BODY_END}]")

    assert opened == [[900, 0, 380, 800], "380px", 892, 1280]
    assert closed == [[0, 0, 0, 0], "", 1272]


@pytest.mark.parametrize(
    ("query", "x"), [("", 900), ("?with=data-side=left", 0), ("?dir=rtl", 0), ("?dir=rtl&with=data-side=right", 900)]
)
async def test_the_side_follows_the_page_unless_it_is_named(visit: Visit, panel: Panel, query: str, x: int) -> None:
    page = await visit(f"fields{query}")

    assert (await page.evaluate(RECT))[0] == x


async def test_a_workspace_may_have_it_on_the_other_side_and_the_tab_remembers(visit: Visit, panel: Panel) -> None:
    page = await visit("settings")
    await panel.say({"t": "keep", "state": {"side": "start"}})
    await page.wait_for_function(f"{RECT}[0] === 0")
    margin = await page.evaluate("getComputedStyle(document.documentElement).marginLeft")

    again = await visit("settings")

    assert margin == "380px"
    assert await again.evaluate(RECT) == [0, 0, 380, 800]


async def test_on_a_phone_it_is_a_sheet(visit: Visit, panel: Panel) -> None:
    page = panel.page
    await page.set_viewport_size({"width": 390, "height": 800})
    await visit("settings")

    assert await page.evaluate(RECT) == [0, 320, 390, 480]
    assert not await page.locator("assist-launcher").is_visible()
    await page.keyboard.press("Control+.")
    assert await page.evaluate(RECT) == [0, 0, 0, 0]
    assert await page.locator("assist-launcher").is_visible()


async def test_on_a_window_that_is_low_the_sheet_has_room_for_a_conversation(visit: Visit, panel: Panel) -> None:
    """A phone on its side, or a page zoomed in to 400 %: three fifths would hold the composer and nothing else."""
    page = panel.page
    await page.set_viewport_size({"width": 640, "height": 400})
    await visit("settings")
    lying = await page.evaluate(RECT)

    await page.set_viewport_size({"width": 320, "height": 200})

    assert lying == [0, 60, 640, 340]
    assert await page.evaluate(RECT) == [0, 0, 320, 200]


async def test_paper_shows_the_page_alone(visit: Visit, panel: Panel) -> None:
    page = await visit("settings")

    await page.emulate_media(media="print")

    assert await page.evaluate(RECT) == [0, 0, 0, 0]
    assert await page.evaluate("getComputedStyle(document.documentElement).marginRight") == "0px"
    assert not await page.locator("assist-launcher").is_visible()


async def test_it_is_dark_where_the_person_likes_it_dark(visit: Visit, panel: Panel) -> None:
    page = panel.page
    await page.emulate_media(color_scheme="dark")
    await visit("settings")

    shade = await page.evaluate(SHADE)

    assert shade == "rgb(18, 18, 18)"
    assert await (await panel.frame()).evaluate("matchMedia('(prefers-color-scheme: dark)').matches")


async def test_a_page_that_names_its_scheme_is_followed(visit: Visit, panel: Panel) -> None:
    page = panel.page
    await page.emulate_media(color_scheme="dark")
    await visit("settings", with_panel=False)

    await page.evaluate("document.documentElement.style.colorScheme = 'light'; assist.open()")

    assert await page.evaluate(SHADE) == "rgb(255, 255, 255)"


async def test_launcher_and_shortcut_open_and_close_it(visit: Visit, panel: Panel) -> None:
    page = await visit("settings", with_panel=False)
    await page.locator("[name=name]").focus()

    await page.get_by_role("button", name="Open the assistant").click()
    by_button = await page.evaluate(RECT)
    await (await panel.frame()).wait_for_function(IN_COMPOSER)
    await page.keyboard.press("Control+.")
    await page.wait_for_function(f"{RECT}[2] === 0")
    await page.locator("[name=name]").focus()
    await page.keyboard.press("Control+.")
    by_key = await page.evaluate(RECT)

    assert by_button == by_key == [900, 0, 380, 800]
    assert not await page.locator("assist-launcher").is_visible()


async def test_escape_in_the_panel_gives_the_page_its_focus_back(visit: Visit, panel: Panel) -> None:
    page = await visit("settings", with_panel=False)
    await page.locator("[name=name]").focus()
    await page.keyboard.press("Control+.")
    frame = await panel.frame()
    await frame.wait_for_function(IN_COMPOSER)

    await page.keyboard.press("Escape")
    await page.wait_for_function("document.activeElement.name === 'name'")
    await page.keyboard.type("!")

    assert "!" in await page.locator("[name=name]").input_value()


async def test_open_and_draft_are_kept_over_a_reload(visit: Visit, panel: Panel) -> None:
    page = await visit("settings")
    await panel.say({"t": "keep", "state": {"draft": "half", "conversation": "cnv_1"}})
    first = await (await panel.frame()).evaluate("hello")
    await page.wait_for_function("sessionStorage.getItem('assist.state').includes('half')")

    await page.reload()
    hello = await (await panel.frame()).evaluate("hello")

    assert hello["state"] == {"draft": "half", "conversation": "cnv_1", "open": True}
    assert hello["tab"] == first["tab"]
    assert hello["document"] != first["document"]


async def test_the_panel_is_usable_while_a_modal_dialog_is_open(visit: Visit, panel: Panel) -> None:
    page = await visit("dialog")
    frame = await panel.frame()
    born = await frame.evaluate("born")

    await page.get_by_role("button", name="New order").click()
    await frame.locator("#composer").click()
    await page.keyboard.type("in the dialog")
    await page.evaluate("second.showModal()")
    await frame.locator("#composer").click()
    await page.keyboard.type(", nested")
    await page.evaluate("second.close(); first.close()")

    assert await frame.locator("#composer").input_value() == "in the dialog, nested"
    assert await frame.evaluate("born") == born
    assert await page.evaluate("document.querySelector('assist-dock').parentNode === document.documentElement")


@pytest.mark.parametrize("htmx", ["htmx2", "htmx4"])
async def test_a_swap_of_the_dialog_leaves_the_panel_alone(visit: Visit, panel: Panel, htmx: str) -> None:
    page = await visit(f"dialog?htmx={htmx}")
    frame = await panel.frame()
    born = await frame.evaluate("born")

    await page.evaluate("first.showModal()")
    await page.get_by_role("button", name="Swap").click()
    await page.locator("#slow").wait_for()
    await frame.locator("#composer").click()
    await page.keyboard.type("still here")

    assert await frame.locator("#composer").input_value() == "still here"
    assert await frame.evaluate("born") == born


async def test_it_comes_back_when_the_page_writes_itself_anew(visit: Visit, panel: Panel) -> None:
    page = await visit("settings")
    await panel.say({"t": "keep", "state": {"draft": "half"}})
    await page.wait_for_function("sessionStorage.getItem('assist.state').includes('half')")

    await page.evaluate("document.documentElement.innerHTML = '<body><h1>New</h1></body>'")
    await page.wait_for_function(f"{RECT}[2] === 380")

    assert (await (await panel.frame()).evaluate("hello"))["state"]["draft"] == "half"
    assert await page.locator("assist-dock").count() == 1


async def test_two_inclusions_make_one_dock(visit: Visit, panel: Panel) -> None:
    page = await visit("settings")

    await page.evaluate(
        """() => new Promise((done) => { const tag = document.createElement('script');
        const first = document.querySelector('script'); tag.src = first.src; Object.assign(tag.dataset, first.dataset);
        tag.onload = done; document.head.append(tag) })"""
    )
    await page.wait_for_timeout(200)

    assert await page.locator("assist-dock").count() == 1
    assert await page.locator("assist-launcher").count() == 1


async def test_a_hostile_style_sheet_does_not_reach_it(visit: Visit, panel: Panel) -> None:
    page = await visit("settings")

    await page.add_style_tag(
        content="html>*,iframe,assist-dock{display:none!important;opacity:.1!important;transform:rotate(9deg)!important;width:9px!important}"
        "html{transform:translateX(10px)}"
    )

    assert await page.evaluate(RECT) == [900, 0, 380, 800]
    assert await page.evaluate(FRAME_STYLE) == ["block", "1", "380px"]


async def test_a_strict_policy_needs_our_script_and_our_frame_alone(visit: Visit, panel: Panel) -> None:
    panel.site.policy = (
        f"default-src 'none'; script-src {panel.site.assist}; frame-src {panel.site.assist}; connect-src 'self'; "
        "style-src 'self'; require-trusted-types-for 'script'; trusted-types 'none'"
    )

    page = await visit("settings")

    assert (await panel.heard("token"))["token"] == "tok"
    assert (await panel.call("field", "setting", "currency", value="EUR"))["outcome"] == "filled"
    assert await page.evaluate(RECT) == [900, 0, 380, 800]


async def test_a_panel_that_never_answers_can_be_closed(visit: Visit, panel: Panel) -> None:
    """A policy that blocks our frame: the way out is on the page, because the panel's own is not there."""
    panel.site.policy = f"default-src 'self' {panel.site.assist} 'unsafe-inline'; frame-src 'none'"
    await panel.page.clock.install()
    page = await visit("settings")

    await page.clock.fast_forward(6000)
    await page.get_by_role("button", name="Close the assistant").click()

    assert (await page.evaluate(RECT))[2] == 0


async def test_a_failing_token_address_says_signed_out(visit: Visit, panel: Panel) -> None:
    panel.site.token_status = 401

    await visit("settings")

    await panel.heard("signed-out")
    panel.site.token_status = 200
    await panel.say({"t": "token?"})
    assert (await panel.heard("token"))["token"] == "tok"


async def test_a_button_that_asks_opens_the_panel_with_its_words(visit: Visit, panel: Panel) -> None:
    page = await visit("acts", with_panel=False)

    await page.get_by_role("button", name="Ask").click()

    assert (await panel.heard("ask"))["text"] == "Explain this"
    assert (await page.evaluate(RECT))[2] == 380


async def test_a_duplicated_tab_takes_an_id_of_its_own(visit: Visit, panel: Panel) -> None:
    page = await visit("settings")
    first = await (await panel.frame()).evaluate("hello")

    async with page.expect_popup() as opened:
        await page.evaluate("void window.open(location.href)")
    copy = await opened.value
    second = await (await Panel(copy, panel.site).frame()).evaluate("hello")

    assert second["tab"] != first["tab"]
    assert second["state"]["open"] is True


async def test_a_page_brought_back_by_back_answers_nothing_twice(browser: Browser, chromium: str, site: Site) -> None:
    """In a Chromium of its own, because Playwright turns the back-forward cache off."""
    own = await browser.browser_type.launch(
        executable_path=chromium,
        args=["--headless", "--no-sandbox"],
        ignore_default_args=["--disable-back-forward-cache"],
    )
    page = await own.new_page()
    await page.goto(f"{site.host}/settings")
    await page.wait_for_selector("assist-launcher", state="attached")
    await page.evaluate(
        """() => { window.said = []; const post = MessagePort.prototype.postMessage;
        MessagePort.prototype.postMessage = function (m) { said.push(m); post.call(this, m) };
        addEventListener('pageshow', (event) => { window.restored = event.persisted }); assist.open() }"""
    )
    call = await Panel(page, site).send("action", "save_settings")
    await page.wait_for_url("**/settings?saved=1")
    await Panel(page, site).heard("answer", call=call)

    await page.evaluate("history.back()")
    await page.wait_for_function("window.restored !== undefined")
    await page.wait_for_timeout(500)
    restored, said = await page.evaluate("[restored, said.map(({ t }) => t)]")
    await own.close()

    assert restored is True
    assert "answer" not in said
    assert said.count("page") == 2
