"""Proposals arrive beside whatever conversation is open, and are decided where they stand."""

from playwright.async_api import expect

from app.samples.log import CONVERSATION
from app.samples.proposals import accepted, waiting
from app.web.inboxes import Inboxes
from tests.browser.panel.conftest import Panel, eventually
from tests.browser.panel.double import TEMPLATES, Double

INBOXES = Inboxes(TEMPLATES)
FIRST, SECOND = waiting(6), waiting(7, title="Remind Oskar Lind about order 1032")


async def test_a_tab_without_a_conversation_hears_of_proposals(panel: Panel, double: Double) -> None:
    await panel.open()
    stream = await double.inbox()

    stream.send(INBOXES.redraw([FIRST]))

    card = panel.frame.locator("[data-slot=proposal-card]")
    await expect(card).to_be_visible()
    await expect(card).to_contain_text(FIRST.change.title)
    await expect(panel.frame.locator("#inbox_count")).to_have_text("1 proposal waits for you")
    assert (await panel.heard("badge"))[-1]["waiting"]


async def test_a_tab_that_opens_a_conversation_hears_both_on_one_stream(panel: Panel, double: Double) -> None:
    await panel.open()
    await double.inbox()
    await panel.send("Hello")
    stream = await double.begun()

    stream.send(INBOXES.redraw([FIRST]))

    await expect(panel.frame.locator("#inbox_count")).to_have_text("1 proposal waits for you")
    assert double.inboxes.empty()
    assert double.streams.empty()


async def test_a_decision_is_sent_and_the_card_becomes_its_receipt(panel: Panel, double: Double) -> None:
    double.will_answer("POST decision", (200, INBOXES.changed(accepted(), [accepted(), SECOND])))
    await panel.open(conversation=CONVERSATION)
    stream = await double.begun()
    stream.send(INBOXES.redraw([FIRST, SECOND]))
    await panel.frame.locator("#inbox_count").click()

    await panel.frame.get_by_role("button", name="Accept").first.click()

    receipt = panel.frame.locator("[data-slot=proposal-card][data-state=accepted]")
    await expect(receipt).to_contain_text("Accepted")
    await expect(receipt).to_be_focused()
    await expect(panel.frame.locator("#inbox_count")).to_have_text("1 proposal waits for you")
    assert [seen.body for seen in double.requests("POST decision")] == ["accepted=true"]


async def test_a_closed_inbox_stays_closed_until_something_new_is_in_it(panel: Panel, double: Double) -> None:
    await panel.open()
    stream = await double.inbox()
    stream.send(INBOXES.redraw([FIRST]))
    inbox = panel.frame.locator("#inbox")
    await panel.frame.locator("#inbox_count").click()
    await expect(inbox).not_to_have_attribute("open", "")

    stream.send(INBOXES.redraw([FIRST]))
    await panel.page.wait_for_timeout(200)
    await expect(inbox).not_to_have_attribute("open", "")
    stream.send(INBOXES.redraw([SECOND, FIRST]))

    await expect(inbox).to_have_attribute("open", "")
    await expect(panel.frame.locator("#inbox_count")).to_have_text("2 proposals wait for you")


async def test_beside_a_conversation_the_inbox_says_what_waits_in_one_line(panel: Panel, double: Double) -> None:
    await panel.open(conversation=CONVERSATION)
    stream = await double.begun()
    inbox, count = panel.frame.locator("#inbox"), panel.frame.locator("#inbox_count")

    stream.send(INBOXES.redraw([FIRST]))
    await expect(count).to_have_text("1 proposal waits for you")
    stream.send(INBOXES.redraw([SECOND, FIRST]))
    await expect(count).to_have_text("2 proposals wait for you")

    await expect(inbox).not_to_have_attribute("open", "")
    await count.click()
    stream.send(INBOXES.redraw([FIRST]))
    await expect(count).to_have_text("1 proposal waits for you")
    await expect(inbox).to_have_attribute("open", "")


async def test_the_inbox_gives_the_room_to_what_is_said(panel: Panel, double: Double) -> None:
    await panel.open()
    (await double.inbox()).send(INBOXES.redraw([FIRST]))
    await expect(panel.frame.locator("#inbox")).to_have_attribute("open", "")

    await panel.send("Hello")

    await expect(panel.frame.locator("#inbox")).not_to_have_attribute("open", "")


async def test_what_arrives_takes_the_focus_from_nobody(panel: Panel, double: Double) -> None:
    await panel.open(conversation=CONVERSATION)
    stream = await double.begun()
    stream.send(INBOXES.redraw([FIRST]))
    await panel.frame.locator("#inbox_count").click()
    await panel.frame.get_by_role("button", name="Dismiss").focus()

    stream.send(INBOXES.redraw([SECOND, FIRST]))

    await expect(panel.frame.locator("[data-slot=proposal-card]")).to_have_count(2)
    focused = await panel.frame.evaluate("document.activeElement.closest('[data-slot=proposal-card]')?.id")
    assert focused == f"proposal_{FIRST.id[2:]}"


async def test_a_new_proposal_is_read_out_once(panel: Panel, double: Double) -> None:
    await panel.open(conversation=CONVERSATION)
    stream = await double.begun()
    for _ in range(2):
        stream.send(INBOXES.redraw([FIRST]))

    said = panel.frame.locator("#announcer p")
    await eventually(stream.frames.empty)
    await expect(said).to_have_text(["1 proposal waits for you", FIRST.change.title])
