"""A call that asks first, over HTTP: wherever it is looked at, the card shows it as it stands."""

import asyncio
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager

import pytest
from bs4 import BeautifulSoup, Tag

from app.testing.people import Person, Stream

CANCEL = {"name": "cancel_order", "id": "1042", "label": "Cancel order 1042", "consequential": "confirm"}
HTMX = {"HX-Request": "true", "Accept": "text/html"}
JSON = {"Accept": "application/json"}


@asynccontextmanager
async def asked(who: Person) -> AsyncGenerator[tuple[str, str, Stream]]:
    """A held call: its conversation, the path its decision is posted to, and the stream that shows it."""
    conversation = await who.conversation()
    async with who.stream(conversation) as stream:
        await who.say(conversation, "cancel 1042", page=who.facts(actions=[CANCEL]))
        await stream.until(lambda s: 'data-state="pending"' in s.html)
        opened = await who.http.get(f"/assist/conversations/{conversation}", headers=JSON)
        (call,) = opened.raise_for_status().json()["calls"]
        yield conversation, f"/assist/calls/{call['id']}/decision", stream


def cards(html: str) -> list[Tag]:
    return list(BeautifulSoup(html, "html.parser").select('[data-slot="approval-card"]'))


async def test_the_card_shows_label_place_and_both_buttons(alice: Person) -> None:
    async with asked(alice) as (_, _, stream):
        card = cards(stream.html)[0]

    assert "Cancel order 1042" in card.get_text()
    assert "On the page Orders" in card.get_text()
    assert [button.get_text() for button in card.select("button")] == ["Approve", "Deny"]


async def test_a_second_browser_shows_the_same_card_and_the_same_receipt(alice: Person) -> None:
    async with asked(alice) as (conversation, path, stream), alice.stream(conversation, tab="t_other") as other:
        await other.until(lambda s: 'data-state="pending"' in s.html)

        await alice.http.post(path, json={"approved": False}, headers=JSON)

        for each in (stream, other):
            await each.until(lambda s: 'data-state="denied"' in s.html)


async def test_an_answered_card_never_comes_back_as_a_question(alice: Person) -> None:
    async with asked(alice) as (conversation, path, stream):
        await alice.http.post(path, json={"approved": False}, headers=JSON)
        await stream.until(lambda s: "So be it." in s.html)

    async with alice.stream(conversation) as anew:
        await anew.until(lambda s: cards(s.html))
    drawn = (await alice.http.get(f"/assist/conversations/{conversation}", headers=HTMX)).text
    for html in (anew.html, drawn):
        (card,) = cards(html)
        assert card["data-state"] == "denied"
        assert not card.select("button, form")


@pytest.mark.parametrize("approved", ["true", "false"])
async def test_of_many_decisions_at_once_one_is_taken_and_the_others_get_the_card(alice: Person, approved: str) -> None:
    async with asked(alice) as (_, path, _):
        answers = await asyncio.gather(
            *(alice.http.post(path, data={"approved": approved}, headers=HTMX) for _ in range(32))
        )

    assert sorted(answer.status_code for answer in answers) == [200, *[409] * 31]
    assert all(card["data-state"] != "pending" for answer in answers for card in cards(answer.text))


async def test_a_decision_after_a_message_answers_410_with_not_decided(alice: Person) -> None:
    async with asked(alice) as (conversation, path, stream):
        await alice.say(conversation, "hello")
        await stream.until(lambda s: "All is well." in s.html)

        late = await alice.http.post(path, data={"approved": "true"}, headers=HTMX)

    (card,) = cards(late.text)
    assert (late.status_code, card["data-state"]) == (410, "undecided")
    assert "Not decided" in card.get_text()


async def test_another_user_decides_nothing(alice: Person, bob: Person) -> None:
    async with asked(alice) as (_, path, _):
        refused = await bob.http.post(path, json={"approved": True}, headers=JSON)
        taken = await alice.http.post(path, json={"approved": False}, headers=JSON)

    assert (refused.status_code, taken.status_code) == (404, 200)
