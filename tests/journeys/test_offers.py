"""What a tab's panel offers to begin with, and what a slash lists."""

from collections.abc import AsyncGenerator

import httpx
import pytest

from app.contract.ids import Json
from app.testing.people import Person, person
from app.testing.running import Running

EXPLAIN = {"label": "Explain it", "text": "Explain this order to me."}


@pytest.fixture
async def choosing(host: httpx.AsyncClient) -> AsyncGenerator[httpx.AsyncClient]:
    """The workspace's own hand; what it chose is taken back."""
    yield host
    nothing: Json = {"starters": [], "follow_ups": False, "pointing": False}
    await host.patch("/v1/workspace", json={"settings": nothing})


async def offered(who: Person, what: str) -> str:
    return (await who.http.get(f"/assist/tabs/{who.tab}/{what}")).raise_for_status().text


async def test_a_page_s_own_starters_come_first_and_leave_with_it(alice: Person, choosing: httpx.AsyncClient) -> None:
    await choosing.patch("/v1/workspace", json={"settings": {"starters": ["What is late?", EXPLAIN["text"]]}})
    await alice.announce(asks=[EXPLAIN])
    with_page = await offered(alice, "starters")

    await alice.announce(asks=[])
    without = await offered(alice, "starters")

    assert with_page.index("Explain it") < with_page.index("What is late?")
    assert with_page.count("data-ask") == 2
    assert "Explain it" not in without
    assert without.count("data-ask") == 2


async def test_a_faulty_starter_is_dropped_and_the_rest_is_kept(alice: Person) -> None:
    answer = await alice.announce(asks=[EXPLAIN, {"label": "x"}, {"label": "", "text": " "}, 7])

    assert [fault["path"] for fault in answer.json()["errors"]] == ["asks[1].text", "asks[2].text", "asks[3]"]
    assert "Explain it" in await offered(alice, "starters")


async def test_a_slash_lists_what_the_page_lends_now(alice: Person) -> None:
    nothing = await offered(alice, "commands")
    await alice.announce(
        tools=[{"name": "filter_orders", "description": "Show some <b>only</b>.", "parameters": {"type": "object"}}],
        actions=[{"name": "ship", "id": each, "label": f"Ship {each}"} for each in ("1", "2")],
        fields=[{"name": "note", "label": "Note", "kind": "text"}],
    )

    listed = await offered(alice, "commands")

    assert "option" not in nothing
    assert [listed.count(f'data-name="{name}"') for name in ("filter_orders", "ship", "note")] == [1, 1, 1]
    assert "Ship 1, Ship 2" in listed
    assert "<b>" not in listed


async def test_another_user_s_tab_offers_nothing_of_theirs(alice: Person, bob: Person) -> None:
    await alice.announce(asks=[EXPLAIN])

    seen = await bob.http.get(f"/assist/tabs/{alice.tab}/starters")

    assert "Explain it" not in seen.text


async def test_the_page_script_is_told_whether_the_workspace_wants_pointing(
    server: Running, choosing: httpx.AsyncClient, nobody: httpx.AsyncClient
) -> None:
    ours = f"/assist/page.js?workspace={server.made.workspace.id}"
    before = (await nobody.get(ours)).text
    await choosing.patch("/v1/workspace", json={"settings": {"pointing": True}})

    after, unknown = await nobody.get(ours), await nobody.get("/assist/page.js?workspace=ws_none")

    assert "pointing = false;" in before
    assert "pointing = true;" in after.text
    assert "pointing = false;" in unknown.text
    assert after.headers["Access-Control-Allow-Origin"] == "*"
    assert after.headers["Content-Type"].startswith("text/javascript")


async def test_a_turn_ends_in_suggestions_that_go_with_the_next_message(
    server: Running, choosing: httpx.AsyncClient
) -> None:
    await choosing.patch("/v1/workspace", json={"settings": {"follow_ups": True}})
    async with person(server, "alice") as alice:
        conversation = await alice.conversation()
        await alice.announce()
        async with alice.stream(conversation) as stream:
            await alice.say(conversation, "hello")
            await stream.until(lambda s: "What needs shipping?" in s.html)
            drawn = (await alice.http.get(f"/assist/conversations/{conversation}")).text
            await choosing.patch("/v1/workspace", json={"settings": {"follow_ups": False}})
            await alice.say(conversation, "hello again")
            await stream.until(lambda s: s.html.count("All is well.") > 1)
        later = (await alice.http.get(f"/assist/conversations/{conversation}")).text

    assert drawn.count("data-ask") == 3
    assert "data-ask" not in later


async def test_a_workspace_that_wants_no_suggestions_pays_for_none(alice: Person) -> None:
    conversation = await alice.conversation()
    await alice.announce()
    async with alice.stream(conversation) as stream:
        await alice.say(conversation, "hello")
        await stream.until(lambda s: "All is well." in s.html)
        with pytest.raises(TimeoutError):
            await stream.until(lambda s: "data-ask" in s.html, seconds=1)
