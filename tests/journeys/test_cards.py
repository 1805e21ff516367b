"""Cards over HTTP: a question is picked once, by the right user; links lead to the page's own origin."""

import asyncio
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from pathlib import Path

import httpx
import pytest
from bs4 import BeautifulSoup, Tag

from app.contract.ids import Json
from app.contract.secret import Secret
from app.settings import Settings
from app.testing.people import Person, Stream, person
from app.testing.running import running
from tests.journeys.conftest import SCRIPTS

PLACES: Json = [{"name": "Order", "path": "/orders/:id"}, {"name": "Settings", "path": "/settings"}]
HTMX = {"HX-Request": "true", "Accept": "text/html"}
JSON = {"Accept": "application/json"}


@asynccontextmanager
async def asked(who: Person) -> AsyncGenerator[tuple[str, Stream]]:
    """A question that waits: the path its pick is posted to, and the stream that shows it."""
    conversation = await who.conversation()
    async with who.stream(conversation) as stream:
        await who.say(conversation, "ask me which", page=who.facts())
        await stream.until(lambda s: 'data-slot="assisted-choices"' in s.html)
        yield f"/assist/calls/{await only_call(who, conversation)}/pick", stream


async def only_call(who: Person, conversation: str) -> str:
    opened = await who.http.get(f"/assist/conversations/{conversation}", headers=JSON)
    (call,) = opened.raise_for_status().json()["calls"]
    return call["id"]


def slots(html: str, slot: str) -> list[Tag]:
    return list(BeautifulSoup(html, "html.parser").select(f'[data-slot="{slot}"]'))


async def test_a_question_shows_all_its_options_then_only_the_pick(alice: Person) -> None:
    async with asked(alice) as (path, stream):
        (waiting,) = slots(stream.html, "assisted-choices")[:1]

        answer = await alice.http.post(path, data={"option": "<b>The second</b>"}, headers=HTMX)
        await stream.until(lambda s: "It answered" in s.html)

    assert [button["value"] for button in waiting.select("button[name=option]")] == ["The first", "<b>The second</b>"]
    (picked,) = slots(answer.text, "assisted-choices")
    assert (answer.status_code, picked["data-state"]) == (200, "picked")
    assert "<b>The second</b>" in picked.get_text()
    assert "The first" not in picked.get_text()
    assert 'The user picked "&lt;b&gt;The second&lt;/b&gt;".' in stream.html


async def test_a_waiting_question_is_held_in_the_transcript(alice: Person) -> None:
    async with asked(alice) as (path, _):
        conversation = f"c_{path.split('_')[1]}"
        (call,) = (await alice.http.get(f"/assist/conversations/{conversation}", headers=JSON)).json()["calls"]

    assert (call["status"], call["kind"]) == ("held", "choice")
    assert call["hold"] == {"name": "offer_choices", "label": "Which one?"}


async def test_a_pick_is_taken_as_json_too(alice: Person) -> None:
    async with asked(alice) as (path, _):
        picked = await alice.http.post(path, json={"option": "The first"}, headers=JSON)

    assert (picked.status_code, picked.json()["status"]) == (200, "answered")


@pytest.mark.parametrize("option", ["The third", ""])
async def test_a_pick_outside_the_options_answers_422(alice: Person, option: str) -> None:
    async with asked(alice) as (path, _):
        refused = await alice.http.post(path, data={"option": option}, headers=HTMX)
        missing = await alice.http.post(path, json={}, headers=JSON)

    assert (refused.status_code, missing.status_code) == (422, 422)


async def test_a_repeated_pick_answers_409_with_the_card_as_it_stands(alice: Person) -> None:
    async with asked(alice) as (path, _):
        await alice.http.post(path, data={"option": "The first"}, headers=HTMX)

        again = await alice.http.post(path, data={"option": "<b>The second</b>"}, headers=HTMX)
        as_json = await alice.http.post(path, json={"option": "The first"}, headers=JSON)

    assert (again.status_code, as_json.status_code) == (409, 409)
    assert as_json.json()["code"] == "already_decided"
    (card,) = slots(again.text, "assisted-choices")
    assert card["data-state"] == "picked"
    assert "The first" in card.get_text()


async def test_a_pick_after_a_message_answers_410_and_the_card_says_why(alice: Person) -> None:
    async with asked(alice) as (path, stream):
        await alice.say(f"c_{path.split('_')[1]}", "hello")
        await stream.until(lambda s: "All is well." in s.html)

        late = await alice.http.post(path, data={"option": "The first"}, headers=HTMX)

    (card,) = slots(late.text, "assisted-choices")
    assert (late.status_code, card["data-state"]) == (410, "undecided")
    assert "Not picked: you sent a message instead" in card.get_text()


async def test_another_user_s_question_answers_404(alice: Person, bob: Person) -> None:
    async with asked(alice) as (path, _):
        refused = await bob.http.post(path, json={"option": "The first"}, headers=JSON)
        picked = await alice.http.post(path, json={"option": "The first"}, headers=JSON)

    assert (refused.status_code, picked.status_code) == (404, 200)


async def test_of_many_picks_over_http_one_is_taken(alice: Person) -> None:
    async with asked(alice) as (path, _):
        picks = await asyncio.gather(*(alice.http.post(path, json={"option": "The first"}) for _ in range(32)))

    assert sorted(pick.status_code for pick in picks) == [200, *[409] * 31]


async def test_a_question_is_picked_after_a_restart(tmp_path: Path) -> None:
    async with running(tmp_path, SCRIPTS) as before, person(before, "alice") as alice, asked(alice) as (path, _):
        token = alice.http.headers["Authorization"].removeprefix("Bearer ")

    async with (
        running(tmp_path, SCRIPTS) as after,
        person(after, "alice", token=token) as again,
        again.stream(f"c_{path.split('_')[1]}") as stream,
    ):
        await stream.until(lambda s: 'name="option"' in s.html)
        picked = await again.http.post(path, data={"option": "The first"}, headers=HTMX)
        await stream.until(lambda s: "It answered" in s.html)

    assert picked.status_code == 200


async def links(who: Person, origin: str) -> list[str]:
    conversation = await who.conversation()
    async with who.stream(conversation) as stream:
        await who.say(conversation, "where next", page=who.facts(origin=origin, destinations=PLACES))
        await stream.until(lambda s: "Two places." in s.html)
    streamed = [str(link["href"]) for card in slots(stream.html, "assisted-links")[:1] for link in card.select("a")]
    drawn = (await who.http.get(f"/assist/conversations/{conversation}")).text
    assert streamed == [str(link["href"]) for card in slots(drawn, "assisted-links") for link in card.select("a")]
    return streamed


async def test_links_are_paths_where_the_page_and_the_panel_share_an_origin(alice: Person) -> None:
    assert await links(alice, alice.running.url) == ["/orders/1042", "/settings"]


async def test_links_are_whole_where_they_don_t(alice: Person) -> None:
    shop = "https://app.example.com"

    assert await links(alice, shop) == [f"{shop}/orders/1042", f"{shop}/settings"]


async def test_the_gallery_lists_its_cases_and_shows_each(nobody: httpx.AsyncClient) -> None:
    listed = BeautifulSoup((await nobody.get("/assist/gallery")).text, "html.parser").select("a")

    shown = await nobody.get(str(listed[-1]["href"]))

    assert len(listed) > 100
    assert (shown.status_code, shown.headers["content-type"]) == (200, "text/html; charset=utf-8")
    assert "default-src 'none'" in shown.headers["content-security-policy"]
    assert (await nobody.get("/assist/gallery/approval/never")).status_code == 404
    assert (await nobody.get("/assist/gallery/never/pending")).status_code == 404


async def test_a_server_that_is_no_demo_has_no_gallery(tmp_path: Path) -> None:
    database = f"sqlite+aiosqlite:///{tmp_path / 'assist.sqlite3'}"
    async with (
        running(tmp_path, SCRIPTS, settings=production(database)) as served,
        httpx.AsyncClient(base_url=served.url) as http,
    ):
        answers = [await http.get("/assist/gallery"), await http.get("/assist/gallery/approval/pending")]

    assert [answer.status_code for answer in answers] == [404, 404]


def production(database_url: str) -> Settings:
    return Settings(database_url=database_url, demo=False, secret_keys=(Secret("0123456789abcdef" * 4),))
