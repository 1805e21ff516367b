"""A long conversation read: folded replies, copied code, thinking, what came while the reader was away, feedback."""

from msgspec.structs import replace
from playwright.async_api import expect

from app.testing.samples import CONVERSATION, Sample
from tests.browser.panel.conftest import Panel, eventually
from tests.browser.panel.double import PLAIN, TEMPLATES, Double

LONG = [f"Paragraph {number}, which is long enough to fill a line or two of the panel." for number in range(60)]


def told() -> Sample:
    return Sample().says("Tell me everything.").step().thinks(4.2, "It is much.").writes(*LONG).ends()


async def test_a_conversation_is_read(panel: Panel, double: Double) -> None:
    await panel.open(conversation=CONVERSATION)
    stream = await double.begun()
    frame = panel.frame
    double.play(stream, told())
    await expect(frame.locator(".block", has_text="Paragraph 59")).to_be_visible()
    await frame.get_by_text("Thought for 4 s").click()
    await expect(frame.get_by_text("It is much.")).to_be_visible()

    # The reader is further up when the next exchange comes: it is marked and counted, and nothing folds under them.
    await frame.evaluate("scroller.scrollTop = 0")
    await expect(frame.locator("#latest")).to_be_visible()
    further = told().says("And then?").step().writes("This:", "```python\nprint(1 < 2)\n```").ends()
    double.play(stream, further)
    await expect(frame.locator("#latest_count")).to_contain_text("1")
    await expect(frame.locator(".unread")).to_have_count(1)
    assert (await panel.heard("badge"))[-1]["unread"] == 1
    await expect(frame.locator(".block", has_text="Paragraph 59")).to_be_attached()

    await frame.locator("#latest").click()
    await expect(frame.locator("#latest_count")).to_be_hidden()
    await frame.get_by_role("button", name="Copy code").click()
    await expect(frame.get_by_role("button", name="Copied")).to_be_visible()
    await frame.locator("#text").press("Control+v")
    await expect(frame.locator("#text")).to_have_value("print(1 < 2)\n")
    await frame.get_by_role("button", name="Quote").last.click()
    await expect(frame.locator("#quote_text")).to_have_text("This:\n\nprint(1 < 2)")

    # At the end again, the long reply before the latest folds with the next thing that comes, and opens when asked to.
    double.play(stream, further.rates("up"))
    await expect(frame.locator(".block", has_text="Paragraph 59")).to_be_hidden()
    await expect(frame.locator(".thumb--given")).to_have_attribute("aria-pressed", "true")
    await frame.locator("#turn_1_foot").get_by_text("Show all").click()
    await expect(frame.locator(".block", has_text="Paragraph 59")).to_be_visible()


async def test_who_reads_at_the_end_stays_there_when_the_reply_before_folds(panel: Panel, double: Double) -> None:
    await panel.open(conversation=CONVERSATION)
    stream = await double.begun()
    double.play(stream, told())
    await expect(panel.frame.locator(".block", has_text="Paragraph 59")).to_be_in_viewport()

    double.play(stream, told().says("And then?").step().writes(*LONG[:2]).ends())

    await expect(panel.frame.locator(".block", has_text="Paragraph 59")).to_be_hidden()
    await expect(panel.frame.locator(".reply__buttons").last).to_be_in_viewport()
    await expect(panel.frame.locator("#latest")).to_be_hidden()


async def test_a_reply_that_is_one_long_block_folds_too(panel: Panel, double: Double) -> None:
    sample = Sample().says("Write it.").step().writes("```python\n" + "print(1)\n" * 200 + "```").ends()
    await panel.open(conversation=CONVERSATION)
    stream = await double.begun()
    double.play(stream, sample)
    await expect(panel.frame.locator(".code")).to_be_visible()

    double.play(stream, sample.says("And then?").step().writes("That was it.").ends())

    await expect(panel.frame.locator("#turn_1_foot").get_by_text("Show all")).to_be_visible()
    screen = await panel.frame.evaluate("innerHeight")
    assert await panel.frame.evaluate("document.querySelector('.turn').offsetHeight") < 1.2 * screen
    await panel.frame.locator("#turn_1_foot").get_by_text("Show all").click()
    assert await panel.frame.evaluate("document.querySelector('.turn').offsetHeight") > 2 * screen


async def test_feedback_is_sent_by_its_buttons_and_keeps_the_focus(panel: Panel, double: Double) -> None:
    await panel.open(conversation=CONVERSATION)
    stream = await double.begun()
    sample = Sample().says("Hello.").step().writes("Hello there.").ends()
    double.play(stream, sample)

    await panel.frame.get_by_role("button", name="Bad reply").press("Enter")
    await eventually(lambda: double.requests("POST feedback"))
    double.play(stream, sample.rates("down"))

    await expect(panel.frame.locator("#turn_1_down")).to_be_focused()
    assert "verdict=down" in double.requests("POST feedback")[0].body
    await panel.frame.get_by_text("Say why").click()
    await panel.frame.get_by_label("What you think of this reply").fill("Too short.")
    await panel.frame.locator(".reply__form").get_by_role("button", name="Send").click()
    await eventually(lambda: len(double.requests("POST feedback")) > 1)
    assert "word=Too+short." in double.requests("POST feedback")[1].body


async def test_a_picture_of_the_assistant_that_cannot_be_had_leaves_no_hole(panel: Panel, double: Double) -> None:
    double.dress = replace(PLAIN, avatar=TEMPLATES.fragment("avatar/picture", url="/assist/images/1.2"))

    await panel.open()

    await expect(panel.frame.locator("#header h1")).to_be_visible()
    await expect(panel.frame.locator("#header img")).to_have_count(0)
