"""A person asks, and the assistant works the page: the journeys the product exists for, on the demo shop."""

import pytest
from playwright.async_api import BrowserContext, Page, expect

from tests.browser.shop.visit import PATIENCE_MS, Visit


async def test_the_currency_is_filled_saved_and_said(visit: Visit) -> None:
    await visit.go("/settings")
    await visit.open()

    await visit.ask("Set the currency to GBP and save it")

    await visit.reads("it is saved")
    await visit.page.reload()
    await expect(visit.page.get_by_label("Currency")).to_have_value("GBP")


async def test_an_order_is_shipped_and_its_row_says_so(visit: Visit) -> None:
    await visit.open()
    await expect(visit.order(1041)).to_contain_text("Waiting to ship")

    await visit.ask("Ship order 1041")

    await expect(visit.order(1041)).to_contain_text("Shipped", timeout=PATIENCE_MS)
    await visit.reads("Pressed “Ship order 1041”")


async def test_a_cancellation_waits_for_approval_and_then_happens(visit: Visit) -> None:
    await visit.open()
    await visit.ask("Cancel order 1039")
    card = visit.panel.locator("[data-slot=approval-card]")
    await expect(card).to_have_attribute("data-state", "pending", timeout=PATIENCE_MS)
    await expect(card).to_contain_text("Cancel order 1039")
    await expect(visit.order(1039)).to_contain_text("Waiting to ship")

    await visit.decide("Approve")

    await expect(card).to_have_attribute("data-state", "finished", timeout=PATIENCE_MS)
    await expect(card).to_contain_text("Finished")
    await expect(visit.order(1039)).to_contain_text("Cancelled")


async def test_a_denied_cancellation_touches_nothing_and_leaves_its_receipt(visit: Visit) -> None:
    await visit.open()
    await visit.ask("Cancel order 1037")
    card = visit.panel.locator("[data-slot=approval-card]")
    await expect(card).to_have_attribute("data-state", "pending", timeout=PATIENCE_MS)

    await visit.decide("Deny")

    await expect(card).to_have_attribute("data-state", "denied", timeout=PATIENCE_MS)
    await visit.page.reload()
    await expect(card).to_contain_text("Denied", timeout=PATIENCE_MS)
    await expect(visit.order(1037)).to_contain_text("Waiting to ship")


async def test_what_is_the_users_to_press_is_only_rung(visit: Visit) -> None:
    await visit.go("/products")
    await visit.open()

    await visit.ask("Take the Fjord mug off sale")

    await visit.reads("Pressing it is yours")
    await expect(visit.page.get_by_role("row").filter(has_text="Fjord mug")).to_contain_text("Take off sale")


async def test_an_order_is_opened_by_a_full_load_in_the_middle_of_a_turn(visit: Visit) -> None:
    await visit.open()

    await visit.ask("Open order 1041")

    await visit.page.wait_for_url("**/orders/1041")
    await visit.reads("1041")
    await expect(visit.panel.get_by_role("button", name="Send")).to_be_visible(timeout=PATIENCE_MS)


async def test_work_on_another_page_begins_by_going_there(visit: Visit) -> None:
    await visit.open()

    await visit.ask("Set the currency to EUR and save it")

    await visit.reads("it is saved")
    assert visit.page.url.endswith("/settings")


async def test_a_reload_in_the_middle_of_an_answer_loses_and_doubles_nothing(visit: Visit) -> None:
    await visit.open()
    await visit.ask("Write a long answer")
    await expect(visit.transcript.locator(".prose").first).to_be_visible(timeout=PATIENCE_MS)

    await visit.page.reload()

    await visit.rests()
    followed = _said(await visit.transcript.inner_text())
    await visit.page.reload()
    await visit.rests()
    assert _said(await visit.transcript.inner_text()) == followed
    assert len(followed) > 4_000
    assert followed.count("Write a long answer") == 1


async def test_stop_keeps_what_was_written_and_says_so(visit: Visit) -> None:
    await visit.open()
    await visit.ask("Count slowly")
    await visit.reads("One more.")

    await visit.panel.get_by_role("button", name="Stop").click()

    await expect(visit.panel.get_by_role("button", name="Send")).to_be_visible(timeout=PATIENCE_MS)
    await visit.reads("One more.")
    await visit.reads("topped")


async def test_of_two_tabs_one_is_worked_and_both_show_the_conversation(visit: Visit, shop_url: str) -> None:
    await visit.open()
    await visit.ask("What needs shipping?")
    await visit.reads("Waiting to ship")
    await expect(visit.panel.get_by_role("button", name="Send")).to_be_visible(timeout=PATIENCE_MS)
    other = Visit(await _duplicate(visit.page.context, visit), shop_url)

    await visit.ask("Ship order 1032")

    await expect(visit.order(1032)).to_contain_text("Shipped", timeout=PATIENCE_MS)
    await other.reads("Pressed “Ship order 1032”")


async def test_a_dialog_introduces_itself_and_the_panel_works_beside_it(visit: Visit) -> None:
    await visit.open()
    await visit.page.get_by_role("link", name="New order").click()
    await expect(visit.page.get_by_role("dialog")).to_be_visible()

    await visit.composer.click()
    await visit.ask("New order for Bo Ek in Malmö: 2 Fjord mug")

    await expect(visit.page.get_by_role("main")).to_contain_text("Bo Ek, Malmö", timeout=PATIENCE_MS)
    await visit.reads("Pressed “Place order”")


async def test_on_a_phone_the_panel_is_a_sheet_that_works_the_page_above_it(visit: Visit) -> None:
    await visit.page.set_viewport_size({"width": 390, "height": 800})
    await visit.page.emulate_media(color_scheme="dark")
    await visit.go("/settings")
    await visit.open()

    await visit.ask("Set the shop name to Northwind Traders and save it")

    await visit.reads("Northwind Traders")
    dock = await visit.page.locator("assist-dock").bounding_box()
    assert dock is not None
    assert (dock["x"], dock["width"]) == (0, 390)
    assert dock["y"] > 100
    assert await visit.page.evaluate("document.documentElement.scrollWidth") == 390


async def _duplicate(context: BrowserContext, visit: Visit) -> Page:
    """Another tab of the same conversation: what a browser's Duplicate makes, session storage and all."""
    other = await context.new_page()
    stored = await visit.page.evaluate("() => JSON.stringify({...sessionStorage})")
    await other.add_init_script(
        f"if (!sessionStorage.length) for (const [k, v] of Object.entries({stored})) sessionStorage.setItem(k, v)"
    )
    await other.goto(visit.page.url)
    return other


@pytest.mark.parametrize(("width", "height"), [(1000, 700), (390, 844)])
async def test_the_shop_s_dialog_stands_in_the_room_the_assistant_leaves(visit: Visit, width: int, height: int) -> None:
    await visit.page.set_viewport_size({"width": width, "height": height})
    await visit.open()

    await visit.page.get_by_role("link", name="New order").click()

    dialog = await visit.page.get_by_role("dialog").bounding_box()
    dock = await visit.page.locator("assist-dock").bounding_box()
    assert dialog
    assert dock
    assert dialog["x"] + dialog["width"] <= dock["x"] or dialog["y"] + dialog["height"] <= dock["y"]


async def test_the_shop_fits_a_window_of_320_pixels(visit: Visit) -> None:
    await visit.page.set_viewport_size({"width": 320, "height": 640})
    widths: dict[str, int] = {}

    for path in ("/", "/orders/1042", "/products", "/settings", "/orders/new"):
        await visit.go(path)
        widths[path] = await visit.page.evaluate("document.documentElement.scrollWidth")

    assert set(widths.values()) == {320}


async def test_while_it_waits_for_the_person_the_tab_s_title_says_so(visit: Visit) -> None:
    plain = await visit.page.title()
    await visit.open()
    await visit.ask("Cancel order 1042")

    await expect(visit.page).to_have_title(f"● {plain}", timeout=PATIENCE_MS)
    await visit.page.evaluate("document.title = 'Renamed by the page'")
    await expect(visit.page).to_have_title("● Renamed by the page")
    await visit.page.evaluate("title => (document.title = title)", plain)
    await visit.decide("Deny")

    await expect(visit.page).to_have_title(plain, timeout=PATIENCE_MS)


def _said(transcript: str) -> str:
    """Without the line above what came while nobody looked, which a reload takes away."""
    return "\n".join(line for line in transcript.splitlines() if line.strip() not in {"", "New"})
