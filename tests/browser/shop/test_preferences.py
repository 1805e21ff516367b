"""Every kind of control a page can have, filled by asking on the demo shop, and kept."""

from playwright.async_api import expect

from tests.browser.shop.visit import PATIENCE_MS, Visit

READ = """() => {
  const form = new FormData(document.querySelector("main form"));
  return Object.fromEntries([...new Set(form.keys())].map((name) => [name, form.getAll(name).join(" ")]));
}"""
WINTER = {
    "tagline": "Warm things for long nights",
    "accent": "#2a4d7a",
    "paper": "snow",
    "sorting": "value",
    "free_from": "120",
    "cutoff": "11:30",
    "closed_from": "2026-12-24",
    "zone": "Europe/London",
    "on_holiday": "on",
    "ships_to": "NO SE DE",
    "low_stock": "25",
    "carrier": "",
    "greeting": "Thank you!\nIt snows, so it may take a day more.",
    "signature": "Warmly, Northwind",
    "occasions": "order stock",
}


async def test_a_control_of_every_kind_is_filled_saved_and_kept(visit: Visit) -> None:
    await visit.go("/orders")
    await visit.open()

    await visit.ask("Set the shop up for winter")

    await expect(visit.transcript).to_contain_text("gifts are wrapped in snow", timeout=2 * PATIENCE_MS)
    await visit.page.reload()
    kept = await visit.page.evaluate(READ)
    assert {name: value.replace("\r\n", "\n") for name, value in kept.items()} == WINTER


async def test_a_password_is_pointed_out_and_left_alone(visit: Visit) -> None:
    await visit.go("/preferences")
    await visit.open()
    await visit.page.get_by_label("Carrier password").fill("hunter2")

    await visit.ask("Fill in the carrier password")

    await visit.reads("Filling it is yours")
    await expect(visit.page.get_by_label("Carrier password")).to_have_value("hunter2")
    await expect(visit.transcript).not_to_contain_text("hunter2")


async def test_the_paper_that_was_picked_looks_so_once_it_is_saved(visit: Visit) -> None:
    await visit.go("/preferences")
    papers = visit.page.get_by_role("group", name="Gift paper")
    pressed = papers.get_by_role("button", pressed=True)
    await papers.get_by_role("button", name="Berry").click()

    await visit.page.get_by_role("button", name="Save preferences").click()

    await expect(visit.page.get_by_text("The preferences are saved.")).to_be_visible()
    await expect(pressed).to_have_text(["Berry red"])
    assert (await visit.page.evaluate(READ))["paper"] == "berry"


async def test_a_paper_that_comes_back_with_the_page_is_the_one_that_is_sent(visit: Visit) -> None:
    """The page is morphed, so the control stays and is told by its attribute."""
    await visit.go("/preferences")
    papers = visit.page.get_by_role("group", name="Gift paper")
    await papers.get_by_role("button", name="Snow").click()

    await papers.evaluate("(papers) => papers.setAttribute('value', 'pine')")

    await expect(papers.get_by_role("button", pressed=True)).to_have_text(["Pine green"])
    assert (await visit.page.evaluate(READ))["paper"] == "pine"
