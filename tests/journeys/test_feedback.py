"""What a person thinks of a reply: given, replaced, taken back, and read by the host."""

import asyncio

import httpx
import pytest

from app.contract.ids import Json
from app.testing.people import Person

AS_JSON = {"Accept": "application/json"}


async def answered(who: Person) -> tuple[str, str]:
    """A conversation, and its turn, which is over."""
    conversation = await who.conversation()
    async with who.stream(conversation) as stream:
        turn: str = (await who.say(conversation, "hello")).json()["turn_id"]
        await stream.until(lambda s: "Good reply" in s.html)
    return conversation, turn


async def test_the_newest_feedback_stands_and_everybody_who_looks_sees_it(
    alice: Person, host: httpx.AsyncClient
) -> None:
    conversation, turn = await answered(alice)
    start = (await host.get("/v1/feedback")).json()["next"]
    async with alice.stream(conversation) as stream:
        up = await alice.http.post(f"/assist/turns/{turn}/feedback", data={"verdict": "up"})
        await alice.http.post(f"/assist/turns/{turn}/feedback", json={"verdict": "down", "word": " <b>No</b> "})
        await stream.until(lambda s: "You said: &lt;b&gt;No" in s.html)

    assert (up.status_code, up.text.count('aria-pressed="true"')) == (200, 1)
    assert "&lt;b&gt;No" in (await alice.http.get(f"/assist/conversations/{conversation}")).text
    transcript = (await host.get(f"/v1/conversations/{conversation}")).json()
    assert transcript["turns"][0]["feedback"] == {"verdict": "down", "word": "<b>No</b>"}
    page = (await host.get("/v1/feedback", params={"after": start})).json()
    assert [(turn, "down", "<b>No</b>", alice.user)] == [
        (each["turn_id"], each["verdict"], each["word"], each["external_user_id"]) for each in page["items"]
    ]
    assert (await host.get("/v1/feedback", params={"after": page["next"]})).json() == {
        "items": [],
        "next": page["next"],
    }


async def test_feedback_is_taken_back_and_the_host_hears_of_it(alice: Person, host: httpx.AsyncClient) -> None:
    conversation, turn = await answered(alice)
    start = (await host.get("/v1/feedback")).json()["next"]
    given = await alice.http.post(f"/assist/turns/{turn}/feedback", json={"verdict": "up"}, headers=AS_JSON)

    taken = [await alice.http.delete(f"/assist/turns/{turn}/feedback") for _ in range(2)]

    assert given.json() == {"verdict": "up", "word": ""}
    assert [200, 200] == [each.status_code for each in taken]
    assert 'aria-pressed="true"' not in taken[0].text
    assert (await host.get(f"/v1/conversations/{conversation}")).json()["turns"][0]["feedback"] is None
    page = (await host.get("/v1/feedback", params={"after": start})).json()
    assert [(turn, None)] == [(each["turn_id"], each["verdict"]) for each in page["items"]]


@pytest.mark.parametrize(
    ("body", "status"),
    [
        ({"verdict": "sideways"}, 422),
        ({}, 422),
        ({"verdict": None}, 422),
        ({"verdict": "up", "word": "w" * 1_001}, 422),
        ({"verdict": "up", "word": 7}, 422),
        ([], 422),
    ],
)
async def test_feedback_that_is_none_is_refused(alice: Person, body: Json, status: int) -> None:
    _, turn = await answered(alice)

    refused = await alice.http.post(f"/assist/turns/{turn}/feedback", json=body, headers=AS_JSON)

    assert (refused.status_code, refused.headers["content-type"]) == (status, "application/problem+json")


async def test_a_reply_that_is_being_written_can_not_be_judged_yet(alice: Person) -> None:
    conversation = await alice.conversation()
    async with alice.stream(conversation) as stream:
        turn = (await alice.say(conversation, "hang on")).json()["turn_id"]
        await stream.event("delta")

        refused = await alice.http.post(f"/assist/turns/{turn}/feedback", json={"verdict": "up"}, headers=AS_JSON)

        await alice.http.delete(f"/assist/turns/{turn}")
        await stream.until(lambda s: "You stopped this." in s.html)
    assert (refused.status_code, refused.json()["code"]) == (409, "conflict")


async def test_feedback_from_two_tabs_at_once_leaves_one_of_them(alice: Person, host: httpx.AsyncClient) -> None:
    conversation, turn = await answered(alice)
    bodies = [{"verdict": "up", "word": str(number)} for number in range(8)]

    await asyncio.gather(*(alice.http.post(f"/assist/turns/{turn}/feedback", json=body) for body in bodies))

    stands = (await host.get(f"/v1/conversations/{conversation}")).json()["turns"][0]["feedback"]
    found = (await host.get("/v1/feedback")).json()["items"]
    assert stands in bodies
    assert [stands["word"]] == [each["word"] for each in found if each["turn_id"] == turn]


@pytest.mark.parametrize("after", ["x", "-1", "1" * 40, "1.5"])
async def test_a_cursor_that_is_none_is_refused(host: httpx.AsyncClient, after: str) -> None:
    refused = await host.get("/v1/feedback", params={"after": after})

    assert (refused.status_code, refused.json()["code"]) == (422, "unacceptable")


async def test_a_reply_is_copied_as_the_model_wrote_it(alice: Person) -> None:
    _, turn = await answered(alice)

    copied = await alice.http.get(f"/assist/turns/{turn}/reply")

    assert (copied.headers["content-type"], copied.text) == (
        "text/markdown; charset=utf-8",
        "Hello there.\n\nAll is well.",
    )
