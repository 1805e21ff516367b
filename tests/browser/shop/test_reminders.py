"""The shop raises an event, its tool proposes a reminder, the operator accepts it, the shop sends it: all to see."""

import re

from playwright.async_api import Page, expect

from tests.browser.shop.visit import PATIENCE_MS, Visit


async def test_a_question_is_read_whole_in_a_low_window_although_a_proposal_waits(page: Page, shop_url: str) -> None:
    await page.set_viewport_size({"width": 390, "height": 844})
    visit = Visit(page, shop_url)
    await visit.go("/products")
    await visit.open()
    await expect(visit.panel.locator("[data-slot=proposal-card]").first).to_be_visible(timeout=PATIENCE_MS)
    await visit.ask("Delete the product Walking stick")
    question = visit.panel.locator("[data-slot=approval-card]")

    for state, answer in (("pending", "Apply"), ("confirming", "Keep it")):
        await expect(question).to_have_attribute("data-state", state, timeout=PATIENCE_MS)
        await expect(question.get_by_role("heading")).to_be_in_viewport(ratio=1)
        await expect(visit.panel.locator("[data-slot=proposal-card]").first).to_be_hidden()
        await visit.decide(answer)

    await expect(question).to_have_attribute("data-state", "denied", timeout=PATIENCE_MS)
    await expect(visit.panel.locator("#inbox_count")).to_be_visible()


async def test_an_accepted_reminder_goes_out_and_its_card_says_so(page: Page, shop_url: str) -> None:
    visit = Visit(page, shop_url)
    await visit.go("/orders/1037")
    await visit.open()
    card = visit.panel.locator("[data-slot=proposal-card]").filter(has_text="order 1037")
    await expect(card).to_contain_text("Remind Leila Haddad about order 1037", timeout=PATIENCE_MS)
    await expect(card).to_have_attribute("data-state", "open")
    await expect(page.get_by_text("Reminder")).to_have_count(0)

    await card.get_by_role("button", name="Accept").click()

    await expect(card).to_have_attribute("data-state", "applied", timeout=PATIENCE_MS)
    await expect(card).to_contain_text("The reminder about order 1037 was sent.")
    await page.reload()
    await expect(page.get_by_role("definition").filter(has_text="Sent")).to_be_visible()
    await expect(card).to_contain_text("Done", timeout=PATIENCE_MS)


async def test_an_order_nothing_can_be_done_about_is_told_of_in_a_conversation(page: Page, shop_url: str) -> None:
    visit = Visit(page, shop_url)
    await visit.go("/orders")
    await visit.open()
    await visit.panel.get_by_role("button", name="Conversations").click()

    await visit.panel.get_by_role("button", name=re.compile("has waited")).first.click()

    note = visit.panel.locator("[data-slot=host-reply]")
    await expect(note).to_contain_text("From Order watch", timeout=PATIENCE_MS)
    await expect(note).to_contain_text("Order 1032 has waited for 6 days")
