"""The page asks: by its own buttons, and about what is selected on it."""

from playwright.async_api import Browser, Locator, Page, expect

from tests.browser.page.double import Panel, Visit
from tests.browser.page.site import Site

SELECT = """id => {
    const range = document.createRange()
    range.selectNodeContents(document.getElementById(id))
    getSelection().removeAllRanges()
    getSelection().addRange(range)
}"""
OVERLAPS = """() => {
    const both = [getSelection().getRangeAt(0), document.querySelector("assist-selection")]
    const [a, b] = both.map((each) => each.getBoundingClientRect())
    return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom
}"""
INSIDE = """() => {
    const { left, top, right, bottom } = document.querySelector("assist-selection").getBoundingClientRect()
    return left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight
}"""


def button(page: Page) -> Locator:
    return page.locator("assist-selection").get_by_role("button", name="Ask about this")


async def test_a_button_in_a_form_and_a_boosted_link_ask_and_do_nothing_else(visit: Visit, panel: Panel) -> None:
    page = await visit("asking", with_panel=False)

    await page.locator("#inside").click()
    first = (await panel.heard("ask"))["text"]
    await page.locator("#link").click()
    second = (await panel.heard("ask", text="Explain the link"))["text"]

    assert (first, second) == ("Explain the form", "Explain the link")
    assert page.url.endswith("/asking")
    assert [path for path, _ in panel.site.posts if path == "/save"] == []


async def test_selected_text_can_be_asked_about_and_the_button_is_never_in_its_way(visit: Visit, panel: Panel) -> None:
    panel.site.pointing = True
    page = await visit("asking", with_panel=False)

    await page.evaluate(SELECT, "first")
    await expect(button(page)).to_be_visible()
    assert not await page.evaluate(OVERLAPS)
    await page.keyboard.press("Escape")
    await expect(button(page)).to_be_hidden()
    await page.evaluate(SELECT, "private")
    await page.wait_for_timeout(400)
    await expect(button(page)).to_be_hidden()

    await page.evaluate(SELECT, "first")
    await expect(button(page)).to_be_visible()
    await page.keyboard.press("Tab")
    await page.keyboard.press("Enter")

    quote = (await panel.heard("quote"))["quote"]
    assert quote == {"text": "The parcel was never handed over.", "page": "Asking", "path": "/asking"}
    await expect(button(page)).to_be_hidden()


async def test_what_a_control_holds_is_never_pointed_at(visit: Visit, panel: Panel) -> None:
    panel.site.pointing = True
    page = await visit("asking", with_panel=False)

    for control in ("secret", "words"):
        await page.locator(f"#{control}").select_text()
        await page.wait_for_timeout(400)
        await expect(button(page)).to_be_hidden()
    await page.evaluate("document.activeElement.blur(); getSelection().selectAllChildren(document.body)")
    await button(page).click()

    text = (await panel.heard("quote"))["quote"]["text"]
    assert "The parcel was never handed over." in text
    assert "hunter2" not in text
    assert "4111" not in text


async def test_a_workspace_that_did_not_want_it_has_none(visit: Visit) -> None:
    page = await visit("asking", with_panel=False)

    await page.evaluate(SELECT, "first")
    await page.wait_for_timeout(500)

    await expect(page.locator("assist-selection")).to_have_count(0)


async def test_on_a_phone_the_button_stays_in_what_is_left_of_the_window(browser: Browser, site: Site) -> None:
    site.pointing = True
    context = await browser.new_context(viewport={"width": 390, "height": 700}, has_touch=True, is_mobile=True)
    page = await context.new_page()
    await page.goto(f"{site.host}/asking?dir=rtl")
    await page.wait_for_selector("assist-launcher", state="attached")

    for place in ("first", "last"):
        await page.evaluate(SELECT, place)
        await page.evaluate("getSelection().focusNode.parentElement.scrollIntoView({block: 'end'})")
        await expect(button(page)).to_be_visible()
        assert await page.evaluate(INSIDE)
        assert not await page.evaluate(OVERLAPS)
    await button(page).tap()

    quote = (await Panel(page, site).heard("quote"))["quote"]
    await context.close()
    assert quote["text"] == "The last words of the page."
