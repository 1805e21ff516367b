"""Writing and sending."""

from urllib.parse import parse_qs

import pytest
from playwright.async_api import Browser, expect

from app.contract.ids import UserId, WorkspaceId, seq_of
from app.contract.people import Conversation, Owner
from app.testing.samples import CONVERSATION, NOON, Sample, asked, finished, queueing
from app.web.histories import Reader
from tests.browser.panel.conftest import Panel, eventually
from tests.browser.panel.double import FRAGMENTS, HISTORIES, Double, Seen

MESSAGES = "POST messages"
COMPOSING = """([composing, code]) => {
    const how = {key: 'Enter', isComposing: composing, keyCode: code, bubbles: true, cancelable: true}
    const key = new KeyboardEvent('keydown', how)
    return document.getElementById('text').dispatchEvent(key)
}"""

HOLDS_ITS_HELLO_BACK = """
    document.addEventListener('load', (event) => {
        if (!event.isTrusted || event.target.id !== 'frame') return
        event.stopImmediatePropagation()
        const frame = event.target
        window.greet = () => void frame.dispatchEvent(new Event('load'))
    }, true)
"""


def field(seen: Seen, name: str) -> str:
    return parse_qs(seen.body)[name][0]


async def test_enter_sends_and_shift_enter_breaks_the_line(panel: Panel, double: Double) -> None:
    await panel.open()

    await panel.write("one")
    await panel.frame.locator("#text").press("Shift+Enter")
    await panel.frame.locator("#text").press_sequentially("two")
    await panel.frame.locator("#text").press("Enter")
    await eventually(lambda: double.requests(MESSAGES))

    assert field(double.requests(MESSAGES)[0], "text").replace("\r\n", "\n") == "one\ntwo"
    assert await panel.frame.evaluate("document.activeElement.id") == "text"


async def test_what_is_sent_before_the_page_says_hello_is_sent_behind_it(panel: Panel, double: Double) -> None:
    await panel.page.add_init_script(HOLDS_ITS_HELLO_BACK)
    await panel.page.goto(f"{double.host}/host")
    await panel.page.wait_for_function("'greet' in window")

    await panel.send("quick")
    await panel.page.wait_for_timeout(100)
    assert double.requests(MESSAGES) == []

    await panel.page.evaluate("greet()")
    await eventually(lambda: double.requests(MESSAGES))
    (sent,) = double.requests(MESSAGES)
    assert (field(sent, "text"), field(sent, "tab")) == ("quick", "t_aaaaaaaaaaaaaaaaaaaaaa")


@pytest.mark.parametrize(("composing", "code"), [(True, 13), (False, 229)])
async def test_enter_that_ends_a_composition_sends_nothing(
    panel: Panel, double: Double, composing: bool, code: int
) -> None:
    await panel.open()
    await panel.write("にほん")

    untouched = await panel.frame.evaluate(COMPOSING, [composing, code])

    await panel.page.wait_for_timeout(100)
    assert untouched
    assert double.requests(MESSAGES) == []


async def test_nothing_is_not_sent(panel: Panel, double: Double) -> None:
    await panel.open()

    await panel.send("  \n ")
    await panel.frame.locator("#composer_action button").click()
    await panel.page.wait_for_timeout(100)

    assert double.requests("POST conversations") == []


async def test_a_message_that_did_not_arrive_is_kept_and_sent_again_under_its_key(panel: Panel, double: Double) -> None:
    double.will_answer(MESSAGES, (502, "<h1>Bad gateway</h1>"))
    await panel.open()

    await panel.send("Set it to EUR.")
    await expect(panel.frame.locator("#problem")).to_contain_text("could not be reached")
    assert await panel.frame.locator("#text").input_value() == "Set it to EUR."
    await panel.frame.locator("#text").press("Enter")
    await eventually(lambda: len(double.requests(MESSAGES)) == 2)

    first, second = double.requests(MESSAGES)
    assert field(first, "key") == field(second, "key")
    await expect(panel.frame.locator("#problem")).to_be_empty()
    await expect(panel.frame.locator("#text")).to_have_value("")


async def test_the_next_message_has_a_key_of_its_own(panel: Panel, double: Double) -> None:
    await panel.open()

    await panel.send("again")
    await expect(panel.frame.locator("#text")).to_have_value("")
    await panel.send("again")
    await eventually(lambda: len(double.requests(MESSAGES)) == 2)

    first, second = double.requests(MESSAGES)
    assert field(first, "key") != field(second, "key")


async def test_a_refused_token_is_renewed_and_the_message_sent_once_more(panel: Panel, double: Double) -> None:
    double.will_answer(MESSAGES, (401, ""))
    await panel.open()

    await panel.send("x")
    await eventually(lambda: len(double.requests(MESSAGES)) == 2)

    first, second = double.requests(MESSAGES)
    assert (first.headers["Authorization"], second.headers["Authorization"]) == ("Bearer token1", "Bearer token2")
    assert field(first, "key") == field(second, "key")


async def test_the_server_s_own_words_are_shown_when_it_refuses(panel: Panel, double: Double) -> None:
    double.will_answer(MESSAGES, (422, FRAGMENTS.problem(422, "Say something shorter.")))
    await panel.open()

    await panel.send("x" * 100)

    await expect(panel.frame.get_by_role("alert")).to_have_text("Say something shorter.")
    await expect(panel.frame.locator("#text")).to_have_value("x" * 100)


async def test_while_a_turn_is_worked_on_a_message_asks_to_wait_and_stop_stops_it(panel: Panel, double: Double) -> None:
    await panel.open(conversation=CONVERSATION)
    double.play(await double.begun(), asked())
    await panel.frame.get_by_role("button", name="Stop").wait_for()

    await panel.send("And the name?")
    await eventually(lambda: double.requests(MESSAGES))
    await panel.frame.get_by_role("button", name="Stop").click()
    await eventually(lambda: double.requests(f"DELETE t_{CONVERSATION[2:]}_1"))

    assert field(double.requests(MESSAGES)[0], "queue") == "true"
    await expect(panel.frame.locator("#text")).to_have_value("")


async def test_what_waits_stands_above_the_composer_until_it_is_sent(panel: Panel, double: Double) -> None:
    await panel.open(conversation=CONVERSATION)
    stream = await double.begun()

    double.play(stream, queueing())
    waiting = panel.frame.locator("#queue li")
    await expect(waiting).to_have_count(2)
    await waiting.first.get_by_role("button", name="Remove").click()
    await eventually(lambda: double.requests(f"DELETE m_{CONVERSATION[2:]}_{seq_of(queueing().thread.queued[0].id)}"))
    await panel.frame.get_by_role("button", name="New conversation").click()

    await expect(panel.frame.locator("#queue")).to_be_hidden()


async def test_what_is_half_written_survives_the_page(panel: Panel) -> None:
    await panel.open()
    await panel.write("half a thou")
    await panel.page.wait_for_timeout(400)

    await panel.page.reload()
    await panel.page.wait_for_function("said.some(({t}) => t === 'ready')")

    await expect(panel.frame.locator("#text")).to_have_value("half a thou")


async def test_a_page_asks_and_leaves_the_person_s_own_words_alone(panel: Panel, double: Double) -> None:
    await panel.open()
    await panel.write("my own")

    await panel.say(t="ask", text="Explain this order")
    await eventually(lambda: double.requests(MESSAGES))

    assert field(double.requests(MESSAGES)[0], "text") == "Explain this order"
    await expect(panel.frame.locator("#text")).to_have_value("my own")


async def test_a_new_conversation_is_made_only_when_something_is_said(panel: Panel, double: Double) -> None:
    await panel.open(conversation=CONVERSATION)
    double.play(await double.begun(), finished())
    await panel.frame.locator("#turn_1").wait_for()

    await panel.frame.get_by_role("button", name="New conversation").click()

    await expect(panel.frame.locator(".greeting")).to_be_visible()
    assert double.requests("POST conversations") == []
    double.will_answer(MESSAGES, (202, double.message(Sample().says("Hello"))))
    await panel.send("Hello")
    await expect(panel.frame.locator("#message_1")).to_be_visible()
    assert len(double.requests("POST conversations")) == 1


async def test_the_history_tells_time_by_the_reader_s_clock(browser: Browser, double: Double) -> None:
    owner = Owner(WorkspaceId("ws_1"), UserId("alice"))
    earlier = Conversation(CONVERSATION, owner, 3, NOON, NOON, "Settings")
    double.will_answer("GET conversations", (200, HISTORIES.draw([earlier], Reader(NOON))))
    abroad = await browser.new_context(locale="en-GB", timezone_id="Asia/Tokyo")
    panel = Panel(await abroad.new_page(), double)
    await panel.open()

    await panel.frame.get_by_role("button", name="Conversations").click()

    told = panel.frame.locator("#history_panel time")
    await expect(told).to_have_text("21:00")
    await expect(told).to_have_attribute("datetime", "2026-11-30T12:00:00Z")
    await abroad.close()


async def test_an_earlier_conversation_is_opened_from_the_history(panel: Panel, double: Double) -> None:
    owner = Owner(WorkspaceId("ws_1"), UserId("alice"))
    earlier = Conversation(CONVERSATION, owner, 3, NOON, NOON, "Settings")
    double.will_answer("GET conversations", (200, HISTORIES.draw([earlier], Reader(NOON))))
    await panel.open()

    await panel.frame.get_by_role("button", name="Conversations").click()
    await panel.frame.get_by_role("button", name="Settings").click()
    double.thread = finished().thread
    stream = await double.begun()

    await expect(panel.frame.locator("#turn_1")).to_contain_text("Done")
    assert stream.seen.path.startswith(f"/assist/conversations/{CONVERSATION}/stream?tab=t_")
    assert "Last-Event-ID" not in stream.seen.headers
    assert await panel.frame.locator("#history_panel").is_hidden()


async def test_escape_gives_the_focus_back_and_the_shortcut_closes(panel: Panel) -> None:
    await panel.open()
    await panel.say(t="focus")
    await expect(panel.frame.locator("#text")).to_be_focused()

    await panel.frame.locator("#text").press("Escape")
    await panel.frame.locator("#text").press("Control+.")

    assert await panel.heard("escape")
    assert await panel.heard("close")
