"""Asking first, further, over HTTP: the form of a call's arguments, approvals that stand, and the log of receipts."""

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager

import httpx
from bs4 import BeautifulSoup

from app.testing.people import Person, Stream
from tests.journeys.test_approvals import CANCEL, HTMX, JSON, asked, cards

TOOL = {
    "name": "archive_orders",
    "description": "Archive all orders placed before a day.",
    "parameters": {
        "type": "object",
        "properties": {"before": {"type": "string", "title": "Before", "minLength": 4}, "notify": {"type": "boolean"}},
        "required": ["before"],
    },
    "consequential": True,
}


@asynccontextmanager
async def archiving(who: Person) -> AsyncGenerator[tuple[str, Stream]]:
    """A held call of a tool: its path, and the stream that shows it."""
    conversation = await who.conversation()
    async with who.stream(conversation) as stream:
        await who.say(conversation, "archive", page=who.facts(tools=[TOOL]))
        await stream.until(lambda s: 'data-state="pending"' in s.html)
        opened = await who.http.get(f"/assist/conversations/{conversation}", headers=JSON)
        (call,) = opened.json()["calls"]
        yield f"/assist/calls/{call['id']}", stream


async def test_the_form_keeps_what_was_typed_and_says_at_each_control_what_is_wrong(alice: Person) -> None:
    async with archiving(alice) as (path, _):
        form = BeautifulSoup((await alice.http.get(f"{path}/arguments", headers=HTMX)).text, "html.parser")

        filled = {"asking": "1", "argument.before": "x<y", "argument.notify": "on"}
        refused = await alice.http.put(f"{path}/arguments", data=filled, headers=HTMX)

    assert [field["name"] for field in form.select("[name]")] == ["asking", "argument.before", "argument.notify"]
    soup = BeautifulSoup(refused.text, "html.parser")
    assert refused.status_code == 422
    assert soup.select('[name="argument.before"]')[0]["value"] == "x<y"
    assert [fault.get_text() for fault in soup.select(".control__fault")] == ["At least 4 characters."]


async def test_what_was_put_is_what_the_card_shows_in_every_browser_and_an_old_card_decides_nothing(
    alice: Person,
) -> None:
    async with archiving(alice) as (path, stream):
        filled = {"asking": "1", "argument.before": "2025", "argument.notify": "on"}
        taken = await alice.http.put(f"{path}/arguments", data=filled, headers=HTMX)
        stale = await alice.http.post(f"{path}/decision", data={"approved": "true", "asking": "1"}, headers=HTMX)
        await stream.until(lambda s: 'name="asking" value="2"' in s.html)
        look = (await alice.http.get(path, headers=JSON)).json()

    assert (taken.status_code, stale.status_code) == (200, 409)
    assert "2025" in cards(stale.text)[0].get_text()
    assert (look["status"], look["asking"]) == ("held", 2)
    assert look["arguments"] == {"before": "2025", "notify": True}


async def test_nobody_else_sees_or_changes_the_arguments(alice: Person, bob: Person) -> None:
    async with archiving(alice) as (path, _):
        answers = [
            await bob.http.get(path, headers=JSON),
            await bob.http.get(f"{path}/arguments", headers=JSON),
            await bob.http.put(f"{path}/arguments", json={"arguments": {}, "asking": 1}, headers=JSON),
            await bob.http.delete(f"{path}/standing", headers=JSON),
        ]

    assert [answer.status_code for answer in answers] == [404, 404, 404, 404]


async def test_odd_edits_are_told_so(alice: Person) -> None:
    async with archiving(alice) as (path, _):
        url = f"{path}/arguments"
        answers = [
            await alice.http.put(url, json={"arguments": {"before": "x"}, "asking": 1}, headers=JSON),
            await alice.http.put(url, json={"arguments": [], "asking": 1}, headers=JSON),
            await alice.http.put(url, data={"asking": "many"}, headers=HTMX),
            await alice.http.delete(f"{path}/standing", headers=JSON),
        ]

    assert [answer.status_code for answer in answers] == [422, 422, 422, 422]


async def test_a_workspace_that_allows_it_offers_to_approve_for_the_conversation_and_the_log_takes_it_back(
    alice: Person, host: httpx.AsyncClient
) -> None:
    await host.patch("/v1/workspace", json={"settings": {"standing_approvals": True}})
    async with asked(alice) as (_, path, stream):
        card = cards(stream.html)[0]
        decision = {"approved": "true", "asking": "1", "standing": "true"}
        receipt = await alice.http.post(path, data=decision, headers=HTMX)
        log = BeautifulSoup((await alice.http.get("/assist/activity", headers=HTMX)).text, "html.parser")
        url = str(log.select("[hx-delete]")[0]["hx-delete"])
        taken = await alice.http.delete(url, headers=HTMX)
    await host.patch("/v1/workspace", json={"settings": {"standing_approvals": False}})

    assert card.select('input[name="standing"]')
    assert "Approved for the rest of this conversation." in receipt.text
    assert "Ask me again" not in taken.text
    assert 'hx-target="#receipt_' in taken.text


async def test_the_activity_log_names_what_where_who_and_is_its_owner_s_alone(alice: Person, bob: Person) -> None:
    async with asked(alice) as (conversation, path, _):
        waiting = (await alice.http.get("/assist/activity", headers=JSON)).json()
        await alice.http.post(path, json={"approved": False}, headers=JSON)
        mine = (await alice.http.get("/assist/activity", headers=JSON)).json()
        theirs = (await bob.http.get("/assist/activity", headers=JSON)).json()
        odd = await alice.http.get("/assist/activity?before=yesterday", headers=JSON)

    latest = mine["items"][0]
    assert conversation not in [item["conversation"] for item in waiting["items"]]
    assert (latest["conversation"], latest["label"], latest["page"]) == (conversation, CANCEL["label"], "Orders")
    assert (latest["outcome"], latest["by"] is not None) == ("denied", True)
    assert conversation not in [item["conversation"] for item in theirs["items"]]
    assert odd.status_code == 422
