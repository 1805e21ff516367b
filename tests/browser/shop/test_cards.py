"""Every card by asking the demo, and what a person does with it."""

from playwright.async_api import expect

from tests.browser.shop.visit import PATIENCE_MS, Visit


async def test_links_to_look_at_next_open_a_page_of_the_shop_beside_the_panel(visit: Visit) -> None:
    await visit.open()
    await visit.ask("What should I look at next?")
    links = visit.panel.locator("[data-slot=assisted-links] a")
    await expect(links.first).to_be_visible(timeout=PATIENCE_MS)
    assert await links.first.get_attribute("href") == f"{visit.url}/orders/1042"

    await links.first.click()

    await visit.page.wait_for_url("**/orders/1042")
    await expect(links.first).to_be_visible(timeout=PATIENCE_MS)
    await expect(visit.page.get_by_role("heading", name="Order 1042")).to_be_visible()


async def test_a_link_opened_in_a_new_tab_leaves_the_page_where_it_is(visit: Visit) -> None:
    await visit.open()
    await visit.ask("What should I look at next?")
    link = visit.panel.locator("[data-slot=assisted-links] a").first
    await expect(link).to_be_visible(timeout=PATIENCE_MS)

    async with visit.page.context.expect_page() as opened:
        await link.click(modifiers=["ControlOrMeta"])

    assert (await opened.value).url.endswith("/orders/1042")
    assert visit.page.url.endswith("/orders")


async def test_a_choice_waits_over_a_reload_then_only_the_pick_stands(visit: Visit) -> None:
    await visit.open()
    await visit.ask("Help me choose an order to ship")
    card = visit.panel.locator("[data-slot=assisted-choices]")
    await expect(card).to_have_attribute("data-state", "pending", timeout=PATIENCE_MS)
    await expect(card.get_by_role("button")).to_have_count(4)

    await visit.page.reload()
    await expect(card.get_by_role("button")).to_have_count(4, timeout=PATIENCE_MS)
    picked = card.get_by_role("button").last
    words = await picked.inner_text()
    await picked.focus()
    await visit.page.keyboard.press("Enter")

    await expect(card).to_have_attribute("data-state", "picked", timeout=PATIENCE_MS)
    await expect(card.get_by_role("button")).to_have_count(0)
    await expect(card).to_contain_text(words)
    await visit.reads("Done: I pressed Ship order")


async def test_a_message_instead_of_a_pick_is_said_on_the_card(visit: Visit) -> None:
    await visit.open()
    await visit.ask("Help me choose an order to ship")
    card = visit.panel.locator("[data-slot=assisted-choices]")
    await expect(card).to_have_attribute("data-state", "pending", timeout=PATIENCE_MS)

    await visit.ask("Count slowly")

    await expect(card).to_have_attribute("data-state", "undecided", timeout=PATIENCE_MS)
    await expect(card).to_contain_text("Not picked: you sent a message instead")


async def test_orders_are_laid_out_as_a_table(visit: Visit) -> None:
    await visit.open()

    await visit.ask("Show the waiting orders as a table")

    table = visit.panel.get_by_role("table", name="Waiting to ship")
    await expect(table.get_by_role("rowheader").first).to_be_visible(timeout=PATIENCE_MS)
    await expect(table.get_by_role("columnheader")).to_have_text(["Order", "Customer", "Placed", "Items", "Total"])


async def test_an_order_s_details_are_a_spec_sheet(visit: Visit) -> None:
    await visit.go("/settings")
    await visit.open()

    await visit.ask("Show the details of order 1040")

    sheet = visit.panel.locator("[data-slot=spec-sheet]")
    await expect(sheet).to_contain_text("Grace Hopper", timeout=PATIENCE_MS)
    await expect(sheet.get_by_role("term").first).to_have_text("Customer")


async def test_two_orders_are_compared_and_one_recommended_in_words(visit: Visit) -> None:
    await visit.open()

    await visit.ask("Compare orders 1038 and 1036")

    card = visit.panel.locator("[data-slot=comparison-card]")
    await expect(card.get_by_role("columnheader").first).to_contain_text("Recommended", timeout=PATIENCE_MS)
    await expect(card).to_contain_text("Recommended: Order 1038.")


async def test_orders_are_filtered_and_charted_by_the_page_s_own_forms(visit: Visit) -> None:
    await visit.open()

    await visit.ask("Show only the cancelled orders")
    await visit.page.wait_for_url("**status=cancelled**")
    await visit.reads("The page shows the cancelled orders now")
    await expect(visit.panel.get_by_role("button", name="Send")).to_be_visible(timeout=PATIENCE_MS)

    await visit.ask("Chart the orders by value")
    await visit.reads("It is drawn on the page")
