"""A message that points at something: the text it is about, kept with it, shown with it, given to the model as data."""

import json

import httpx
import pytest

from app.contract.ids import Json
from app.testing.people import Person

POINTED = {"text": "1042  Ada Lovelace", "page": "Orders", "path": "/orders"}


async def transcript(host: httpx.AsyncClient, conversation: str) -> list[dict[str, Json]]:
    return (await host.get(f"/v1/conversations/{conversation}")).json()["messages"]


async def test_a_quote_is_shown_read_and_saved_with_its_message(alice: Person, host: httpx.AsyncClient) -> None:
    conversation = await alice.conversation()
    async with alice.stream(conversation) as stream:
        await alice.say(conversation, "hello", quote=POINTED)
        await stream.until(lambda s: "All is well." in s.html)

    first = (await transcript(host, conversation))[0]
    saved = (await alice.http.get(f"/assist/conversations/{conversation}/transcript.md")).text
    assert first["quote"] == POINTED
    assert "From the page Orders" in stream.html
    assert "> > 1042  Ada Lovelace\n>\n> hello" in saved


async def test_a_form_sends_its_quote_as_json_and_a_waiting_message_keeps_it(
    alice: Person, host: httpx.AsyncClient
) -> None:
    conversation = await alice.conversation()
    form = {"text": "hello", "tab": alice.tab, "quote": json.dumps(POINTED), "queue": "true", "page": ""}
    async with alice.stream(conversation) as stream:
        await alice.say(conversation, "say the second thing")
        await alice.http.post(f"/assist/conversations/{conversation}/messages", data=form)
        await stream.until(lambda s: "All is well." in s.html)

    assert [line.get("quote") for line in await transcript(host, conversation) if line["role"] == "user"] == [
        None,
        POINTED,
    ]


async def test_a_reply_is_quoted_by_its_turn(alice: Person, host: httpx.AsyncClient) -> None:
    conversation, other = await alice.conversation(), await alice.conversation()
    turn = (await alice.say(conversation, "hello")).json()["turn_id"]
    async with alice.stream(conversation) as stream:
        await stream.until(lambda s: "All is well." in s.html)
        await alice.say(conversation, "hello", quote={"text": "All is well.", "turn": turn})

    astray = await alice.say(other, "hello", quote={"text": "All is well.", "turn": turn})

    quoted = [line["quote"] for line in await transcript(host, conversation) if line.get("quote")]
    assert quoted == [{"text": "All is well.", "turn": turn}]
    assert astray.status_code == 422


async def test_a_quote_is_cut_and_one_that_says_nothing_is_none(alice: Person, host: httpx.AsyncClient) -> None:
    long, empty = await alice.conversation(), await alice.conversation()

    await alice.say(long, "hello", quote={"text": "word " * 1000, "page": "\u202e" + "p" * 500})
    await alice.say(empty, "hello", quote={"text": " \u200b\n"})

    [cut] = [line["quote"] for line in await transcript(host, long) if line["role"] == "user"]
    assert (len(cut["text"]), len(cut["page"])) == (2000, 200)  # pyright: ignore[reportArgumentType, reportCallIssue, reportIndexIssue]
    assert (await transcript(host, empty))[0].get("quote") is None


@pytest.mark.parametrize("quote", ["x", 7, [], {}, {"text": 7}, {"text": "x", "turn": "t_1"}])
async def test_what_is_no_quote_is_refused(alice: Person, quote: Json) -> None:
    conversation = await alice.conversation()

    answer = await alice.say(conversation, "hello", quote=quote)

    assert answer.status_code == 422
