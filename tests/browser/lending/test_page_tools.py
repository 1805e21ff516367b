"""What a page lends by forms, requests and scripts, called over the real server: each row of the tool answers."""

import json

import pytest
from playwright.async_api import expect

from tests.browser.lending.desk import PATIENCE_MS, Desk

HTMX = pytest.mark.parametrize("htmx", ["htmx2", "htmx4"])


async def test_execute_returns(desk: Desk) -> None:
    await desk.open("scripted")

    assert json.loads(await desk.call("count", word="seven")) == {"letters": 5, "word": "seven"}
    assert await desk.call("shout", word="ahoy") == "AHOY"
    assert json.loads(await desk.call("refuse_all")) == {"error": "Nothing is left."}


async def test_execute_throws(desk: Desk) -> None:
    await desk.open("scripted")

    assert json.loads(await desk.call("explode")) == {"error": "explode failed: The well is dry."}


async def test_arguments_rejected(desk: Desk) -> None:
    await desk.open("scripted")

    answer = json.loads(await desk.call("count", word="x", loud=True))

    assert answer["error"].startswith("count got arguments its parameters reject: ")
    assert "word" in answer["error"]


async def test_a_tool_that_asks_first_runs_on_approval_alone(desk: Desk) -> None:
    await desk.open("scripted")
    published = desk.page.locator("#published")
    lent = await desk.lent()
    assert lent["publish"]["description"] == "Publish the page. (asks first)"
    await desk.say("publish {}")

    assert await desk.held() == {"name": "publish", "label": "Publish the page."}
    assert await published.inner_text() == "0"
    await desk.decide("Approve")

    assert await desk.rests() == ["Published."]
    assert await published.inner_text() == "1"


async def test_declined(desk: Desk) -> None:
    await desk.open("scripted")
    await desk.say("publish {}")
    await desk.held()

    await desk.decide("Deny")

    assert await desk.rests() == ["The user declined publish. That is final: leave it unless they ask for it again."]
    assert await desk.page.locator("#published").inner_text() == "0"


async def test_tool_or_action_has_left(desk: Desk) -> None:
    await desk.open("scripted")

    first, second = await desk.answers("forget twice")

    assert first == "Forgotten."
    assert json.loads(second)["error"].startswith(
        "The page no longer offers forget.\n\n## The page the user has open: Scripted\n\nIts tools: count, "
    )
    assert "forget" not in await desk.lent()


@HTMX
async def test_a_form_is_filled_sent_and_answered_by_the_text_of_its_swap(desk: Desk, htmx: str) -> None:
    await desk.open(f"acts?htmx={htmx}")

    answer = await desk.call("echo", word="ahoy", loud=True, tag=["b"])

    assert answer == "word is ahoy\n\nloud is yes\n\ntag is b\n\nby is button"
    posted = dict(desk.host.posts)["/echo"]
    assert (posted["word"], posted["tag"]) == (["ahoy"], ["b"])


@HTMX
async def test_the_header_s_json_is_the_answer(desk: Desk, htmx: str) -> None:
    await desk.open(f"acts?htmx={htmx}")

    assert json.loads(await desk.call("answer")) == {"shown": 2}


@HTMX
async def test_a_json_body_is_the_answer(desk: Desk, htmx: str) -> None:
    await desk.open(f"acts?htmx={htmx}")

    assert json.loads(await desk.call("data")) == {"total": 3}


@HTMX
async def test_an_element_with_a_request_is_a_tool_without_arguments(desk: Desk, htmx: str) -> None:
    await desk.open(f"acts?htmx={htmx}")
    lent = await desk.lent()
    assert lent["look"]["input_schema"]["properties"] == {}

    assert await desk.call("look") == "It took a while."


@HTMX
async def test_a_form_that_listens_for_changes_makes_its_request_once(desk: Desk, htmx: str) -> None:
    await desk.open(f"acts?htmx={htmx}")

    assert await desk.call("live", state="shut") == "state is shut"

    assert [posted for path, posted in desk.host.posts if path == "/echo"] == [{"state": ["shut"]}]


@HTMX
async def test_a_failed_request_is_said_with_its_status_and_reason(desk: Desk, htmx: str) -> None:
    await desk.open(f"acts?htmx={htmx}")

    assert json.loads(await desk.call("refuse")) == {"error": "refuse failed: 409 Conflict"}


@HTMX
async def test_a_failed_press_is_said_with_its_status(desk: Desk, htmx: str) -> None:
    await desk.open(f"acts?htmx={htmx}")

    assert json.loads(await desk.call("failing")) == {"error": 'Pressed "Failing", but the page answered 500.'}


async def test_a_plain_form_takes_its_schema_from_its_controls(desk: Desk) -> None:
    await desk.open("plain")

    schema = (await desk.lent())["save"]["input_schema"]

    assert schema["properties"]["name"] == {"type": "string", "maxLength": 8, "description": "Name"}
    assert schema["properties"]["colour"]["enum"] == ["r", "g"]
    assert schema["properties"].keys() == {"name", "colour"}
    assert schema["required"] == ["name"]


async def test_a_plain_form_is_sent_and_answered_by_the_page_it_leads_to(desk: Desk) -> None:
    await desk.open("plain")

    answer = await desk.call("save", name="Ada", colour="g")

    sent = [posted for path, posted in desk.host.posts if path == "/save"]
    assert sent == [{"name": ["Ada"], "colour": ["g"]}]
    assert desk.page.url.endswith("/settings?saved=1")
    assert "Settings" in answer


async def test_a_plain_form_s_arguments_are_judged_before_anything_is_touched(desk: Desk) -> None:
    await desk.open("plain")

    answer = json.loads(await desk.call("save", name="Ada", colour="violet"))

    assert answer["error"].startswith("save got arguments its parameters reject: ")
    assert not [path for path, _ in desk.host.posts if path == "/save"]


async def test_a_plain_form_that_is_refused_says_status_and_reason(desk: Desk) -> None:
    await desk.open("plain")

    assert json.loads(await desk.call("fail")) == {"error": "fail failed: 409 Conflict"}


async def test_a_plain_form_that_asks_first_is_sent_once_approved(desk: Desk) -> None:
    await desk.open("plain")
    await desk.say("pay {}")
    assert await desk.held() == {"name": "pay", "label": "Pay the bill."}
    assert not [path for path, _ in desk.host.posts if path == "/save"]

    await desk.decide("Approve")

    await desk.rests()
    await expect(desk.panel.locator("[data-slot=approval-card]")).to_have_attribute(
        "data-state", "finished", timeout=PATIENCE_MS
    )
    assert len([path for path, _ in desk.host.posts if path == "/save"]) == 1
