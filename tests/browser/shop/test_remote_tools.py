"""The shop's own tools, lent by its server: products as cards, an order after its preview, a deletion in two words."""

import os
import re
from pathlib import Path

from playwright.async_api import Locator, expect

from tests.browser.shop.visit import PATIENCE_MS, Visit

SHOTS = Path(os.environ["SHOTS"]) if "SHOTS" in os.environ else None


async def shot(visit: Visit, name: str) -> None:
    if SHOTS:
        await visit.page.screenshot(path=SHOTS / f"{name}.png")


def card(visit: Visit) -> Locator:
    return visit.panel.locator("[data-slot=approval-card]")


async def test_products_are_found_as_cards_with_their_images(visit: Visit) -> None:
    await visit.open()
    await visit.ask("Find mugs")

    shown = visit.panel.locator("[data-slot=display-card]")
    await expect(shown).to_have_count(1, timeout=PATIENCE_MS)
    await expect(shown).to_contain_text("Fjord mug")
    await expect(shown).to_contain_text("$18.00 · 120 in stock")
    link = shown.get_by_role("link", name="Fjord mug")
    await expect(link).to_have_attribute("target", "_blank")
    await expect(link).to_have_attribute("href", f"{visit.url}/products#FJD-02")
    image = shown.locator("img")
    await expect(image).to_have_attribute("src", re.compile(r"^/assist/images/[\w.-]+$"))
    assert await image.evaluate("image => image.decode().then(() => image.naturalWidth)") == 160
    await visit.reads("each card opens it on the Products page")
    await shot(visit, "found")


async def test_six_cards_are_shown_and_stay_after_a_reload(visit: Visit) -> None:
    await visit.open()
    await visit.ask("Find all products")
    shown = visit.panel.locator("[data-slot=display-card]")
    await expect(shown).to_have_count(6, timeout=PATIENCE_MS)
    await visit.reads("The shop has 8")

    await visit.page.reload()

    await expect(shown).to_have_count(6, timeout=PATIENCE_MS)
    await shot(visit, "found-all")


async def test_an_order_is_created_only_after_its_preview_was_applied(visit: Visit) -> None:
    await visit.open()
    await visit.ask("Create an order for Bo Ek in Malmö: 2 Fjord mugs")
    await expect(card(visit)).to_have_attribute("data-state", "pending", timeout=PATIENCE_MS)
    await expect(card(visit)).to_contain_text("Place an order for Bo Ek in Malmö: 2 × Fjord mug, $36.00 in all.")
    await visit.page.goto(f"{visit.url}/orders")
    await expect(visit.page.get_by_text("Bo Ek")).to_have_count(0)
    await expect(card(visit)).to_have_attribute("data-state", "pending", timeout=PATIENCE_MS)
    await shot(visit, "preview")

    await visit.decide("Apply")

    await visit.reads("It waits to be shipped")
    await expect(card(visit)).to_have_attribute("data-state", "finished")
    await visit.page.goto(f"{visit.url}/orders")
    await expect(visit.page.get_by_role("row").filter(has_text="Bo Ek")).to_contain_text("2 × Fjord mug")
    await shot(visit, "created")


async def test_a_product_is_deleted_only_after_two_words(visit: Visit) -> None:
    await visit.go("/products")
    await visit.open()
    row = visit.page.get_by_role("row").filter(has_text="Walking stick")
    await visit.ask("Delete the product Walking stick")
    await expect(card(visit)).to_have_attribute("data-state", "pending", timeout=PATIENCE_MS)
    await expect(card(visit)).to_contain_text("May the assistant delete this?")
    await shot(visit, "delete-first")

    await visit.decide("Apply")

    await expect(card(visit)).to_have_attribute("data-state", "confirming", timeout=PATIENCE_MS)
    await expect(card(visit)).to_contain_text("really to be deleted")
    await visit.page.reload()
    await expect(row).to_have_count(1)
    await expect(card(visit)).to_have_attribute("data-state", "confirming", timeout=PATIENCE_MS)
    await shot(visit, "delete-second")

    await visit.decide("Yes, delete it")

    await visit.reads("WLK-08 is deleted")
    await visit.page.reload()
    await expect(row).to_have_count(0)
    await expect(card(visit)).to_have_attribute("data-state", "finished", timeout=PATIENCE_MS)
    await shot(visit, "deleted")


async def test_a_double_click_on_apply_deletes_nothing(visit: Visit) -> None:
    await visit.go("/products")
    await visit.open()
    await visit.ask("Delete the product Pine soap")
    await expect(card(visit)).to_have_attribute("data-state", "pending", timeout=PATIENCE_MS)
    apply = visit.panel.get_by_role("button", name="Apply", exact=True)
    box = await apply.bounding_box()
    assert box is not None
    middle = (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)

    await visit.page.mouse.click(*middle)
    await expect(card(visit)).to_have_attribute("data-state", "confirming", timeout=PATIENCE_MS)
    await visit.page.mouse.click(*middle)

    await expect(card(visit)).not_to_have_attribute("data-state", "running")
    await visit.page.reload()
    await expect(visit.page.get_by_role("row").filter(has_text="Pine soap")).to_have_count(1)
