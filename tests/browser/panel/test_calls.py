"""Calls go to the page once they are claimed; what the page lends and answers goes up."""

import json

from playwright.async_api import expect

from app.testing.samples import CONVERSATION, SAMPLES, asking
from tests.browser.panel.conftest import Panel, eventually
from tests.browser.panel.double import FRAGMENTS, Double

CALL: dict[str, object] = {"id": "k_1", "kind": "action", "name": "save", "target": None, "args": {}, "ring": False}
CLAIM, ANSWER, PAGE = "POST claim", "POST answer", "PUT page"


async def test_a_call_is_claimed_for_the_document_before_the_page_hears_of_it(panel: Panel, double: Double) -> None:
    await panel.open(conversation=CONVERSATION)
    stream = await double.begun()

    stream.send(json.dumps(CALL), event="call")
    stream.send(json.dumps(CALL), event="call")

    assert await panel.heard("call") == [{"t": "call", "call": CALL}]
    await panel.page.wait_for_timeout(200)
    assert [json.loads(seen.body) for seen in double.requests(CLAIM)] == [{"document": "d_1"}]
    assert len(await panel.heard("call")) == 1


async def test_a_call_another_document_claimed_is_dropped(panel: Panel, double: Double) -> None:
    double.will_answer(CLAIM, (409, ""))
    await panel.open(conversation=CONVERSATION)
    stream = await double.begun()

    stream.send(json.dumps(CALL), event="call")
    await eventually(lambda: double.requests(CLAIM))
    stream.send(json.dumps({**CALL, "id": "k_2"}), event="call")

    assert [each["call"]["id"] for each in await panel.heard("call")] == ["k_2"]


async def test_a_call_that_comes_before_the_page_is_known_is_claimed_once_it_is(panel: Panel, double: Double) -> None:
    """A document's stream may be quicker than its first announcement."""
    double.will_answer(CLAIM, (409, '{"code": "conflict"}'), (409, '{"code": "conflict"}'))
    await panel.open(conversation=CONVERSATION)
    stream = await double.begun()

    stream.send(json.dumps(CALL), event="call")

    assert await panel.heard("call") == [{"t": "call", "call": CALL}]
    assert len(double.requests(CLAIM)) == 3


async def test_a_long_answer_in_any_script_is_given(panel: Panel, double: Double) -> None:
    """Browsers count the bytes of what may outlive its page, and take 64 KiB of it."""
    await panel.open()

    await panel.say(t="answer", call="k_1", document="d_1", answer={"outcome": "returned", "value": "字" * 30_000})

    await eventually(lambda: double.requests(ANSWER))


async def test_an_answer_is_given_until_it_is_taken(panel: Panel, double: Double) -> None:
    double.will_answer(ANSWER, (503, ""), (502, ""))
    await panel.open()

    await panel.say(t="answer", call="k_1", document="d_1", answer={"outcome": "pressed", "page": None})
    await eventually(lambda: len(double.requests(ANSWER)) == 3)

    bodies = [json.loads(seen.body) for seen in double.requests(ANSWER)]
    assert bodies == [{"outcome": "pressed", "page": None, "document": "d_1"}] * 3


async def test_an_answer_that_is_refused_is_not_given_again(panel: Panel, double: Double) -> None:
    double.will_answer(ANSWER, (409, ""))
    await panel.open()

    await panel.say(t="answer", call="k_1", document="d_1", answer={"outcome": "pressed"})
    await eventually(lambda: double.requests(ANSWER))
    await panel.page.wait_for_timeout(900)

    assert len(double.requests(ANSWER)) == 1


async def test_the_page_is_announced_and_the_newest_facts_win(panel: Panel, double: Double) -> None:
    double.will_answer(PAGE, (503, ""))
    await panel.open()
    await eventually(lambda: double.requests(PAGE))

    news = [{"t": "page", "facts": {"document": "d_1", "seq": seq}} for seq in (2, 3, 4)]
    await panel.page.evaluate("news => news.forEach((each) => say(each))", news)
    await eventually(lambda: json.loads(double.requests(PAGE)[-1].body)["seq"] == 4)

    first = double.requests(PAGE)[0]
    assert first.path == "/assist/tabs/t_aaaaaaaaaaaaaaaaaaaaaa/page"
    assert first.headers["Authorization"] == "Bearer token1"
    assert len(double.requests(PAGE)) <= 3


async def test_a_document_that_leaves_says_so(panel: Panel, double: Double) -> None:
    await panel.open()
    await eventually(lambda: double.requests(PAGE))

    await panel.page.goto("about:blank")

    await eventually(lambda: double.requests("DELETE page"))
    assert double.requests("DELETE page")[0].path.endswith("/page?document=d_1")


async def test_a_decision_is_posted_and_the_receipt_takes_the_card_s_place_and_the_focus(
    panel: Panel, double: Double
) -> None:
    await panel.open(conversation=CONVERSATION)
    stream = await double.begun()
    double.play(stream, asking())

    await panel.frame.get_by_role("button", name="Approve").click()
    await eventually(lambda: double.requests("POST decision"))
    double.play(stream, SAMPLES["went_through"]())

    await expect(panel.frame.locator("[data-slot=approval-card]")).to_have_attribute("data-state", "finished")
    posted = double.requests("POST decision")[0]
    assert posted.path == f"/assist/calls/k_{CONVERSATION[2:]}_4/decision"
    assert posted.body == "asking=1&approved=true"
    assert await panel.frame.evaluate("document.activeElement.id") == "call_4"


async def test_the_launcher_knows_whether_the_person_is_waited_for(panel: Panel, double: Double) -> None:
    await panel.open(conversation=CONVERSATION)
    stream = await double.begun()

    double.play(stream, asking())
    await expect(panel.frame.locator("[data-state=pending]")).to_be_visible()
    double.play(stream, SAMPLES["went_through"]())
    await expect(panel.frame.locator("[data-state=finished]")).to_be_visible()

    badges = [(each["waiting"], each["working"]) for each in await panel.heard("badge")]
    assert badges[0] == badges[-1] == (False, False)
    assert (True, False) in badges
    assert (False, True) in badges


async def test_a_decision_that_comes_too_late_shows_the_card_as_it_is(panel: Panel, double: Double) -> None:
    decided = next(iter(SAMPLES["denied"]().thread.calls.values()))
    double.will_answer("POST decision", (409, FRAGMENTS.call(decided)))
    await panel.open(conversation=CONVERSATION)
    double.play(await double.begun(), asking())

    await panel.frame.get_by_role("button", name="Approve").click()

    await expect(panel.frame.locator("[data-slot=approval-card]")).to_have_attribute("data-state", "denied")
