"""What a turn does, seen in its log: messages in, calls out to the page, answers back, words at the end."""

import asyncio
from datetime import datetime

import pytest

from app.contract.events import CallAnswered, CallClaimed, CallProposed, TextWritten, TurnEnded
from app.contract.ids import ConversationId, DocumentId, TabId
from app.contract.tools import PageAnswer
from app.conversations.history import messages
from app.conversations.thread import CallState
from app.errors import AlreadyClaimed, Conflict, Gone, NotReady, TurnRunning, Unacceptable
from app.pages.announcement import read_facts
from app.settings import Limits
from app.stores.database import Database
from app.stores.log import DatabaseLog
from tests.turns.house import ALICE, DOCUMENT, TAB, House, every_call_has_its_result

OTHER_TAB = TabId("t_other")


async def test_a_message_is_answered_in_finished_blocks(home: House) -> None:
    await home.say("hello")

    turn = await home.rest()

    assert turn.status == "completed"
    texts = [logged.event.text for logged in await home.events() if isinstance(logged.event, TextWritten)]
    assert texts == ["Hello there.\n\n", "All is well."]


async def test_a_press_is_sent_claimed_and_answered_with_the_note_after_it(home: House) -> None:
    await home.say("ship 1042")

    state = await home.answer("ship_order", "pressed", page={"name": "Orders, shipped"})

    turn = await home.rest()
    assert turn.status == "completed"
    assert state.answer is not None
    assert state.answer.text.startswith('Pressed "Ship order 1042".\n\n## The page the user has open: Orders, shipped')


async def test_a_call_is_claimed_by_one_document_only(home: House) -> None:
    await home.say("ship 1042")
    state = await home.sent("ship_order")

    claims = await asyncio.gather(
        *(home.calls.claim(home.principal, home.conversation, state.call.id, DOCUMENT) for _ in range(8)),
        return_exceptions=True,
    )

    assert sum(claim is None for claim in claims) == 1
    assert sum(isinstance(claim, AlreadyClaimed) for claim in claims) == 7


async def test_a_document_the_tab_does_not_show_can_not_claim(home: House) -> None:
    await home.say("ship 1042")
    state = await home.sent("ship_order")

    with pytest.raises(Conflict):
        await home.calls.claim(home.principal, home.conversation, state.call.id, "d_other")


async def test_a_second_answer_changes_nothing(home: House) -> None:
    await home.say("ship 1042")
    state = await home.answer("ship_order", "pressed")

    with pytest.raises(AlreadyClaimed):
        await home.calls.answer(home.principal, home.conversation, state.call.id, PageAnswer("missing"))

    await home.rest()
    answers = [logged for logged in await home.events() if isinstance(logged.event, CallAnswered)]
    assert len(answers) == 1


async def test_an_outcome_that_such_a_call_can_not_have_is_refused_and_the_call_stays_open(home: House) -> None:
    await home.say("ship 1042")
    state = await home.sent("ship_order")

    with pytest.raises(Unacceptable, match="filled"):
        await home.calls.answer(home.principal, home.conversation, state.call.id, PageAnswer("filled"))

    assert not (await home.thread()).calls[state.call.id].over


async def test_a_ring_can_not_come_back_as_pressed(home: House) -> None:
    await home.say("close the shop")
    state = await home.sent("close_shop")
    assert state.sent is not None
    assert state.sent.order.ring

    with pytest.raises(Unacceptable):
        await home.calls.answer(home.principal, home.conversation, state.call.id, PageAnswer("pressed"))

    answered = await home.answer("close_shop", "rung")
    assert answered.answer is not None
    assert answered.answer.text == 'Rang "Close the shop" for the user; pressing it is theirs.'


async def test_an_unknown_id_is_answered_without_troubling_the_page(home: House) -> None:
    await home.say("ship 9999")

    turn = await home.rest()

    answer = turn.calls[0].answer
    assert answer is not None
    assert answer.text == '{"error":"No ship_order has the id \\"9999\\". Its ids are 1042, 1043."}'
    assert answer.is_error


async def test_arguments_the_schema_rejects_never_reach_the_page(home: House) -> None:
    await home.say("ship nothing")

    turn = await home.rest()

    answer = turn.calls[0].answer
    assert answer is not None
    assert "ship_order got arguments its parameters reject: " in answer.text
    assert turn.calls[0].sent is None


async def test_what_left_with_the_page_is_no_longer_offered(home: House) -> None:
    await home.say("ship two")

    await home.answer("ship_order", "pressed", page={"name": "Empty"}, actions=[])

    turn = await home.rest()
    second = turn.calls[1]
    assert second.sent is None
    assert second.answer is not None
    assert second.answer.text.startswith(
        '{"error":"The page no longer offers ship_order.\\n\\n## The page the user has open: Empty'
    )


async def test_a_place_that_is_open_already_is_answered_at_once(home: House) -> None:
    await home.say("go to settings", path="/settings")

    turn = await home.rest()

    assert turn.calls[0].sent is None
    assert turn.calls[0].answer is not None
    assert turn.calls[0].answer.text.startswith("Opened /settings.\n\n## The page the user has open: Orders")


async def test_an_unknown_place_and_a_missing_id_get_the_documents_answers(home: House) -> None:
    await home.say("go to nowhere")
    first = await home.rest()
    await home.say("go to an order")
    second = await home.rest()

    answers = [turn.calls[0].answer.text for turn in (first, second) if turn.calls[0].answer]
    assert answers == [
        '{"error":"No page \\"Nowhere\\". The pages are Settings, Order."}',
        '{"error":"The Order page needs an id."}',
    ]


async def test_a_navigation_nobody_answers_counts_as_opened_after_five_seconds(home: House) -> None:
    await home.say("go to settings")
    state = await home.sent("go_to_page")
    await home.calls.claim(home.principal, home.conversation, state.call.id, DOCUMENT)

    home.clock.advance(seconds=5)

    turn = await home.rest()
    assert turn.calls[0].answer is not None
    assert turn.calls[0].answer.text.startswith("Opened /settings.\n\n## The page the user has open: Orders")


async def test_a_claimed_call_without_an_answer_may_or_may_not_have_happened(home: House) -> None:
    await home.say("ship 1042")
    state = await home.sent("ship_order")
    await home.calls.claim(home.principal, home.conversation, state.call.id, DOCUMENT)

    home.clock.advance(seconds=30)

    turn = await home.rest()
    assert turn.calls[0].answer is not None
    assert turn.calls[0].answer.text == '{"error":"ship_order did not answer: it may or may not have happened."}'
    with pytest.raises(AlreadyClaimed):
        await home.calls.answer(home.principal, home.conversation, state.call.id, PageAnswer("pressed"))


async def test_a_message_while_the_assistant_works_is_told_which_turn_is_running(home: House) -> None:
    message = await home.say("ship 1042")
    await home.sent("ship_order")

    with pytest.raises(TurnRunning) as running:
        await home.say("hello")

    assert running.value.turn == message.turn


async def test_a_message_that_asks_to_wait_is_sent_when_the_turn_is_over(home: House) -> None:
    await home.say("ship 1042")
    waiting = await home.say("hello", queue=True)
    assert len((await home.thread()).turns) == 1

    await home.answer("ship_order", "pressed")

    thread = await home.until(lambda thread: len(thread.turns) == 2 and thread.turns[1].ended)
    assert (thread.turns[1].message.id, thread.turns[1].id) == (waiting.id, waiting.turn)
    assert not thread.queued


async def test_the_same_key_sends_nothing_twice(home: House) -> None:
    first, second = await asyncio.gather(home.say("hello", key="once"), home.say("hello", key="once"))

    await home.rest()
    assert first == second
    assert len((await home.thread()).turns) == 1


async def test_stopping_keeps_what_was_written_and_answers_every_call(home: House) -> None:
    message = await home.say("long")
    await home.until(lambda thread: thread.turns[-1].items)

    await home.control.stop(home.conversation, message.turn)

    turn = await home.rest()
    assert turn.status == "stopped"
    assert "".join(turn.steps[0].texts).startswith("One paragraph that ends.\n\nAn")
    assert turn.steps[0].finished is None


async def test_a_conversation_deleted_in_the_middle_of_a_turn_ends_its_work_quietly(
    home: House, caplog: pytest.LogCaptureFixture
) -> None:
    await home.say("long")
    await home.until(lambda thread: thread.turns[-1].items)

    await home.conversations.delete(home.conversation)
    home.journal.forget(home.conversation)

    await home.until(lambda _: not home.workers.busy)
    assert "failed" not in caplog.text


async def test_stopping_a_turn_that_waits_for_the_page_answers_its_call(home: House) -> None:
    message = await home.say("ship 1042")
    await home.sent("ship_order")

    await home.control.stop(home.conversation, message.turn)

    turn = await home.rest()
    assert turn.calls[0].answer is not None
    assert "before ship_order ran" in turn.calls[0].answer.text
    assert every_call_has_its_result(await home.thread())


async def test_a_stream_that_dies_keeps_what_was_shown_and_can_be_tried_again(home: House) -> None:
    message = await home.say("break down")
    turn = await home.rest()
    assert turn.status == "cut"
    assert turn.items

    await home.control.retry(home.conversation, message.turn)

    assert (await home.rest()).status == "completed"


async def test_a_model_that_stays_overloaded_fails_the_turn_with_nothing_lost(home: House) -> None:
    await home.say("busy")

    turn = await home.rest()

    assert turn.ended == TurnEnded(turn.id, "failed", "overloaded")


async def test_a_reply_that_was_too_long_goes_on(home: House) -> None:
    message = await home.say("too much")
    assert (await home.rest()).status == "overlong"

    await home.control.go_on(home.conversation, message.turn)

    turn = await home.rest()
    assert turn.status == "completed"
    assert [step.texts for step in turn.steps] == [["The beginning"], ["and the end."]]


async def test_a_call_that_max_tokens_cut_short_never_runs(home: House) -> None:
    await home.say("half a call")

    turn = await home.rest()

    assert turn.status == "overlong"
    assert not [logged for logged in await home.events() if isinstance(logged.event, CallProposed)]


async def test_a_call_whose_json_is_broken_is_answered_and_never_runs(home: House) -> None:
    await home.say("broken call")

    turn = await home.rest()

    assert turn.calls[0].sent is None
    assert turn.calls[0].answer is not None
    assert turn.calls[0].answer.is_error


async def test_a_refusal_ends_the_turn_and_is_left_out_of_what_the_model_reads_next(home: House) -> None:
    await home.say("refuse")
    assert (await home.rest()).status == "refused"
    await home.say("hello")
    await home.rest()

    prompts = home.prompts
    read = messages(
        await home.thread(), go_on="go on", context=prompts.context, left=prompts.host_note, quoted=prompts.quote
    )

    assert [message["content"][0]["text"] for message in read if message["role"] == "user"] == ["hello"]


async def test_a_turn_that_has_ended_well_can_not_be_retried(home: House) -> None:
    message = await home.say("hello")
    await home.rest()

    with pytest.raises(Conflict):
        await home.control.retry(home.conversation, message.turn)


async def test_only_the_last_turn_can_be_tried_again(home: House) -> None:
    message = await home.say("busy")
    await home.rest()
    await home.say("hello")
    await home.rest()

    with pytest.raises(Gone):
        await home.control.retry(home.conversation, message.turn)


async def test_another_process_carries_on_where_one_died(home: House) -> None:
    await home.say("ship 1042")
    await home.sent("ship_order")
    await home.workers.close()
    other = home.hire()
    home.calls._workers = other

    await home.answer("ship_order", "pressed")

    assert (await home.rest()).status == "completed"
    claims = [logged for logged in await home.events() if isinstance(logged.event, CallClaimed)]
    assert len(claims) == 1
    await other.close()


async def test_a_request_whose_process_died_ends_as_cut_with_what_was_shown(home: House) -> None:
    await home.say("long")
    await home.until(lambda thread: thread.turns[-1].items)
    await home.workers.close()
    other = home.hire()

    other.wake(home.conversation)

    assert (await home.rest()).ended == TurnEnded((await home.thread()).turns[-1].id, "cut", "interrupted")
    await other.close()


async def test_a_database_that_was_away_for_a_moment_loses_no_turn(home: House, sqlite_database: Database) -> None:
    """The message is in the log, and nobody else knows of it: it must not wait for the next one."""
    await home.workers.close()
    await home.say("hello")
    home.log = _AwayAtFirst(sqlite_database)
    other = home.hire()

    other.wake(home.conversation)

    assert (await home.rest()).status == "completed"
    await other.close()


@pytest.mark.parametrize("limits", [Limits(requests_per_turn=1)])
async def test_a_limit_that_is_reached_ends_the_turn_and_says_which(home: House, limits: Limits) -> None:
    await home.say("ship 1042")
    await home.answer("ship_order", "pressed")

    turn = await home.rest()

    assert turn.ended == TurnEnded(turn.id, "limited", "requests")


async def test_a_turn_waits_while_its_page_is_reloaded(home: House) -> None:
    """Else a model that is asked in that moment is lent nothing, and says that it can't."""
    await home.workers.close()
    await home.say("ship 1042")
    await home.registry.leave(ALICE, TAB, DocumentId(DOCUMENT))
    other = home.hire()
    sweeping = asyncio.create_task(other.sweep())
    other.wake(home.conversation)
    await asyncio.sleep(0.2)
    waited = not (await home.thread()).turns[-1].steps

    await home.registry.announce(ALICE, TAB, read_facts({**home.facts(), "document": "d_2"}).facts)

    assert waited
    assert (await home.sent("ship_order")).sent
    sweeping.cancel()
    await other.close()


async def test_a_page_that_does_not_come_back_is_not_waited_for(home: House) -> None:
    await home.workers.close()
    await home.say("ship 1042")
    await home.registry.leave(ALICE, TAB, DocumentId(DOCUMENT))
    home.clock.advance(seconds=3)
    other = home.hire()

    other.wake(home.conversation)

    assert (await home.rest()).status == "completed"
    await other.close()


async def test_a_call_nobody_takes_is_given_to_another_tab_of_the_conversation(home: House) -> None:
    await home.say("ship 1042")
    state = await home.sent("ship_order")
    await home.registry.leave(ALICE, TAB, DocumentId(DOCUMENT))
    facts = read_facts({**home.facts(), "document": "d_2"}).facts
    await home.registry.announce(ALICE, OTHER_TAB, facts)
    await home.registry.show(ALICE, OTHER_TAB, home.conversation)

    home.clock.advance(seconds=10)

    await home.until(lambda thread: _tab(thread.calls[state.call.id]) == OTHER_TAB)


class _AwayAtFirst(DatabaseLog):
    """A log whose database refuses the first two leases and the first return of one."""

    def __init__(self, database: Database) -> None:
        super().__init__(database)
        self._refusals = {"lease": 2, "release": 1}

    async def lease(self, conversation: ConversationId, holder: str, *, until: datetime) -> bool:
        self._refuse("lease")
        return await super().lease(conversation, holder, until=until)

    async def release(self, conversation: ConversationId, holder: str, *, wake_at: datetime | None) -> None:
        self._refuse("release")
        await super().release(conversation, holder, wake_at=wake_at)

    def _refuse(self, what: str) -> None:
        if self._refusals[what]:
            self._refusals[what] -= 1
            raise NotReady("The database does not answer.")


def _tab(state: CallState) -> TabId | None:
    return state.sent.tab if state.sent else None
