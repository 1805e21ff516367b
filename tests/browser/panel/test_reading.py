"""Reading along: the end is followed, never forced; folds and focus stay."""

from playwright.async_api import expect

from app.testing.samples import CONVERSATION, Sample, finished, working
from tests.browser.panel.conftest import Panel
from tests.browser.panel.double import Double

AT_THE_END = "(({scrollTop, clientHeight, scrollHeight}) => scrollHeight - scrollTop - clientHeight)(scroller)"
LONG = [f"Paragraph {number}, which is long enough to fill a line or two of the panel." for number in range(40)]


def long() -> Sample:
    return Sample().says("Tell me everything.").step().writes(*LONG)


async def test_who_reads_at_the_end_is_kept_there(panel: Panel, double: Double) -> None:
    await panel.open(conversation=CONVERSATION)
    stream = await double.begun()

    double.play(stream, long())
    await expect(panel.frame.locator("#transcript").get_by_text("Paragraph 39")).to_be_in_viewport()
    stream.delta("turn_1_slot_40", 0, "and on and on " * 80)

    await expect(panel.frame.locator("#turn_1_slot_40")).to_contain_text("on and on")
    assert await panel.frame.evaluate(AT_THE_END) < 2
    await expect(panel.frame.locator("#latest")).to_be_hidden()


async def test_who_reads_further_up_is_left_there_and_can_jump_to_the_latest(panel: Panel, double: Double) -> None:
    await panel.open(conversation=CONVERSATION)
    stream = await double.begun()
    double.play(stream, long())
    await expect(panel.frame.locator("#transcript").get_by_text("Paragraph 39")).to_be_in_viewport()

    await panel.frame.evaluate("scroller.scrollTop = 100")
    await panel.frame.locator("#latest").wait_for()
    double.play(stream, long().writes("The last word."))
    stream.delta("turn_1_slot_41", 0, "more " * 200)
    await expect(panel.frame.locator("#turn_1_slot_41")).to_contain_text("more")

    assert await panel.frame.evaluate("scroller.scrollTop") == 100
    await panel.frame.locator("#latest").click()
    await expect(panel.frame.locator("#latest")).to_be_hidden()
    assert await panel.frame.evaluate(AT_THE_END) < 2
    await expect(panel.frame.locator("#text")).to_be_focused()


async def test_who_moves_up_by_a_little_is_not_pulled_back(panel: Panel, double: Double) -> None:
    """A hand on a trackpad moves a few pixels at a time, and text comes more often than that."""
    await panel.open(conversation=CONVERSATION)
    stream = await double.begun()
    double.play(stream, long())
    await expect(panel.frame.locator("#transcript").get_by_text("Paragraph 39")).to_be_in_viewport()

    await panel.frame.evaluate("scroller.scrollTop -= 10")
    before = await panel.frame.evaluate("scroller.scrollTop")
    stream.delta("turn_1_slot_40", 0, "more " * 200)
    await expect(panel.frame.locator("#turn_1_slot_40")).to_contain_text("more")

    assert await panel.frame.evaluate("scroller.scrollTop") == before
    await expect(panel.frame.locator("#latest")).to_be_visible()


async def test_a_fold_that_was_opened_stays_open_while_its_calls_go_on(panel: Panel, double: Double) -> None:
    await panel.open(conversation=CONVERSATION)
    stream = await double.begun()
    double.play(stream, working())

    await panel.frame.locator("summary").click()
    double.play(stream, finished())

    await expect(panel.frame.locator(".activity")).to_have_attribute("data-state", "over")
    await expect(panel.frame.locator(".activity")).to_have_attribute("open", "")


async def test_the_focus_stays_where_it_is_while_text_comes(panel: Panel, double: Double) -> None:
    await panel.open(conversation=CONVERSATION)
    stream = await double.begun()
    await panel.say(t="focus")
    await panel.frame.locator("#text").press_sequentially("typ")

    double.play(stream, finished())
    await expect(panel.frame.locator("#turn_1")).to_contain_text("Done")
    await panel.frame.locator("#text").press_sequentially("ing")

    await expect(panel.frame.locator("#text")).to_have_value("typing")


async def test_stopping_by_keyboard_leaves_the_focus_in_the_composer(panel: Panel, double: Double) -> None:
    await panel.open(conversation=CONVERSATION)
    stream = await double.begun()
    double.play(stream, working())

    await panel.frame.get_by_role("button", name="Stop").press("Enter")
    double.play(stream, finished())

    await panel.frame.get_by_role("button", name="Send").wait_for()
    await expect(panel.frame.locator("#text")).to_be_focused()


async def test_a_narrow_panel_does_not_scroll_sideways(panel: Panel, double: Double) -> None:
    wide = (
        "| " + " | ".join(f"column {number}" for number in range(12)) + " |\n" + "|--" * 12 + "|\n" + "| x " * 12 + "|"
    )
    sample = Sample().says("w" * 300).step().writes(wide, "`" + "c" * 200 + "`", "```\n" + "long " * 60 + "\n```")
    sample.proposes("cancel_order", "action", {"id": "x" * 200}).holds("Cancel " + "y" * 190, id="1")
    await panel.page.set_viewport_size({"width": 320, "height": 640})
    await panel.open(conversation=CONVERSATION)
    await panel.page.evaluate("frame.style.width = '320px'")

    double.play(await double.begun(), sample)
    await expect(panel.frame.locator("[data-state=pending]")).to_be_visible()

    assert await panel.frame.evaluate("[document.documentElement, scroller].map((box) => box.scrollWidth)") == [
        320,
        320,
    ]
