"""The stream: how it comes back, with which token, and when it is left alone."""

import re
from datetime import UTC, datetime, timedelta

from playwright.async_api import expect

from app.samples.conversations import working
from app.testing.samples import CONVERSATION, asked, finished
from tests.browser.panel.conftest import Panel, eventually
from tests.browser.panel.double import FRAGMENTS, Double

STREAM = "GET stream"
BROKEN = (503, "<p id=broken>Bad gateway</p>")


async def test_a_lost_stream_comes_back_from_where_it_was(panel: Panel, double: Double) -> None:
    await panel.open(conversation=CONVERSATION)
    first = await double.begun()
    sample = asked()
    double.play(first, sample)
    await expect(panel.frame.locator("#turn_1")).to_be_attached()

    first.end()
    second = await double.stream()
    double.play(second, sample.writes("One."))

    await expect(panel.frame.locator("#block_3")).to_have_text("One.")
    assert second.seen.headers["Last-Event-ID"] == "2"
    assert await panel.frame.locator(".message").count() == 1


async def test_what_comes_twice_is_shown_once(panel: Panel, double: Double) -> None:
    await panel.open(conversation=CONVERSATION)
    stream = await double.begun()
    double.play(stream, finished())
    await expect(panel.frame.locator(".turn .block")).to_have_count(2)

    replay, double.thread = double.thread, type(double.thread)(CONVERSATION)
    double.play(stream, finished())
    stream.send(FRAGMENTS.problem(409, "Over."))

    await expect(panel.frame.locator("#problem")).to_have_text("Over.")
    assert double.thread.head == replay.head
    assert await panel.frame.locator(".message").count() == 1
    assert await panel.frame.locator(".turn .block").count() == 2


async def test_bye_brings_a_fresh_token_to_the_next_stream(panel: Panel, double: Double) -> None:
    await panel.open(conversation=CONVERSATION)
    first = await double.begun()

    first.send("expiring", event="bye")
    first.end()
    second = await double.stream()

    assert second.seen.headers["Authorization"] == "Bearer token2"
    assert second.seen.headers["Last-Event-ID"] == "0"


async def test_a_refused_token_is_renewed_at_once(panel: Panel, double: Double) -> None:
    double.will_answer(STREAM, (401, ""))
    await panel.open(conversation=CONVERSATION)

    stream = await double.begun()

    assert stream.seen.headers["Authorization"] == "Bearer token2"


async def test_the_first_connect_is_tried_again_and_no_error_page_is_drawn(panel: Panel, double: Double) -> None:
    double.will_answer(STREAM, BROKEN, BROKEN)
    await panel.open(conversation=CONVERSATION)

    double.play(await double.begun(), asked())

    await expect(panel.frame.locator("#turn_1")).to_be_attached()
    await expect(panel.frame.locator("#broken")).to_have_count(0)
    await expect(panel.frame.locator("#connection")).to_be_empty()
    assert len(double.requests(STREAM)) == 3


async def test_a_conversation_that_is_gone_is_forgotten(panel: Panel, double: Double) -> None:
    double.will_answer(STREAM, (404, ""))

    await panel.open(conversation=CONVERSATION)

    await expect(panel.frame.locator(".greeting")).to_be_visible()
    assert {"t": "keep", "state": {"conversation": None}} in await panel.heard("keep")


async def test_one_deleted_while_it_is_followed_makes_room_for_a_new_one(panel: Panel, double: Double) -> None:
    await panel.open(conversation=CONVERSATION)
    stream = await double.begun()
    double.play(stream, asked())
    await expect(panel.frame.locator("#turn_1")).to_be_attached()

    stream.send("gone", event="bye")
    stream.end()

    await expect(panel.frame.locator(".greeting")).to_be_visible()
    await expect(panel.frame.locator("#turn_1")).to_have_count(0)
    await expect(panel.frame.locator("#composer_action")).to_have_attribute("data-state", "idle")


async def test_streams_that_end_without_a_word_do_not_become_a_storm(panel: Panel, double: Double) -> None:
    login = (200, "<html><body>Sign in</body></html>")
    double.will_answer(STREAM, *[login] * 50)
    await panel.open()
    await panel.page.evaluate("say({t: 'focus'})")
    await panel.frame.evaluate("htmx.config.sse.reconnectDelay = 20")
    double.will_answer("POST messages", (202, ""))

    await panel.send("x")
    await expect(panel.frame.locator("#text")).to_have_value("")
    await panel.page.wait_for_timeout(1000)

    assert len(double.requests(STREAM)) < 8


async def test_a_stream_that_another_document_took_over_is_left_to_it(panel: Panel, double: Double) -> None:
    await panel.open(conversation=CONVERSATION)
    await panel.frame.evaluate("htmx.config.sse.reconnectDelay = 20")
    stream = await double.begun()

    stream.send("replaced", event="bye")
    stream.end()
    await panel.page.wait_for_timeout(500)

    assert len(double.requests(STREAM)) == 1


async def test_a_page_that_is_signed_out_is_told_so_and_may_sign_in_again(panel: Panel, double: Double) -> None:
    await panel.page.add_init_script("addEventListener('load', () => { answerTokens = false }, true)")
    await panel.open(conversation=CONVERSATION)
    await expect(panel.frame.locator("#connection")).to_contain_text("signed out")
    assert double.requests(STREAM) == []

    await panel.page.evaluate("answerTokens = true; giveToken()")
    await double.begun()

    await expect(panel.frame.locator("#connection")).to_be_empty()


async def test_a_token_is_renewed_before_it_runs_out(panel: Panel, double: Double) -> None:
    await panel.page.add_init_script("addEventListener('load', () => { expiresIn = 2 }, true)")
    await panel.open()
    await eventually(lambda: double.requests("PUT page"))

    assert await panel.heard("token?")


async def test_losing_the_network_is_said_until_it_is_back(panel: Panel, double: Double) -> None:
    await panel.open(conversation=CONVERSATION)
    first = await double.begun()
    await expect(panel.frame.locator("#connection")).to_be_empty()

    await panel.page.context.set_offline(True)
    first.send("on its way already", event="ping")
    await expect(panel.frame.locator("#connection")).to_contain_text("offline")
    await panel.page.context.set_offline(False)
    await double.begun()

    await expect(panel.frame.locator("#connection")).to_be_empty()


async def test_a_hidden_tab_lets_its_stream_go_and_catches_up_at_once_when_it_is_seen_again(
    panel: Panel, double: Double
) -> None:
    hide = "hidden => { Object.defineProperty(document, 'hidden', {configurable: true, get: () => hidden}) }"
    await panel.open(conversation=CONVERSATION)
    first = await double.begun()
    double.play(first, asked())
    await expect(panel.frame.locator("#turn_1")).to_be_attached()

    await panel.frame.evaluate(hide, True)
    await panel.frame.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    first.end()
    await panel.page.wait_for_timeout(300)
    assert len(double.requests(STREAM)) == 1
    await panel.frame.evaluate(hide, False)
    await panel.frame.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    second = await double.stream()
    double.play(second, finished())

    await expect(panel.frame.locator("#turn_1")).to_contain_text("Done")
    assert second.seen.headers["Last-Event-ID"] == "2"


async def test_a_stream_that_was_let_go_of_is_not_called_lost(panel: Panel, double: Double) -> None:
    """It takes a while to take it up again: that is connecting, and nothing was lost."""
    await panel.open(conversation=CONVERSATION)
    await double.begun()
    await expect(panel.frame.locator("#connection")).to_be_empty()

    await panel.frame.evaluate("stream._htmx.sse.config.reconnectDelay = 2500; stream._htmx.sse.reader.cancel()")

    await expect(panel.frame.locator("#connection")).to_have_text("Connecting…")
    await double.stream()
    await expect(panel.frame.locator("#connection")).to_be_empty()


async def test_a_server_that_restarts_is_said_to(panel: Panel, double: Double) -> None:
    await panel.open(conversation=CONVERSATION)
    first = await double.begun()

    double.will_answer(STREAM, (503, ""), (503, ""))
    first.send("closing", event="bye")
    first.end()

    await expect(panel.frame.locator("#connection")).to_contain_text("restarting")
    await double.begun()
    await expect(panel.frame.locator("#connection")).to_be_empty()


async def test_what_takes_long_says_for_how_long_and_goes_by_the_server_s_clock(panel: Panel, double: Double) -> None:
    await panel.page.add_init_script("const now = Date.now; Date.now = () => now() + 3_600_000")
    await panel.open(conversation=CONVERSATION)
    stream = await double.stream()
    double.thread = working().thread
    long_ago = datetime.now(UTC) - timedelta(seconds=75)
    since = re.compile(r'(?<=datetime=")[^"]+(?=" data-since)')

    stream.send(since.sub(f"{long_ago:%Y-%m-%dT%H:%M:%SZ}", FRAGMENTS.redraw(double.thread)), number=1)

    await expect(panel.frame.locator(".status--working")).to_be_visible()
    await expect(panel.frame.locator(".status__time")).to_have_text(re.compile(r"^01:(1[4-9]|2\d)$"))
    await expect(panel.frame.get_by_role("button", name="Stop")).to_be_visible()
