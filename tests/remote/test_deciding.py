"""A person decides on a remote change over HTTP: by the card's form or as JSON, once, and twice for a deletion."""

from collections.abc import AsyncIterator
from typing import Any

import httpx
import pytest

from app.testing.people import Person, person
from app.testing.running import Running
from tests.remote.host import SECRET, Host

HTMX = {"HX-Request": "true", "Accept": "text/html"}
JSON = {"Accept": "application/json"}


@pytest.fixture
async def alice(server: Running, owner: httpx.AsyncClient, free: Host) -> AsyncIterator[Person]:
    """Alice, in a workspace that has connected a host."""
    made = await owner.post("/v1/integrations/shop/connect", json={"base_url": free.url, "secret": SECRET})
    assert made.status_code == 201
    async with person(server, "alice") as alice:
        yield alice


async def held(alice: Person, owner: httpx.AsyncClient, words: str) -> str:
    """Say something, and wait for the call that asks. Returns its id."""
    conversation = await alice.conversation()
    async with alice.stream(conversation) as stream:
        await alice.say(conversation, words, page=alice.facts())
        await stream.until(lambda stream: 'data-state="pending"' in stream.html)
    [call] = (await transcript(owner, conversation))["calls"]
    assert call["status"] == "held"
    return call["id"]


async def transcript(owner: httpx.AsyncClient, conversation: str) -> dict[str, Any]:
    return (await owner.get(f"/v1/conversations/{conversation}")).json()


async def decide(person: Person, call: str, headers: dict[str, str], **form: str) -> httpx.Response:
    return await person.http.post(f"/assist/calls/{call}/decision", data=form, headers=headers)


async def test_apply_on_a_preview_runs_it(alice: Person, owner: httpx.AsyncClient, free: Host) -> None:
    call = await held(alice, owner, "create a task")

    answer = await decide(alice, call, HTMX, approved="true")

    assert answer.status_code == 200
    assert "Approved, running" in answer.text
    again = await decide(alice, call, HTMX, approved="true")
    assert again.status_code == 409
    assert "Apply" not in again.text


async def test_the_first_word_answers_with_the_second_question(
    alice: Person, owner: httpx.AsyncClient, free: Host
) -> None:
    call = await held(alice, owner, "delete the task")

    answer = await decide(alice, call, HTMX, approved="true")

    assert answer.status_code == 200
    assert 'data-state="confirming"' in answer.text
    assert free.executed == []


async def test_a_confirmation_out_of_turn_is_a_conflict_with_the_card_as_it_is(
    alice: Person, owner: httpx.AsyncClient, free: Host
) -> None:
    call = await held(alice, owner, "delete the task")

    early = await decide(alice, call, HTMX, approved="true", confirmed="true")
    assert early.status_code == 409
    assert 'data-state="pending"' in early.text

    await decide(alice, call, HTMX, approved="true")
    repeated = await decide(alice, call, HTMX, approved="true")
    assert repeated.status_code == 409
    assert 'data-state="confirming"' in repeated.text
    assert free.executed == []


async def test_as_json_the_two_steps_tell_their_statuses(alice: Person, owner: httpx.AsyncClient, free: Host) -> None:
    call = await held(alice, owner, "delete the task")
    url = f"/assist/calls/{call}/decision"

    first = await alice.http.post(url, json={"approved": True}, headers=JSON)
    second = await alice.http.post(url, json={"approved": True, "confirmed": True}, headers=JSON)
    third = await alice.http.post(url, json={"approved": True, "confirmed": True}, headers=JSON)

    assert first.json() == {"id": call, "status": "confirming"}
    assert second.json() == {"id": call, "status": "running"}
    assert third.status_code == 409
    assert third.json()["code"] == "already_decided"


async def test_another_user_can_take_neither_step(
    alice: Person, owner: httpx.AsyncClient, server: Running, free: Host
) -> None:
    call = await held(alice, owner, "delete the task")
    async with person(server, "bob") as bob:
        assert (await decide(bob, call, JSON, approved="true")).status_code == 404
        await decide(alice, call, HTMX, approved="true")
        assert (await decide(bob, call, JSON, approved="true", confirmed="true")).status_code == 404
    assert free.executed == []


async def test_the_transcript_says_that_a_deletion_waits_for_its_second_word(
    alice: Person, owner: httpx.AsyncClient
) -> None:
    conversation = await alice.conversation()
    async with alice.stream(conversation) as stream:
        await alice.say(conversation, "delete the task", page=alice.facts())
        await stream.until(lambda stream: 'data-state="pending"' in stream.html)
        [call] = (await transcript(owner, conversation))["calls"]
        await decide(alice, call["id"], HTMX, approved="true")
        await stream.until(lambda stream: 'data-state="confirming"' in stream.html)

    [call] = (await transcript(owner, conversation))["calls"]
    assert (call["kind"], call["status"]) == ("remote", "confirming")
    assert call["hold"] == {"name": "delete_task", "label": 'delete_task with {"id": "7"}'}


async def test_the_tabs_context_shows_the_remote_tools_a_message_would_be_lent(alice: Person, free: Host) -> None:
    await alice.announce()

    shown = (await alice.http.get(f"/assist/tabs/{alice.tab}/context")).json()

    names = [tool["name"] for tool in shown["tools"]]
    assert names[-4:] == ["find_products", "create_task", "rename_task", "delete_task"]
    assert set(shown["tools"][-1]) == {"name", "description", "input_schema"}


async def test_a_disconnected_integration_lends_nothing(alice: Person, owner: httpx.AsyncClient, free: Host) -> None:
    await owner.delete("/v1/integrations/shop")
    await alice.announce()

    shown = (await alice.http.get(f"/assist/tabs/{alice.tab}/context")).json()

    assert "find_products" not in [tool["name"] for tool in shown["tools"]]
