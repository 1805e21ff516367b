"""Deltas: text, in order, once."""

import pytest
from playwright.async_api import expect

from app.testing.samples import CONVERSATION, asked
from tests.browser.panel.conftest import Panel
from tests.browser.panel.double import Double, Stream

SLOT = "turn_1_slot_0"


async def opened(panel: Panel, double: Double) -> Stream:
    await panel.open(conversation=CONVERSATION)
    stream = await double.begun()
    double.play(stream, asked())
    await expect(panel.frame.locator(f"#{SLOT}")).to_be_attached()
    return stream


async def exact(panel: Panel) -> str:
    return await panel.frame.evaluate("id => document.getElementById(id).textContent", SLOT)


async def test_what_overlaps_is_taken_once_and_what_leaves_a_gap_waits_for_the_block(
    panel: Panel, double: Double
) -> None:
    stream = await opened(panel, double)

    stream.delta(SLOT, 0, "One ")
    stream.delta(SLOT, 0, "One ")
    stream.delta(SLOT, 2, "e two")
    stream.delta(SLOT, 90, "lost")
    stream.delta("turn_9_slot_9", 0, "elsewhere")
    stream.delta(SLOT, 7, " three")

    await expect(panel.frame.locator(f"#{SLOT}")).to_have_text("One two three")


async def test_offsets_count_as_a_browser_s_strings_do(panel: Panel, double: Double) -> None:
    stream = await opened(panel, double)

    stream.delta(SLOT, 0, "👋 é")
    stream.delta(SLOT, 4, " done")

    await expect(panel.frame.locator(f"#{SLOT}")).to_have_text("👋 é done")


async def test_white_space_around_a_block_is_not_drawn_and_inside_is_kept(panel: Panel, double: Double) -> None:
    stream = await opened(panel, double)

    stream.delta(SLOT, 0, "\n\n")
    stream.delta(SLOT, 2, "a  b\n")
    stream.delta(SLOT, 7, "\n")
    stream.delta(SLOT, 8, " c\n\n")

    await expect(panel.frame.locator(f"#{SLOT}")).to_contain_text("c")
    assert await exact(panel) == "a  b\n\n c"


async def test_markup_in_a_delta_stays_text(panel: Panel, double: Double) -> None:
    stream = await opened(panel, double)

    stream.delta(SLOT, 0, '<img src=x onerror="top.hit=1"><hx-partial hx-target="#transcript">gone</hx-partial>')

    await expect(panel.frame.locator(f"#{SLOT}")).to_contain_text("<img src=x")
    assert await panel.frame.locator("#transcript img").count() == 0


async def test_a_step_that_begins_again_begins_its_text_again(panel: Panel, double: Double) -> None:
    stream = await opened(panel, double)
    stream.delta(SLOT, 0, "Half a sen")
    await expect(panel.frame.locator(f"#{SLOT}")).to_have_text("Half a sen")

    double.play(stream, asked().step(1))
    stream.delta(SLOT, 0, "A whole sentence.")

    await expect(panel.frame.locator(f"#{SLOT}")).to_have_text("A whole sentence.")


@pytest.mark.parametrize(
    ("first", "then"),
    [("It is **done**.", "Now I rest."), ("Passt **das** so?", "Dann ruhe ich."), ("هل **تم** ذلك؟", "الآن أستريح.")],
    ids=["en", "de", "ar"],
)
async def test_finished_sentences_are_read_out_once_each(panel: Panel, double: Double, first: str, then: str) -> None:
    stream, plain = await opened(panel, double), first.replace("*", "")
    said = panel.frame.locator("#announcer p")

    stream.delta(SLOT, 0, f"{first} {then[:4]}")
    await expect(said).to_have_text([plain])
    double.play(stream, asked().writes(f"{first} {then}"))
    await expect(said).to_have_text([plain, then])
    double.play(stream, asked().writes(f"{first} {then}", "Never streamed."))

    await expect(said).to_have_text([plain, then, "Never streamed."])
    assert await panel.frame.locator("#announcer").get_attribute("role") == "log"
    assert await panel.frame.locator("#transcript[aria-live], #transcript [aria-live]").count() == 0


@pytest.mark.parametrize(
    ("written", "read_out"),
    [
        ("I used `refund_order` twice.", "I used refund_order twice."),
        ("**Done:** _all_ of it, __really__.", "Done: all of it, really."),
        ("It was 5 > 3, 2 * 4 and ~7.", "It was 5 > 3, 2 * 4 and ~7."),
        ("Ticket #12 of C# is late.", "Ticket #12 of C# is late."),
        ("这是**重点**内容。", "这是重点内容。"),
        ("## Two orders\n\n", "Two orders"),
        ("> **It** is late.", "It is late."),
        ("- ~~One~~ two.", "One two."),
        ("| a_b | 12 |\n", "a_b 12"),
    ],
)
async def test_only_the_marks_of_markdown_are_not_read_out(
    panel: Panel, double: Double, written: str, read_out: str
) -> None:
    stream = await opened(panel, double)

    stream.delta(SLOT, 0, f"{written} And so on")

    await expect(panel.frame.locator("#announcer p")).to_have_text([read_out])
