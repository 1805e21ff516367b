"""What a page may hold, and a browser send, that no form and no JSON was made for: it is taken, or refused in words."""

import json

import httpx
import pytest

from app.contract.ids import Json
from app.testing.people import Person

READABLE: Json = {"name": "Orders", "content": True}
HALF_AN_EMOJI = "Ship \ud83d"


async def read_call(who: Person, conversation: str) -> str:
    """The id of a call for the page's content, sent and not yet claimed."""
    async with who.stream(conversation) as stream:
        await who.say(conversation, "read the page", page=who.facts(page=READABLE))
        return json.loads((await stream.event("call")).data)["id"]


async def answer(who: Person, call: str, outcome: Json) -> httpx.Response:
    # As `JSON.stringify` writes it: half a surrogate pair is escaped.
    return await who.http.post(
        f"/assist/calls/{call}/answer", content=json.dumps(outcome), headers={"Content-Type": "application/json"}
    )


async def answer_read(host: httpx.AsyncClient, conversation: str) -> str:
    """What the model reads of the conversation's call."""
    return (await host.get(f"/v1/conversations/{conversation}")).json()["calls"][0]["answer"]


async def test_half_an_emoji_on_the_page_stops_no_message(alice: Person) -> None:
    conversation = await alice.conversation()
    facts = alice.facts(actions=[{"name": "ship_order", "label": HALF_AN_EMOJI}])

    sent = await alice.http.post(
        f"/assist/conversations/{conversation}/messages",
        data={"text": "hello", "tab": alice.tab, "page": json.dumps(facts)},
    )

    assert sent.status_code == 202
    note = (await alice.http.get(f"/assist/tabs/{alice.tab}/context")).json()["note"]
    assert "ship_order" in note


async def test_half_an_emoji_on_the_page_loses_no_answer(alice: Person, host: httpx.AsyncClient) -> None:
    conversation = await alice.conversation()
    call = await read_call(alice, conversation)

    taken = await answer(alice, call, {"outcome": "returned", "value": HALF_AN_EMOJI})

    assert taken.status_code == 204
    assert await answer_read(host, conversation) == "Ship \ufffd"


async def test_a_long_page_is_read_and_cut(alice: Person, host: httpx.AsyncClient) -> None:
    conversation = await alice.conversation()
    call = await read_call(alice, conversation)

    taken = await answer(alice, call, {"outcome": "returned", "value": "x" * 3_000_000})

    assert taken.status_code == 204
    assert "[Cut: the answer had 3,000,000 characters" in await answer_read(host, conversation)


async def test_facts_that_are_none_lose_no_answer(alice: Person, host: httpx.AsyncClient) -> None:
    conversation = await alice.conversation()
    call = await read_call(alice, conversation)

    taken = await answer(alice, call, {"outcome": "returned", "value": "All of it.", "page": {"seq": "none"}})

    assert taken.status_code == 204
    assert await answer_read(host, conversation) == "All of it."


async def test_the_largest_page_may_ride_along_in_a_form(alice: Person) -> None:
    conversation = await alice.conversation()
    actions = [{"name": "ship_order", "id": str(number), "label": "发货订单" * 20} for number in range(1_500)]
    page = json.dumps(alice.facts(actions=actions), ensure_ascii=False)
    assert 400 * 1024 < len(page.encode()) <= 512 * 1024

    sent = await alice.http.post(
        f"/assist/conversations/{conversation}/messages", data={"text": "hello", "tab": alice.tab, "page": page}
    )

    assert sent.status_code == 202


@pytest.mark.parametrize("page", ["[" * 100_000, "{", "NaN"])
async def test_a_page_in_a_form_that_is_no_json_is_malformed(alice: Person, page: str) -> None:
    conversation = await alice.conversation()

    refused = await alice.http.post(
        f"/assist/conversations/{conversation}/messages", data={"text": "hello", "tab": alice.tab, "page": page}
    )

    assert refused.status_code == 400
    assert refused.json()["code"] == "malformed"


async def test_a_form_that_is_no_text_is_malformed(alice: Person) -> None:
    conversation = await alice.conversation()

    refused = await alice.http.post(
        f"/assist/conversations/{conversation}/messages",
        content=b'--x\r\nContent-Disposition: form-data; name="text"\r\n\r\n\xff\r\n--x--\r\n',
        headers={"Content-Type": "multipart/form-data; boundary=x"},
    )

    assert refused.status_code == 400


async def test_a_key_as_long_as_a_book_is_unacceptable(alice: Person) -> None:
    conversation = await alice.conversation()

    assert (await alice.say(conversation, "hello", key="k" * 201)).status_code == 422


async def test_a_title_says_something_one_can_see(alice: Person) -> None:
    path = f"/assist/conversations/{await alice.conversation()}"

    unseen = await alice.http.patch(path, json={"title": " \u202e\u200b\x00 "})
    seen = await alice.http.patch(path, json={"title": "\u202eGreetings\x00\n again"})

    assert (unseen.status_code, seen.status_code) == (422, 204)


async def test_no_token_is_signed_that_would_be_refused(host: httpx.AsyncClient) -> None:
    many = [f"{number}-{'p' * 100}" for number in range(100)]

    refused = await host.post("/v1/embed-tokens", json={"externalUserId": "u_1", "permissions": many})

    assert refused.status_code == 422
