"""A message goes out, its answer streams in."""

import json
from urllib.parse import parse_qs

from playwright.async_api import expect

from app.testing.samples import CONVERSATION, Sample, asked
from tests.browser.panel.conftest import Panel
from tests.browser.panel.double import Double

SLOT = "turn_1_slot_0"


async def test_a_message_makes_a_conversation_carries_the_page_and_shows(panel: Panel, double: Double) -> None:
    question = Sample().says("Set it to EUR.")
    double.will_answer("POST messages", (202, double.message(question)))

    await panel.open()
    await panel.send("Set it to EUR.")

    await expect(panel.frame.locator("#message_1")).to_contain_text("Set it to EUR.")
    posted = double.requests("POST messages")[0]
    fields = {name: values[0] for name, values in parse_qs(posted.body).items()}
    assert posted.path == f"/assist/conversations/{CONVERSATION}/messages"
    assert posted.headers["Authorization"] == "Bearer token1"
    assert fields["text"] == "Set it to EUR."
    assert fields["tab"] == "t_aaaaaaaaaaaaaaaaaaaaaa"
    assert json.loads(fields["page"])["seq"] == 2
    assert len(fields["key"]) == 32
    assert await panel.heard("keep")
    await expect(panel.frame.locator("#text")).to_have_value("")


async def test_text_streams_into_its_slot_and_the_finished_block_takes_its_place(panel: Panel, double: Double) -> None:
    await panel.open(conversation=CONVERSATION)
    stream = await double.begun()
    sample = asked()
    double.play(stream, sample)

    stream.delta(SLOT, 0, "It is ")
    stream.delta(SLOT, 6, "**done")
    await expect(panel.frame.locator(f"#{SLOT}")).to_have_text("It is **done")
    double.play(stream, sample.writes("It is **done**."))

    await expect(panel.frame.locator("#block_3 strong")).to_have_text("done")
    await expect(panel.frame.locator("#turn_1_slot_1")).to_be_attached()
    assert stream.seen.headers["Authorization"] == "Bearer token1"
