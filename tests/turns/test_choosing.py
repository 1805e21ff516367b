"""A question with choices waits for one pick: of the right option, once, however long it takes."""

import asyncio
import json

import pytest

from app.contract.events import CallAnswered, CallDecided
from app.contract.tools import Hold
from app.conversations.thread import CallState
from app.errors import AlreadyDecided, Gone, Unacceptable, UnknownCall
from tests.turns.house import House, every_call_has_its_result

OPTIONS = ["Order 1042, the oldest", "Two\nlines", "Neither"]
ASK = "offer_choices " + json.dumps({"question": "Which one first?", "options": OPTIONS})


async def asked(home: House) -> CallState:
    await home.say(ASK)
    return await home.held()


async def pick(home: House, state: CallState, option: str) -> CallState:
    return await home.picks.pick(home.conversation, state.call.id, option)


async def test_a_question_is_held_with_its_words_for_a_label(home: House) -> None:
    state = await asked(home)

    assert (state.status, state.hold) == ("held", Hold("offer_choices", "Which one first?"))
    assert (await home.thread()).turns[-1].status == "waiting"


@pytest.mark.parametrize(("said", "meant"), [("Neither", "Neither"), ("Two lines", "Two\nlines")])
async def test_a_pick_is_the_answer(home: House, said: str, meant: str) -> None:
    state = await pick(home, await asked(home), said)

    assert state.answer is not None
    assert (state.status, state.answer.text) == ("answered", f'The user picked "{meant}".')
    assert (await home.rest()).status == "completed"
    assert every_call_has_its_result(await home.thread())


async def test_a_pick_outside_the_options_is_refused_and_the_question_stays_open(home: House) -> None:
    state = await asked(home)

    with pytest.raises(Unacceptable):
        await pick(home, state, "Order 1042")

    assert (await home.thread()).calls[state.call.id].status == "held"


async def test_a_second_pick_is_told_that_it_was_picked(home: House) -> None:
    state = await asked(home)
    await pick(home, state, "Neither")

    with pytest.raises(AlreadyDecided):
        await pick(home, state, OPTIONS[0])


async def test_of_sixty_four_picks_at_once_exactly_one_counts(home: House) -> None:
    state = await asked(home)

    picks = await asyncio.gather(*(pick(home, state, OPTIONS[at % 3]) for at in range(64)), return_exceptions=True)

    await home.rest()
    answers = [logged.event for logged in await home.events() if isinstance(logged.event, CallAnswered)]
    assert sum(isinstance(each, CallState) for each in picks) == 1
    assert sum(isinstance(each, AlreadyDecided) for each in picks) == 63
    assert len(answers) == 1


async def test_a_message_instead_of_a_pick_leaves_the_question_undecided(home: House) -> None:
    state = await asked(home)

    await home.say("hello")

    await home.rest()
    left = (await home.thread()).calls[state.call.id]
    assert left.answer is not None
    assert (left.status, left.answer.text) == ("undecided", "The user sent a message instead of picking.")
    with pytest.raises(Gone):
        await pick(home, state, "Neither")


async def test_a_question_expires_and_a_late_pick_is_told_so(home: House) -> None:
    state = await asked(home)

    home.clock.advance(hours=24)

    turn = await home.rest()
    assert turn.calls[0].answer is not None
    assert (turn.calls[0].status, turn.calls[0].answer.text) == ("expired", "The user did not pick in time.")
    with pytest.raises(Gone):
        await pick(home, state, "Neither")


async def test_a_pick_that_comes_just_too_late_is_the_expiry(home: House) -> None:
    state = await asked(home)
    home.clock.advance(hours=24)
    await home.workers.close()

    with pytest.raises(Gone):
        await pick(home, state, "Neither")

    assert (await home.thread()).calls[state.call.id].status == "expired"


async def test_stopping_the_turn_closes_the_question(home: House) -> None:
    state = await asked(home)

    await home.control.stop(home.conversation, state.call.turn)

    assert (await home.rest()).status == "stopped"
    with pytest.raises(Gone):
        await pick(home, state, "Neither")
    assert every_call_has_its_result(await home.thread())


async def test_a_question_outlives_a_restart(home: House) -> None:
    state = await asked(home)
    await home.workers.close()
    home.picks._workers = other = home.hire()

    await pick(home, state, "Neither")

    turn = await home.rest()
    assert turn.steps[-1].texts == ['It answered: The user picked "Neither".']
    await other.close()


async def test_a_question_takes_no_decision_and_a_held_action_no_pick(home: House) -> None:
    question = await asked(home)
    with pytest.raises(Unacceptable):
        await home.calls.decide(home.principal, home.conversation, question.call.id, approved=True)
    await pick(home, question, "Neither")
    await home.rest()
    await home.say("cancel 1042")
    action = await home.held()

    with pytest.raises(Unacceptable):
        await pick(home, action, "Neither")

    assert not [logged for logged in await home.events() if isinstance(logged.event, CallDecided)]


async def test_a_call_nobody_made_has_nothing_to_pick(home: House) -> None:
    state = await asked(home)

    with pytest.raises(UnknownCall):
        await home.picks.pick(home.conversation, state.call.id[:-1] + "999", "Neither")  # pyright: ignore[reportArgumentType]
