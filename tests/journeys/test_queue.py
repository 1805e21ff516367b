"""Messages that wait while the assistant works: shown, put otherwise, taken back, sent now."""

from app.testing.people import Person, Stream


async def working(who: Person, stream: Stream, conversation: str) -> None:
    """The assistant says a little and then hangs."""
    await who.say(conversation, "hang on")
    await stream.event("delta")


async def queued(who: Person, conversation: str, text: str) -> str:
    """A message that waits: its address."""
    answer = await who.say(conversation, text, queue=True)
    return f"/assist/messages/{answer.json()['message_id']}"


async def test_a_message_sent_now_stops_the_turn_and_goes_first(alice: Person) -> None:
    conversation = await alice.conversation()
    async with alice.stream(conversation) as stream:
        await working(alice, stream, conversation)
        await queued(alice, conversation, "say the second thing")
        hurried = await queued(alice, conversation, "hello at once")
        await stream.until(lambda s: s.html.count("hello at once") > 0)

        answer = await alice.http.post(f"{hurried}/dispatches")
        await stream.until(lambda s: "All is well." in s.html)

    assert answer.status_code == 202
    said = (await alice.http.get(f"/assist/conversations/{conversation}")).text
    assert said.index("You stopped this.") < said.index("hello at once")
    assert "say the second thing" not in said[: said.index("hello at once")]


async def test_a_waiting_message_is_put_otherwise_and_taken_back(alice: Person) -> None:
    conversation = await alice.conversation()
    async with alice.stream(conversation) as stream:
        await working(alice, stream, conversation)
        first, second = [await queued(alice, conversation, text) for text in ("one thing", "another thing")]

        revised = await alice.http.patch(first, data={"text": "hello instead"})
        withdrawn = await alice.http.delete(second)
        empty = await alice.http.patch(first, data={"text": "  "})
        again = await alice.http.delete(second)
        opened = await alice.http.post(f"{first}/revision")
        left = await alice.http.delete(f"{first}/revision", headers={"HX-Request": "true"})
        gone = await alice.http.post(f"{second}/revision")
        await alice.http.post(f"{first}/dispatches")
        await stream.until(lambda s: "All is well." in s.html)

    assert (opened.status_code, left.status_code, gone.status_code) == (204, 200, 410)
    assert "hello instead" in left.text
    assert (revised.status_code, withdrawn.status_code, empty.status_code, again.status_code) == (204, 204, 422, 410)
    said = (await alice.http.get(f"/assist/conversations/{conversation}")).text
    assert "hello instead" in said
    assert "one thing" not in said
    assert "another thing" not in said


async def test_what_was_sent_waits_no_more_and_is_nobody_else_s(alice: Person, bob: Person) -> None:
    conversation = await alice.conversation()
    sent = (await alice.say(conversation, "hello")).json()["message_id"]

    mine = await alice.http.patch(f"/assist/messages/{sent}", json={"text": "goodbye"})
    others = await bob.http.delete(f"/assist/messages/{sent}")
    nonsense = await alice.http.post("/assist/messages/m_1/dispatches")

    assert (mine.status_code, others.status_code, nonsense.status_code) == (410, 404, 404)


async def test_a_stream_that_begins_shows_what_waits(alice: Person) -> None:
    conversation = await alice.conversation()
    async with alice.stream(conversation) as stream:
        await working(alice, stream, conversation)
        await queued(alice, conversation, "do this later")

    async with alice.stream(conversation) as stream:
        await stream.until(lambda s: 'hx-target="#queue"' in s.html and "do this later" in s.html)
