"""Cards in the panel: a link is the page's to follow, a pick goes up once and keeps the focus in its card."""

from urllib.parse import parse_qs

from playwright.async_api import expect

from app.samples.cards import SHOP, choosing, linked, picked
from app.samples.log import CONVERSATION
from tests.browser.panel.conftest import Panel
from tests.browser.panel.double import FRAGMENTS, Double


async def test_a_link_is_handed_to_the_page(panel: Panel, double: Double) -> None:
    await panel.open(conversation=CONVERSATION)
    stream = await double.begun()
    double.play(stream, linked())

    await panel.frame.get_by_role("link", name="Order 1042").click()

    assert await panel.heard("go") == [{"t": "go", "url": f"{SHOP}/orders/1042"}]
    assert panel.page.url == f"{double.host}/host"


async def test_links_are_reached_in_their_order_by_keys(panel: Panel, double: Double) -> None:
    await panel.open(conversation=CONVERSATION)
    stream = await double.begun()
    double.play(stream, linked())
    await panel.frame.get_by_role("link", name="Order 1042").focus()

    await panel.page.keyboard.press("Tab")
    await panel.page.keyboard.press("Enter")

    assert [message["url"] for message in await panel.heard("go")] == [f"{SHOP}/orders?status=waiting&sort=oldest"]


async def test_a_pick_goes_up_and_the_focus_stays_in_the_card(panel: Panel, double: Double) -> None:
    state = next(iter(picked().thread.calls.values()))
    double.will_answer("POST pick", (200, FRAGMENTS.call(state)))
    await panel.open(conversation=CONVERSATION)
    stream = await double.begun()
    double.play(stream, choosing())
    card = panel.frame.locator("[data-slot=assisted-choices]")
    await card.get_by_role("button", name="Order 1039").focus()

    await panel.page.keyboard.press("Enter")

    await expect(card).to_have_attribute("data-state", "picked")
    await expect(card).to_be_focused()
    [sent] = double.requests("POST pick")
    assert parse_qs(sent.body) == {"option": ["Order 1039, the largest"]}


async def test_a_question_that_waits_marks_the_launcher(panel: Panel, double: Double) -> None:
    await panel.open(conversation=CONVERSATION)
    stream = await double.begun()

    double.play(stream, choosing())
    await expect(panel.frame.locator("[data-slot=assisted-choices]")).to_be_visible()

    assert (await panel.heard("badge"))[-1]["waiting"] is True
    double.play(stream, picked())
    await expect(panel.frame.locator("[data-slot=assisted-choices]")).to_have_attribute("data-state", "picked")
    assert (await panel.heard("badge"))[-1]["waiting"] is False


async def test_a_question_and_its_options_are_read_out(panel: Panel, double: Double) -> None:
    await panel.open(conversation=CONVERSATION)
    stream = await double.begun()

    double.play(stream, choosing())

    said = panel.frame.locator("#announcer")
    await expect(said).to_contain_text("Which order shall I ship first?")
    await expect(said).to_contain_text("Neither")
