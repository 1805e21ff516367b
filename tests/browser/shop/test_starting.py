"""Beginning: what the page offers, what one points at, what one might ask next, and earlier messages."""

from playwright.async_api import expect

from tests.browser.shop.visit import PATIENCE_MS, Visit

SELECT = """element => {
    const range = document.createRange()
    range.selectNodeContents(element)
    getSelection().removeAllRanges()
    getSelection().addRange(range)
}"""


async def test_a_visitor_begins_by_the_page_s_own_words_and_goes_on_by_pointing(visit: Visit) -> None:
    await visit.go("/orders/1042")
    await visit.page.get_by_role("button", name="Explain this order").click()
    await visit.reads("and stands at:")
    suggestions = visit.transcript.get_by_role("list", name="Suggestions")
    await expect(suggestions.get_by_role("button")).to_have_count(3, timeout=PATIENCE_MS)

    await visit.page.locator(".facts dd").first.evaluate(SELECT)
    await visit.page.get_by_role("button", name="Ask about this").click()
    await expect(visit.panel.locator("#quote_text")).to_have_text("Ada Byron, London")
    await visit.ask("Who is that?")

    await expect(visit.transcript.locator("blockquote")).to_have_text("Ada Byron, London")
    await visit.reads("From the page Order 1042")
    await expect(visit.panel.locator("#quote")).to_be_hidden()


async def test_starters_follow_the_page_and_one_press_sends_them(visit: Visit) -> None:
    await visit.go("/orders/1042")
    await visit.open()
    starters = visit.panel.get_by_role("list", name="Suggestions").get_by_role("button")
    await expect(starters).to_have_text(["Explain this order", "What needs shipping?", "What can you do here?"])
    await visit.page.get_by_role("link", name="Products").click()
    await expect(starters).to_have_count(2)

    await visit.composer.fill("My own words")
    await starters.last.click()

    await visit.reads("This is a rehearsal")
    await expect(starters.first).to_be_hidden()
    await expect(visit.composer).to_have_value("My own words")


async def test_a_slash_names_a_tool_and_the_arrows_bring_back_what_was_said(visit: Visit) -> None:
    await visit.open()
    await visit.composer.press_sequentially("/filt")
    box = visit.panel.locator("#text")
    await expect(visit.panel.get_by_role("option", selected=True)).to_contain_text("/filter_orders")
    meant = await visit.panel.get_by_role("option").get_attribute("id")
    assert await box.get_attribute("aria-activedescendant") == meant
    await box.press("Enter")
    await expect(box).to_have_value("/filter_orders ")
    await box.press_sequentially("shipped")
    await box.press("Enter")
    await visit.reads("The page shows the shipped orders now")

    await box.fill("A draft")
    await box.press("Home")
    await box.press("ArrowUp")
    await expect(box).to_have_value("/filter_orders shipped")
    await box.press("ArrowDown")

    await expect(box).to_have_value("A draft")
