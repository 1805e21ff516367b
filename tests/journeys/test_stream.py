"""The stream of contract section 8, read by a client that parses as a browser does."""

import asyncio
import json
from collections.abc import Callable

import pytest

from app.contract.ids import UserId
from app.testing.people import Person, Stream, person
from app.testing.running import Running
from app.testing.sse import SentEvent


def said(text: str) -> Callable[[Stream], bool]:
    """Whether a fragment with this text has come."""
    return lambda stream: text in stream.html


async def test_a_stream_without_a_cursor_begins_by_drawing_the_conversation(alice: Person) -> None:
    conversation = await alice.conversation()

    async with alice.stream(conversation) as stream:
        first = (await stream.until(lambda s: s.events)).events[0]

    assert stream.response.headers["content-type"].startswith("text/event-stream")
    assert stream.response.headers["cache-control"] == "no-store"
    assert (first.type, first.id) == ("message", "0")
    assert 'hx-target="#transcript"' in first.data


async def test_an_answer_arrives_as_deltas_then_as_its_blocks(alice: Person) -> None:
    conversation = await alice.conversation()

    async with alice.stream(conversation) as stream:
        assert (await alice.say(conversation, "hello")).status_code == 202
        await stream.until(said("<p>All is well.</p>"))

    deltas = [json.loads(event.data) for event in stream.of("delta")]
    assert deltas
    assert {"t", "o", "s"} == set(deltas[0])
    assert deltas[0]["o"] == 0
    numbers = [int(event.id) for event in stream.of("message")]
    assert numbers == sorted(numbers)


async def test_what_was_missed_arrives_once_and_in_order(alice: Person) -> None:
    conversation = await alice.conversation()
    async with alice.stream(conversation) as stream:
        await stream.until(lambda s: s.events)
        cursor = stream.last_id
    await alice.say(conversation, "hello")
    async with alice.stream(conversation, tab="t_other") as other:
        await other.until(said("All is well."))

    async with alice.stream(conversation, after=cursor) as resumed:
        await resumed.until(said("All is well."))
        await asyncio.sleep(0.2)

    numbers = [int(event.id) for event in resumed.of("message")]
    assert numbers == sorted(set(numbers))
    assert numbers[0] == int(cursor) + 1
    assert 'hx-target="#transcript"' not in resumed.html
    assert resumed.html.count("Hello there.") == 1


@pytest.mark.parametrize("cursor", ["garbage", "-1", "999999", "1e3", "%D9%A3", "9" * 400, "%20", ""])
async def test_a_cursor_that_cannot_be_ours_draws_everything_anew(alice: Person, cursor: str) -> None:
    conversation = await alice.conversation()

    async with alice.stream(conversation, tab=f"{alice.tab}&after={cursor}") as stream:
        await stream.until(lambda s: s.events)

    assert 'hx-target="#transcript"' in stream.html


async def test_a_reader_in_the_middle_gets_the_open_block_as_it_stands(alice: Person) -> None:
    conversation = await alice.conversation()
    async with alice.stream(conversation) as first:
        await alice.say(conversation, "hang")
        await first.event("delta")
        await asyncio.sleep(0.1)
        already = "".join(json.loads(event.data)["s"] for event in first.of("delta"))

    async with alice.stream(conversation) as second:
        standing = json.loads((await second.event("delta")).data)

    assert (standing["o"], standing["s"]) == (0, already)


async def test_a_call_goes_to_the_tab_that_asked_and_to_no_other(alice: Person) -> None:
    conversation = await alice.conversation()
    facts = alice.facts(actions=[{"name": "ship_order", "id": "1042", "label": "Ship order 1042"}])

    async with alice.stream(conversation) as mine, alice.stream(conversation, tab="t_other") as other:
        await alice.say(conversation, "ship 1042", page=facts)
        order = json.loads((await mine.event("call")).data)
        await other.until(said("I ship it."))
        await asyncio.sleep(0.1)

    assert (order["kind"], order["name"], order["target"], order["ring"]) == ("action", "ship_order", "1042", False)
    assert other.of("call") == []


async def test_an_unclaimed_call_is_sent_again_to_a_stream_that_opens_later(alice: Person) -> None:
    conversation = await alice.conversation()
    facts = alice.facts(actions=[{"name": "ship_order", "id": "1042", "label": "Ship order 1042"}])
    async with alice.stream(conversation) as mine:
        await alice.say(conversation, "ship 1042", page=facts)
        first = await mine.event("call")

    async with alice.stream(conversation) as reopened:
        again = await reopened.event("call")
        call = json.loads(again.data)["id"]
        claimed = await alice.http.post(f"/assist/calls/{call}/claim", json={"document": alice.document})
    async with alice.stream(conversation) as third:
        await third.until(lambda s: s.events)
        await asyncio.sleep(0.1)

    assert again.data == first.data
    assert claimed.status_code == 204
    assert third.of("call") == []


async def test_a_newer_stream_of_a_tab_ends_the_older_with_a_good_bye(alice: Person) -> None:
    conversation = await alice.conversation()

    async with alice.stream(conversation) as older:
        await older.until(lambda s: s.events)
        async with alice.stream(conversation) as newer:
            bye = await older.event("bye")
            await older.until(lambda s: s.over)
            await newer.until(lambda s: s.events)

            assert bye.data == "replaced"
            assert not newer.over


async def test_a_ninth_stream_of_one_user_is_refused(alice: Person, bob: Person) -> None:
    conversation = await alice.conversation()
    his = await bob.conversation()
    streams = [alice.stream(conversation, tab=f"t_{number}") for number in range(8)]
    opened = [await stream.__aenter__() for stream in streams]
    for stream in opened:
        await stream.until(lambda s: s.events)

    ninth = await alice.http.get(f"/assist/conversations/{conversation}/stream", params={"tab": "t_9"})
    async with bob.stream(his) as others:
        await others.until(lambda s: s.events)
    for stream in streams:
        await stream.__aexit__(None, None, None)

    assert (ninth.status_code, ninth.json()["code"]) == (429, "too_many")
    assert others.response.status_code == 200


async def test_nobody_follows_another_users_conversation(alice: Person, bob: Person) -> None:
    conversation = await alice.conversation()

    refused = await bob.http.get(f"/assist/conversations/{conversation}/stream", params={"tab": bob.tab})

    assert refused.status_code == 404
    assert refused.headers["content-type"] == "application/problem+json"


async def test_a_deleted_conversation_says_good_bye(alice: Person) -> None:
    conversation = await alice.conversation()

    async with alice.stream(conversation) as stream:
        await stream.until(lambda s: s.events)
        gone = await alice.http.delete(f"/assist/conversations/{conversation}")
        bye = await stream.event("bye")

    assert gone.status_code == 204
    assert bye.data == "gone"


async def test_a_stream_ends_before_its_token_runs_out(server: Running) -> None:
    token = server.parts.tokens.sign(server.made.workspace, UserId("short"), lifetime_seconds=2)
    async with person(server, "short", token=token) as short:
        conversation = await short.conversation()
        async with short.stream(conversation) as stream:
            bye = await stream.event("bye", seconds=3)

    assert bye == SentEvent("bye", "expiring", stream.last_id)
