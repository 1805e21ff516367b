"""Pages announce themselves, leave, and show what the model would read of them."""

from app.contract.ids import Json
from app.testing.people import Person

ACTION: Json = {"name": "ship_order", "id": "1042", "label": "Ship order 1042"}


async def context(who: Person) -> Json:
    return (await who.http.get(f"/assist/tabs/{who.tab}/context")).raise_for_status().json()


async def lent_by_page(who: Person) -> list[str]:
    """Names of the tools in the context that are no built-in card."""
    names = [tool["name"] for tool in (await context(who))["tools"]]
    return [name for name in names if not name.startswith(("show_", "offer_"))]


async def test_a_sound_announcement_answers_nothing(alice: Person) -> None:
    answer = await alice.announce(actions=[ACTION])

    assert (answer.status_code, answer.content) == (204, b"")


async def test_faulty_entries_are_named_and_the_rest_is_kept(alice: Person) -> None:
    answer = await alice.announce(actions=[ACTION, {"name": "no good", "label": "x"}])

    assert answer.status_code == 200
    (fault,) = answer.json()["errors"]
    assert fault.keys() == {"path", "message"}
    assert fault["path"].startswith("actions[1]")
    assert await lent_by_page(alice) == ["ship_order"]


async def test_the_context_is_what_the_next_request_would_carry(alice: Person) -> None:
    await alice.announce(actions=[ACTION])

    found = await context(alice)

    assert found.keys() == {"note", "system", "tools"}
    assert found["note"].startswith("## The page the user has open: Orders")
    assert found["system"][-1] == {"type": "text", "text": found["note"]}
    assert found["tools"][0].keys() == {"name", "description", "input_schema"}


async def test_a_page_that_left_lends_nothing(alice: Person) -> None:
    await alice.announce(actions=[ACTION])

    left = await alice.http.delete(f"/assist/tabs/{alice.tab}/page", params={"document": alice.document})

    assert left.status_code == 204
    assert await lent_by_page(alice) == []


async def test_another_documents_farewell_and_an_older_announcement_change_nothing(alice: Person) -> None:
    older = alice.facts()
    await alice.announce(actions=[ACTION])

    await alice.http.delete(f"/assist/tabs/{alice.tab}/page", params={"document": "d_other"})
    late = await alice.http.put(f"/assist/tabs/{alice.tab}/page", json=older)

    assert late.status_code == 204
    assert await lent_by_page(alice) == ["ship_order"]


async def test_a_tab_nobody_announced_is_not_there(alice: Person, bob: Person) -> None:
    await alice.announce()

    assert (await bob.http.get(f"/assist/tabs/{bob.tab}/context")).status_code == 404
    assert (await bob.http.get(f"/assist/tabs/{alice.tab}/context")).status_code == 404


async def test_two_users_tabs_of_one_id_are_two_tabs(alice: Person, bob: Person) -> None:
    bob.tab = alice.tab
    await alice.announce(actions=[ACTION])
    await bob.announce()

    assert await lent_by_page(alice) == ["ship_order"]
    assert await lent_by_page(bob) == []


async def test_an_announcement_that_is_none_is_refused(alice: Person) -> None:
    path = f"/assist/tabs/{alice.tab}/page"
    json = {"Content-Type": "application/json"}

    assert (await alice.http.put(path, content="{", headers=json)).status_code == 400
    assert (await alice.http.put(path, json={"page": None})).status_code == 422
    assert (await alice.http.put("/assist/tabs/no%20tab/page", json=alice.facts())).status_code == 422
