"""What a remote change is given is put otherwise before it is applied, and found again among all receipts."""

from playwright.async_api import expect

from tests.browser.shop.visit import PATIENCE_MS, Visit


async def test_arguments_are_changed_and_applied_and_the_receipt_is_found_again(visit: Visit) -> None:
    await visit.open()
    await visit.ask("Note order 1041 as a gift")
    card = visit.panel.locator("[data-slot=approval-card]")
    await expect(card).to_have_attribute("data-state", "pending", timeout=PATIENCE_MS)

    await visit.decide("Change what it is given")
    number, note = card.locator('[name="argument.number"]'), card.locator('[name="argument.note"]')
    await number.fill("a thousand")
    await note.fill("Wrap it twice.")
    await visit.decide("Use these")
    await expect(card).to_contain_text("This must be a number.", timeout=PATIENCE_MS)
    await expect(number).to_be_focused()
    await expect(number).to_have_value("a thousand")
    await expect(note).to_have_value("Wrap it twice.")
    await number.fill("1041")
    await visit.decide("Use these")
    await expect(card.locator(".approval__label")).to_contain_text("Wrap it twice.", timeout=PATIENCE_MS)
    await visit.decide("Apply")

    await expect(card).to_have_attribute("data-state", "finished", timeout=PATIENCE_MS)
    await expect(card).to_contain_text("changed what it was given")
    await expect(card).to_contain_text("Wrap it twice.")
    await visit.panel.locator("#new_conversation").click()
    await visit.panel.locator("#history_button").click()
    await visit.panel.get_by_role("button", name="What you decided").click()
    await visit.panel.locator(".receipts__open").first.click()
    await expect(card).to_be_focused(timeout=PATIENCE_MS)
