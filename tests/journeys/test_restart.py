"""Nothing is lost by a restart, and any process can carry on what another began."""

import json
from pathlib import Path

import httpx

from app.settings import Settings
from app.testing.people import Person, person
from app.testing.running import running
from tests.journeys.conftest import SCRIPTS

SHIP = {"name": "ship_order", "id": "1042", "label": "Ship order 1042"}
CANCEL = {"name": "cancel_order", "id": "1042", "label": "Cancel order 1042", "consequential": "confirm"}


def elsewhere(who: Person, url: str) -> httpx.AsyncClient:
    """The same user and token, at another server."""
    return httpx.AsyncClient(base_url=url, headers={"Authorization": who.http.headers["Authorization"]}, timeout=10)


async def test_a_reader_resumes_after_a_restart_where_it_was(tmp_path: Path) -> None:
    async with running(tmp_path, SCRIPTS) as before, person(before, "alice") as alice:
        conversation = await alice.conversation()
        async with alice.stream(conversation) as stream:
            await alice.say(conversation, "hello")
            await stream.until(lambda s: "All is well." in s.html)
            cursor = stream.last_id
        token = alice.http.headers["Authorization"].removeprefix("Bearer ")

    async with running(tmp_path, SCRIPTS) as after, person(after, "alice", token=token) as again:
        async with again.stream(conversation, after=cursor) as resumed:
            await resumed.until(lambda s: s.events)
        async with again.stream(conversation) as anew:
            await anew.until(lambda s: "All is well." in s.html)

    assert "transcript" not in "".join(event.data for event in resumed.of("message"))


async def test_a_held_call_is_decided_after_a_restart(tmp_path: Path) -> None:
    async with running(tmp_path, SCRIPTS) as before, person(before, "alice") as alice:
        conversation = await alice.conversation()
        async with alice.stream(conversation) as stream:
            await alice.say(conversation, "cancel 1042", page=alice.facts(actions=[CANCEL]))
            await stream.until(lambda s: 'data-state="pending"' in s.html)
        token, tab = alice.http.headers["Authorization"].removeprefix("Bearer "), alice.tab
        opened = await alice.http.get(f"/assist/conversations/{conversation}", headers={"Accept": "application/json"})
        (call,) = opened.json()["calls"]

    async with running(tmp_path, SCRIPTS) as after, person(after, "alice", token=token) as again:
        again.tab = tab
        async with again.stream(conversation) as stream:
            decided = await again.http.post(f"/assist/calls/{call['id']}/decision", json={"approved": True})
            order = json.loads((await stream.event("call")).data)

    assert decided.status_code == 200
    assert (order["id"], order["target"]) == (call["id"], "1042")


async def test_what_one_process_takes_in_another_streams(tmp_path: Path, redis_url: str) -> None:
    shared = Settings(database_url=f"sqlite+aiosqlite:///{tmp_path / 'assist.sqlite3'}", redis_url=redis_url)

    async with (
        running(tmp_path, SCRIPTS, settings=shared) as one,
        running(tmp_path, SCRIPTS, settings=shared) as two,
        person(one, "alice") as alice,
        elsewhere(alice, two.url) as other,
    ):
        conversation = await alice.conversation()
        async with alice.stream(conversation) as stream:
            await stream.until(lambda s: s.events)
            body = {"text": "ship 1042", "tab": alice.tab, "page": alice.facts(actions=[SHIP])}
            sent = await other.post(f"/assist/conversations/{conversation}/messages", json=body)
            order = json.loads((await stream.event("call")).data)
            claimed = await other.post(f"/assist/calls/{order['id']}/claim", json={"document": alice.document})
            again = await alice.http.post(f"/assist/calls/{order['id']}/claim", json={"document": alice.document})

    assert (sent.status_code, claimed.status_code, again.status_code) == (202, 204, 409)
    assert stream.of("delta")
