"""A consequential call goes ahead only by one decision, of the right user, for exactly what was shown, once."""

import asyncio

import msgspec
import pytest

from app.contract.events import CallAnswered, CallDecided, CallSent
from app.contract.tools import Hold
from app.errors import AlreadyDecided, Gone, Unacceptable
from tests.turns.house import ALICE, ORDERS, House, every_call_has_its_result

CHANGED = [
    {**action, "label": "Cancel everything"} if action["name"] == "cancel_order" else action
    for action in ORDERS["actions"]
]


async def test_a_call_that_asks_first_is_held_and_touches_nothing(home: House) -> None:
    await home.say("cancel 1042")

    state = await home.held()

    assert state.hold == Hold("cancel_order", "Cancel order 1042", "1042")
    assert state.path == "/orders"
    assert state.sent is None
    assert (await home.thread()).turns[-1].status == "waiting"


async def test_an_approved_call_is_pressed_and_says_who_approved(home: House) -> None:
    await home.say("cancel 1042")
    held = await home.held()

    await home.calls.decide(home.principal, home.conversation, held.call.id, approved=True)

    state = await home.answer("cancel_order", "pressed")
    assert state.answer is not None
    assert state.answer.text.startswith('Approved by the user and pressed "Cancel order 1042".\n\n## The page')
    assert (await home.rest()).status == "completed"


async def test_a_denied_call_never_reaches_the_page(home: House) -> None:
    await home.say("cancel 1042")
    held = await home.held()

    await home.calls.decide(home.principal, home.conversation, held.call.id, approved=False)

    turn = await home.rest()
    assert turn.calls[0].status == "declined"
    assert turn.calls[0].answer is not None
    assert turn.calls[0].answer.text == (
        'The user declined "Cancel order 1042". That is final: leave it unless they ask for it again.'
    )
    assert not [logged for logged in await home.events() if isinstance(logged.event, CallSent)]


async def test_what_has_changed_since_it_was_shown_does_not_run(home: House) -> None:
    await home.say("cancel 1042")
    held = await home.held()
    await home.announce(actions=CHANGED)

    await home.calls.decide(home.principal, home.conversation, held.call.id, approved=True)

    turn = await home.rest()
    assert turn.calls[0].status == "failed"
    assert turn.calls[0].sent is None
    assert turn.calls[0].answer is not None
    assert turn.calls[0].answer.text.startswith('{"error":"The page no longer offers cancel_order.')


async def test_a_message_instead_of_a_decision_leaves_the_call_and_those_behind_it_undone(home: House) -> None:
    await home.say("both")
    await home.held()

    await home.say("hello")

    await home.rest()
    first, second = (await home.thread()).turns[0].calls
    assert {first.status, second.status} == {"undecided"}
    assert first.answer == second.answer
    assert first.answer is not None
    assert first.answer.text == "The user sent a message instead of deciding."
    assert every_call_has_its_result(await home.thread())


async def test_calls_behind_a_held_one_wait_their_turn(home: House) -> None:
    await home.say("both")
    held = await home.held()
    assert (await home.thread()).turns[-1].calls[1].status == "proposed"

    await home.calls.decide(home.principal, home.conversation, held.call.id, approved=False)

    await home.answer("ship_order", "pressed")
    assert [state.status for state in (await home.rest()).calls] == ["declined", "answered"]


async def test_a_decision_is_taken_once(home: House) -> None:
    await home.say("cancel 1042")
    held = await home.held()
    await home.calls.decide(home.principal, home.conversation, held.call.id, approved=False)

    with pytest.raises(AlreadyDecided):
        await home.calls.decide(home.principal, home.conversation, held.call.id, approved=True)


async def test_of_sixty_four_decisions_at_once_one_counts_and_the_call_is_sent_once(home: House) -> None:
    await home.say("cancel 1042")
    held = await home.held()

    decisions = await asyncio.gather(
        *(home.calls.decide(home.principal, home.conversation, held.call.id, approved=True) for _ in range(64)),
        return_exceptions=True,
    )

    await home.answer("cancel_order", "pressed")
    await home.rest()
    logged = [logged.event for logged in await home.events()]
    assert sum(not isinstance(decision, BaseException) for decision in decisions) == 1
    assert sum(isinstance(event, CallDecided) for event in logged) == 1
    assert sum(isinstance(event, CallSent) for event in logged) == 1


async def test_a_question_expires_and_a_late_decision_is_told_so(home: House) -> None:
    await home.say("cancel 1042")
    held = await home.held()

    home.clock.advance(hours=24)

    turn = await home.rest()
    assert turn.calls[0].status == "expired"
    with pytest.raises(Gone):
        await home.calls.decide(home.principal, home.conversation, held.call.id, approved=True)


async def test_a_decision_that_comes_just_too_late_is_the_expiry(home: House) -> None:
    await home.say("cancel 1042")
    held = await home.held()
    home.clock.advance(hours=24)
    await home.workers.close()

    with pytest.raises(Gone):
        await home.calls.decide(home.principal, home.conversation, held.call.id, approved=True)

    assert not [logged for logged in await home.events() if isinstance(logged.event, CallDecided)]


async def test_a_decision_outlives_a_restart(home: House) -> None:
    await home.say("cancel 1042")
    held = await home.held()
    await home.workers.close()
    other = home.hire()
    home.calls._workers = other

    await home.calls.decide(home.principal, home.conversation, held.call.id, approved=True)

    await home.answer("cancel_order", "pressed")
    assert (await home.rest()).status == "completed"
    await other.close()


async def test_a_call_that_asks_nothing_takes_no_decision(home: House) -> None:
    await home.say("ship 1042")
    state = await home.sent("ship_order")

    with pytest.raises(Unacceptable):
        await home.calls.decide(home.principal, home.conversation, state.call.id, approved=True)


async def test_the_receipt_names_the_decider(home: House) -> None:
    await home.say("cancel 1042")
    held = await home.held()
    alice = msgspec.structs.replace(home.principal, name="Alice Ames")

    state = await home.calls.decide(alice, home.conversation, held.call.id, approved=True)

    assert state.decided is not None
    assert state.decided.by == "Alice Ames"
    answers = [logged for logged in await home.events() if isinstance(logged.event, CallAnswered)]
    assert not answers
    assert ALICE == alice.owner
