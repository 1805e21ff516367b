"""A message put anew: a branch beside the old one, each with what was said and done on it; and what waits beside it."""

import asyncio

import pytest

from app.contract.events import HostReplied, MessageQueued, MessageSent
from app.contract.ids import MessageId, RunId
from app.conversations.thread import Thread
from app.errors import AlreadyDecided, Gone, TurnRunning, UnknownMessage
from app.turns.branching import Branching
from app.turns.messages import NewMessage
from app.turns.requests import Requests
from app.turns.waiting import Waiting
from tests.turns.house import TAB, House, every_call_has_its_result


async def put_anew(
    home: House, message: MessageId, text: str, *, key: str | None = None
) -> MessageSent | MessageQueued:
    new = NewMessage(text, TAB, home.facts(), key, instead_of=message)
    sent, _ = await home.messages.send(home.principal, home.conversation, new)
    return sent


@pytest.fixture
def branching(home: House) -> Branching:
    return Branching(home.journal, home.workers)


@pytest.fixture
def waiting(home: House) -> Waiting:
    return Waiting(home.journal, home.workers)


def said(thread: Thread) -> list[str]:
    """What the person said, on the branch that shows."""
    return [turn.message.text for turn in thread.turns]


def read_back(home: House, thread: Thread) -> str:
    """What the model would read of it."""
    return str(Requests(home.prompts).build(thread, thread.turns[-1], ()).messages)


async def three_said(home: House) -> list[MessageId]:
    ids: list[MessageId] = []
    for text in ("hello one", "hello two", "hello three"):
        ids.append((await home.say(text)).id)
        await home.rest()
    return ids


async def test_a_message_put_anew_begins_a_branch_and_the_old_one_stays(home: House, branching: Branching) -> None:
    _, second, _ = await three_said(home)

    anew = await put_anew(home, second, "hello otherwise")
    await home.rest()

    thread = await home.thread()
    assert said(thread) == ["hello one", "hello otherwise"]
    assert "hello two" not in read_back(home, thread)
    assert "hello three" not in read_back(home, thread)
    await branching.choose(home.conversation, second)
    assert said(await home.thread()) == ["hello one", "hello two", "hello three"]
    assert "otherwise" not in read_back(home, await home.thread())
    await branching.choose(home.conversation, anew.id)
    await home.say("hello four")
    await home.rest()
    assert said(await home.thread()) == ["hello one", "hello otherwise", "hello four"]
    assert said(await home.journal.refold(home.conversation)) == said(await home.thread())


async def test_the_first_message_can_be_put_anew_more_than_once(home: House, branching: Branching) -> None:
    first, *_ = await three_said(home)

    again = await put_anew(home, first, "hello again")
    await home.rest()
    await put_anew(home, again.id, "hello a third time")
    await home.rest()

    thread = await home.thread()
    beside = thread.branches.beside(thread.turns[0])
    assert [turn.message.text for turn in beside] == ["hello one", "hello again", "hello a third time"]
    assert said(thread) == ["hello a third time"]


async def test_a_question_on_the_branch_that_is_left_is_undecided_for_ever(home: House, branching: Branching) -> None:
    asking = await home.say("cancel 1042")
    held = await home.held()

    await put_anew(home, asking.id, "hello")
    await home.rest()
    await branching.choose(home.conversation, asking.id)

    with pytest.raises((Gone, AlreadyDecided)):
        await home.calls.decide(home.principal, home.conversation, held.call.id, approved=True)
    thread = await home.thread()
    assert thread.calls[held.call.id].status == "undecided"
    assert every_call_has_its_result(thread)


async def test_going_to_another_branch_leaves_a_question_undecided_and_sends_nothing_that_waits(
    home: House, branching: Branching
) -> None:
    first = await home.say("hello")
    await home.rest()
    await put_anew(home, first.id, "ship 1042")
    await home.sent("ship_order")
    await home.say("hello later", queue=True)
    await home.answer("ship_order", "pressed")
    await home.until(lambda thread: said(thread)[-1:] == ["hello later"] and thread.current is None)
    await home.say("cancel 1042")
    held = await home.held()

    await branching.choose(home.conversation, first.id)

    thread = await home.thread()
    assert thread.calls[held.call.id].status == "undecided"
    assert said(thread) == ["hello"]
    assert thread.current is None


async def test_put_anew_while_the_assistant_works_it_stops_that_first(home: House) -> None:
    first = await home.say("long")
    await home.until(lambda thread: thread.turns[-1].items)

    anew = await put_anew(home, first.id, "hello")

    thread = await home.until(lambda thread: said(thread) == ["hello"] and thread.current is None)
    old = thread.turn(first.turn)
    assert old
    assert (old.status, thread.turns[0].message.id) == ("stopped", anew.id)
    assert not thread.queued


async def test_nobody_goes_to_another_branch_while_the_assistant_works(home: House, branching: Branching) -> None:
    first = await home.say("hello")
    await home.rest()
    await put_anew(home, first.id, "ship 1042")
    await home.sent("ship_order")

    with pytest.raises(TurnRunning):
        await branching.choose(home.conversation, first.id)

    assert said(await home.thread()) == ["ship 1042"]


async def test_two_tabs_that_put_a_message_anew_at_once_make_two_branches(home: House) -> None:
    _, second, _ = await three_said(home)

    await asyncio.gather(*(put_anew(home, second, f"hello from {tab}", key=tab) for tab in "abab"))
    thread = await home.until(lambda thread: not thread.queued and thread.current is None)

    beside = thread.branches.beside(thread.turns[1])
    assert {turn.message.text for turn in beside} == {"hello two", "hello from a", "hello from b"}
    assert len(beside) == 3
    assert len(said(thread)) == 2
    assert all(turn.ended for turn in thread.branches.every.values())


async def test_what_was_never_sent_can_not_be_put_anew_or_gone_to(home: House, branching: Branching) -> None:
    await home.say("long")
    queued = await home.say("hello", queue=True)

    for message in (queued.id, MessageId("m_1")):
        with pytest.raises(UnknownMessage):
            await put_anew(home, message, "hello")
        with pytest.raises(UnknownMessage):
            await branching.choose(home.conversation, message)


async def test_after_a_stop_nothing_that_waits_goes_out_behind_the_person_s_back(home: House, waiting: Waiting) -> None:
    message = await home.say("long")
    first = await home.say("hello first", queue=True)
    await home.say("hello second", queue=True)

    await home.control.stop(home.conversation, message.turn)
    await home.rest()
    await home.say("hello at once")
    await home.rest()

    thread = await home.thread()
    assert said(thread) == ["long", "hello at once"]
    assert [each.text for each in thread.queued] == ["hello first", "hello second"]
    await waiting.hurry(home.conversation, first.id)
    thread = await home.until(lambda thread: said(thread)[-1] == "hello first" and thread.current is None)
    assert [each.text for each in thread.queued] == ["hello second"]


async def test_what_is_being_put_otherwise_is_not_sent_meanwhile(home: House, waiting: Waiting) -> None:
    await home.say("ship 1042")
    await home.sent("ship_order")
    first = await home.say("hello first", queue=True)
    await home.say("hello second", queue=True)
    await waiting.open(home.conversation, first.id)

    await home.answer("ship_order", "pressed")
    await home.rest()
    assert said(await home.thread()) == ["ship 1042"]
    await waiting.revise(home.conversation, first.id, "hello instead")

    thread = await home.until(lambda thread: len(thread.turns) == 3 and thread.current is None)
    assert said(thread) == ["ship 1042", "hello instead", "hello second"]


async def test_what_was_opened_and_left_as_it_was_goes_out_as_it_was(home: House, waiting: Waiting) -> None:
    await home.say("ship 1042")
    await home.sent("ship_order")
    first = await home.say("hello first", queue=True)
    await waiting.open(home.conversation, first.id)
    await waiting.open(home.conversation, first.id)
    await home.answer("ship_order", "pressed")
    await home.rest()

    await waiting.leave(home.conversation, first.id)

    await home.until(lambda thread: said(thread) == ["ship 1042", "hello first"] and thread.current is None)


async def test_what_waited_when_a_branch_was_begun_is_kept_for_the_person(home: House) -> None:
    first = await home.say("long")
    await home.say("hello later", queue=True)

    await put_anew(home, first.id, "hello")
    thread = await home.until(lambda thread: said(thread) == ["hello"] and thread.current is None)

    assert [each.text for each in thread.queued] == ["hello later"]


async def test_what_a_host_left_shows_on_every_branch(home: House) -> None:

    first = await home.say("hello")
    await home.rest()
    reply = HostReplied(RunId("r_1"), "Order watch", "Order 1042 was paid.")
    await home.journal.change(home.conversation, lambda _: [reply])

    await put_anew(home, first.id, "hello again")
    await home.rest()

    thread = await home.thread()
    assert "Order 1042 was paid." in read_back(home, thread)
    assert [type(each).__name__ for each in thread.exchanges] == ["HostNote", "Turn"]
    assert [type(each).__name__ for each in thread.record] == ["Turn", "HostNote", "Turn"]
