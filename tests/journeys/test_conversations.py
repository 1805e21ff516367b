"""A user's threads, and the host's view of them."""

import asyncio
import json

import httpx

from app.testing.people import Person

JSON = {"Accept": "application/json"}


async def answered(who: Person, text: str = "hello", **more: object) -> str:
    """A conversation in which the assistant has answered."""
    conversation = await who.conversation()
    async with who.stream(conversation) as stream:
        await who.say(conversation, text, **more)
        await stream.until(lambda s: "All is well." in s.html and "status--quiet" in s.html)
    return conversation


async def test_a_conversation_lists_once_it_holds_something(alice: Person) -> None:
    await alice.conversation()
    spoken = await answered(alice)

    listed = (await alice.http.get("/assist/conversations", headers=JSON)).json()["items"]
    fragment = await alice.http.get("/assist/conversations")

    assert [item["id"] for item in listed] == [spoken]
    assert spoken in fragment.text
    assert fragment.headers["content-type"].startswith("text/html")


async def test_an_opened_conversation_is_its_whole_transcript(alice: Person) -> None:
    conversation = await answered(alice)

    opened = await alice.http.get(f"/assist/conversations/{conversation}")

    assert 'id="transcript"' in opened.text
    assert "<p>All is well.</p>" in opened.text


async def test_a_title_can_be_given(alice: Person) -> None:
    conversation = await answered(alice)
    path = f"/assist/conversations/{conversation}"

    named = await alice.http.patch(path, json={"title": "Greetings"})
    empty = await alice.http.patch(path, data={"title": ""})

    assert (named.status_code, empty.status_code) == (204, 422)
    assert (await alice.http.get("/assist/conversations", headers=JSON)).json()["items"][0]["title"] == "Greetings"


async def test_until_it_has_a_title_it_is_called_by_the_words_it_began_with(alice: Person) -> None:
    conversation = await alice.conversation()
    await alice.say(conversation, "hang\n  on")
    named = await alice.conversation()
    await alice.http.patch(f"/assist/conversations/{named}", json={"title": "Greetings"})
    await alice.say(named, "hello")

    listed = (await alice.http.get("/assist/conversations", headers=JSON)).json()["items"]

    titles = {item["id"]: item["title"] for item in listed}
    assert {conversation: "hang on", named: "Greetings"}.items() <= titles.items()


async def title_of(who: Person, conversation: str) -> str:
    listed = (await who.http.get("/assist/conversations", headers=JSON)).json()["items"]
    return next(item["title"] for item in listed if item["id"] == conversation)


async def test_after_the_first_exchange_the_model_gives_it_a_title(alice: Person) -> None:
    conversation = await answered(alice, "hello there, my friend")

    async with asyncio.timeout(15):
        while await title_of(alice, conversation) != "Hello There, My Friend":  # noqa: ASYNC110 -- over HTTP
            await asyncio.sleep(0.02)


async def test_a_title_the_person_gave_stays(alice: Person) -> None:
    conversation = await alice.conversation()
    async with alice.stream(conversation) as stream:
        await alice.say(conversation, "hello slowly")
        await alice.http.patch(f"/assist/conversations/{conversation}", json={"title": "Mine"})
        await stream.until(lambda s: "composer/send" in s.html or 'data-state="idle"' in s.html)

    await asyncio.sleep(0.3)

    assert await title_of(alice, conversation) == "Mine"


async def test_a_deleted_conversation_is_gone_with_everything_in_it(alice: Person, host: httpx.AsyncClient) -> None:
    conversation = await answered(alice)

    deleted = await alice.http.delete(f"/assist/conversations/{conversation}")

    assert deleted.status_code == 204
    assert (await alice.http.get(f"/assist/conversations/{conversation}")).status_code == 404
    assert (await alice.say(conversation, "hello?")).status_code == 404
    assert (await host.get(f"/v1/conversations/{conversation}")).status_code == 404
    assert (await alice.http.get("/assist/conversations", headers=JSON)).json()["items"] == []


async def test_a_deleted_conversation_comes_back_as_it_was(alice: Person, bob: Person) -> None:
    conversation = await answered(alice)
    before = (await alice.http.get(f"/assist/conversations/{conversation}")).text
    await alice.http.delete(f"/assist/conversations/{conversation}")

    others = await bob.http.delete(f"/assist/conversations/{conversation}/deletion")
    hidden = await alice.http.get(f"/assist/conversations/{conversation}")
    mine = await alice.http.delete(f"/assist/conversations/{conversation}/deletion")

    assert (others.status_code, hidden.status_code, mine.status_code) == (404, 404, 204)
    assert (await alice.http.get(f"/assist/conversations/{conversation}")).text == before
    assert conversation in (await alice.http.get("/assist/conversations")).text


async def test_deleting_stops_what_is_at_work_and_undoing_shows_it_stopped(alice: Person) -> None:
    conversation = await alice.conversation()
    async with alice.stream(conversation) as stream:
        await alice.say(conversation, "hang on")
        begun = json.loads((await stream.event("delta")).data)["s"]
        await alice.http.delete(f"/assist/conversations/{conversation}")
        farewell = await stream.event("bye")

    await asyncio.sleep(0.5)
    await alice.http.delete(f"/assist/conversations/{conversation}/deletion")

    assert farewell.data == "gone"
    async with alice.stream(conversation) as stream:
        await stream.until(lambda s: "You stopped this." in s.html)
        assert begun.strip() in stream.html


async def test_the_history_finds_what_either_side_said_and_nothing_of_others(alice: Person, bob: Person) -> None:
    conversation = await answered(alice, "hello from Łódź")
    await answered(bob, "hello from Łódź")

    async def found(words: str) -> list[str]:
        answer = await alice.http.get("/assist/conversations", params={"saying": words}, headers=JSON)
        return [item["id"] for item in answer.json()["items"]]

    assert [conversation] == await found("łódź")
    assert [conversation] == await found("WELL all")
    assert [] == await found("goodbye")
    assert "Nothing found." in (await alice.http.get("/assist/conversations?saying=goodbye")).text


async def test_a_row_is_named_in_place_and_only_by_its_owner(alice: Person, bob: Person) -> None:
    conversation = await answered(alice)
    path, htmx = f"/assist/conversations/{conversation}", {"HX-Request": "true"}

    asking = await alice.http.get(f"{path}/row?naming=true")
    named = await alice.http.patch(path, data={"title": "Greetings"}, headers=htmx)
    others = await bob.http.get(f"{path}/row")

    assert 'name="title"' in asking.text
    assert f'hx-target="#history_{conversation}"' in named.text
    assert "Greetings" in named.text
    assert others.status_code == 404


async def test_the_transcript_is_what_the_contract_says(alice: Person, host: httpx.AsyncClient) -> None:
    conversation = await alice.conversation()
    action = {"name": "cancel_order", "id": "1042", "label": "Cancel order 1042", "consequential": "confirm"}
    async with alice.stream(conversation) as stream:
        await alice.say(conversation, "cancel 1042", page=alice.facts(actions=[action]))
        await stream.until(lambda s: 'data-slot="approval-card"' in s.html)

    told = (await host.get(f"/v1/conversations/{conversation}")).json()

    assert told.keys() == {"id", "user", "turns", "messages", "calls", "thoughts"}
    assert (told["id"], told["user"]) == (conversation, alice.user)
    (turn,), (message,), (call,) = told["turns"], told["messages"], told["calls"]
    assert turn["status"] == "waiting"
    assert (message["role"], message["text"], message["turn_id"]) == ("user", "cancel 1042", turn["id"])
    assert call == {
        "id": call["id"],
        "turn_id": turn["id"],
        "name": "cancel_order",
        "kind": "action",
        "args": {},
        "status": "held",
        "hold": {"name": "cancel_order", "label": "Cancel order 1042", "id": "1042"},
        "answer": None,
        "is_error": False,
    }


async def test_a_transcript_holds_what_the_assistant_said(alice: Person, host: httpx.AsyncClient) -> None:
    conversation = await answered(alice)

    said = (await host.get(f"/v1/conversations/{conversation}")).json()["messages"]

    assert [(each["role"], each["text"]) for each in said] == [
        ("user", "hello"),
        ("assistant", "Hello there.\n\nAll is well."),
    ]


async def test_a_conversation_is_kept_as_markdown_and_as_json(
    alice: Person, bob: Person, host: httpx.AsyncClient
) -> None:
    conversation = await answered(alice, "hello\n# there")
    path = f"/assist/conversations/{conversation}"
    await alice.http.patch(path, json={"title": "Łódź / Open?"})

    markdown = await alice.http.get(f"{path}/transcript.md")
    json = await alice.http.get(f"{path}/transcript.json")
    others = await bob.http.get(f"{path}/transcript.md")

    assert markdown.text.startswith("# Łódź / Open?\n\n## You, 20")
    assert "> hello\n> # there\n\n## Assistant\n\nHello there.\n\nAll is well.\n" in markdown.text
    assert "filename*=UTF-8''%C5%81%C3%B3d%C5%BA%20Open.md" in markdown.headers["content-disposition"]
    assert json.json() == (await host.get(f"/v1/conversations/{conversation}")).json()
    assert others.status_code == 404


async def test_a_message_put_anew_leaves_a_branch_that_every_reader_can_tell(
    alice: Person, bob: Person, host: httpx.AsyncClient
) -> None:
    conversation = await answered(alice, "hello")
    path = f"/assist/conversations/{conversation}"
    [old] = [each for each in (await host.get(f"/v1{path[7:]}")).json()["messages"] if each["role"] == "user"]
    async with alice.stream(conversation) as stream:
        sent = await alice.say(conversation, "hello otherwise", instead_of=old["id"])
        await stream.until(lambda s: "Version 2 of 2" in s.html and s.html.count("All is well.") == 2)

    told = (await host.get(f"/v1/conversations/{conversation}")).json()
    shown = (await alice.http.get(path)).text
    markdown = (await alice.http.get(f"{path}/transcript.md")).text

    assert [(turn["after"], turn["shown"]) for turn in told["turns"]] == [(None, False), (None, True)]
    assert [each["text"] for each in told["messages"] if each["role"] == "user"] == ["hello", "hello otherwise"]
    assert "hello otherwise" in shown
    assert shown.count("All is well.") == 1
    assert "(Version 2 of 2)\n\n> hello otherwise" in markdown
    assert "> hello\n" not in markdown
    assert told["turns"][1]["id"] == sent.json()["turn_id"]

    others = await bob.http.put(f"/assist/messages/{old['id']}/branch")
    back = await alice.http.put(f"/assist/messages/{old['id']}/branch")
    again = await alice.http.put(f"/assist/messages/{old['id']}/branch")

    assert (others.status_code, back.status_code, again.status_code) == (404, 204, 204)
    assert "hello otherwise" not in (await alice.http.get(path)).text


async def test_a_sent_message_is_asked_for_anew_by_its_owner_alone(alice: Person, bob: Person) -> None:
    conversation = await alice.conversation()
    message = (await alice.say(conversation, "hello <b>there</b>")).json()["message_id"]
    path, elsewhere = f"/assist/messages/{message}", await alice.conversation()

    form = await alice.http.get(f"{path}?editing=true")
    as_it_was = await alice.http.get(path)
    others = await bob.http.get(f"{path}?editing=true")
    stray = await alice.say(elsewhere, "hello", instead_of=message)
    nonsense = await alice.say(conversation, "hello", instead_of="m_1")
    nobody = await alice.http.put(f"{path[:-1]}9999/branch")

    assert "hello &lt;b&gt;there&lt;/b&gt;</textarea>" in form.text
    assert "<textarea" not in as_it_was.text
    codes = (others.status_code, stray.status_code, nonsense.status_code, nobody.status_code)
    assert codes == (404, 404, 404, 404)
