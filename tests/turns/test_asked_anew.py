"""Asking first, further: what has changed is asked about anew, arguments can be put otherwise, approvals may stand."""

import pytest

from app.contract.events import CallDecided, CallHeld, CallSent
from app.contract.ids import Json
from app.contract.tools import Change
from app.conversations.history import messages
from app.conversations.thread import CallState
from app.errors import Conflict, Unacceptable
from tests.turns.house import ORDERS, House
from tests.turns.test_asking_first import CHANGED
from tests.turns.test_confirm_pause import TOOL


async def decide(home: House, state: CallState, asking: int = 1, *, standing: bool = False) -> CallState:
    """Approve what the card of that asking shows."""
    return await home.calls.decide(
        home.principal, home.conversation, state.call.id, approved=True, asking=asking, standing=standing
    )


async def asked_again(home: House, times: int = 2) -> CallState:
    """Wait until the last call was asked about so often."""
    thread = await home.until(lambda thread: any(each.asked == times for each in thread.calls.values()))
    return next(state for state in thread.calls.values() if state.asked == times)


async def result(home: House) -> str:
    """What the model reads of the first call."""
    found = messages(await home.thread(), go_on="", context=str, left=str, quoted=str)
    blocks = [block for message in found for block in message["content"] if block["type"] == "tool_result"]
    return blocks[0]["content"]


async def test_a_button_called_otherwise_by_now_is_asked_about_anew_with_what_changed(home: House) -> None:
    await home.say("cancel 1042")
    held = await home.held()
    await home.announce(actions=CHANGED)

    await decide(home, held)

    state = await asked_again(home)
    assert state.changes == (Change("label", "Cancel order 1042", "Cancel everything"),)
    assert (state.status, state.decided, state.sent) == ("held", None, None)
    await decide(home, state, 2)
    assert (await home.sent("cancel_order")).label == "Cancel everything"


async def test_an_approval_of_what_was_shown_before_is_none_of_what_is_shown_now(home: House) -> None:
    await home.say("cancel 1042")
    held = await home.held()
    await home.announce(actions=CHANGED)
    await decide(home, held)
    state = await asked_again(home)

    for stale in (1, None):
        with pytest.raises(Conflict):
            await home.calls.decide(home.principal, home.conversation, state.call.id, approved=True, asking=stale)

    assert not [logged for logged in await home.events() if isinstance(logged.event, CallSent)]


async def test_what_is_gone_altogether_is_not_asked_about_anew(home: House) -> None:
    await home.say("cancel 1042")
    held = await home.held()
    await home.announce(actions=[])

    await decide(home, held)

    [call] = (await home.rest()).calls
    assert (call.status, call.asked) == ("failed", 1)
    assert call.answer is not None
    assert call.answer.text.startswith('{"error":"The page no longer offers cancel_order.')


async def test_the_edited_arguments_run_and_the_model_is_told_so(home: House) -> None:
    await home.say("archive", tools=[TOOL])
    held = await home.held()

    editing = await home.edits.put(home.principal, home.conversation, held.call.id, 1, {"before": "2025-07-01"})

    assert (editing.faults, editing.state.asked) == ((), 2)
    await decide(home, editing.state, 2)
    state = await home.answer("archive_orders", "returned", {"archived": 3}, tools=[TOOL])
    assert state.sent is not None
    assert state.sent.order.args == {"before": "2025-07-01"}
    assert state.proposed == {"before": "2026-01-01"}
    said, _, told = (await result(home)).partition("\n\n")
    assert said == '{"archived":3}'
    assert told == 'The user changed the arguments before approving; what was approved is {"before":"2025-07-01"}.'


async def test_an_edit_the_schema_rejects_changes_nothing(home: House) -> None:
    await home.say("archive", tools=[TOOL])
    held = await home.held()

    editing = await home.edits.put(home.principal, home.conversation, held.call.id, 1, {"before": 7})

    assert [(fault.name, fault.code, fault.limit) for fault in editing.faults] == [("before", "type", "string")]
    assert (await home.thread()).calls[held.call.id].asked == 1


async def test_a_decision_on_the_arguments_before_an_edit_is_refused(home: House) -> None:
    await home.say("archive", tools=[TOOL])
    held = await home.held()
    await home.edits.put(home.principal, home.conversation, held.call.id, 1, {"before": "2025-07-01"})

    with pytest.raises(Conflict):
        await decide(home, held, 1)
    with pytest.raises(Conflict):
        await home.edits.put(home.principal, home.conversation, held.call.id, 1, {"before": "2024-07-01"})

    assert not [logged for logged in await home.events() if isinstance(logged.event, CallDecided)]


async def test_a_button_has_no_arguments_to_change(home: House) -> None:
    await home.say("cancel 1042")
    held = await home.held()

    with pytest.raises(Unacceptable):
        await home.edits.begin(home.conversation, held.call.id)


CANCEL = [each for each in ORDERS["actions"] if each["name"] == "cancel_order"]


async def again(home: House, **facts: Json) -> CallState:
    """Have the same button pressed in another turn. Returns its call once it is held, or sent."""
    await home.say("cancel 1042", **facts)
    thread = await home.until(
        lambda thread: len(thread.turns) > 1 and any(each.hold for each in thread.turns[-1].calls)
    )
    return thread.turns[-1].calls[0]


async def approved_for_good(home: House) -> CallState:
    """A cancellation that was approved for the rest of the conversation, and done."""
    home.allowed = True
    await home.say("cancel 1042")
    held = await home.held()
    await decide(home, held, standing=True)
    await home.answer("cancel_order", "pressed")
    await home.rest()
    return held


async def test_what_was_approved_for_the_conversation_is_not_asked_about_again(home: House) -> None:
    first = await approved_for_good(home)

    state = await again(home)

    assert (state.under, state.status, state.asked) == (first.call.id, "running", 0)
    assert state.decided is not None
    await home.answer("cancel_order", "pressed")
    assert (await home.rest()).calls[0].status == "answered"


@pytest.mark.parametrize(
    "elsewhere",
    [{"path": "/orders?of=another"}, {"page": {"name": "Another"}}, {"origin": "https://other.example.com"}],
    ids=["path", "page", "origin"],
)
async def test_it_stands_for_no_other_page(home: House, elsewhere: dict[str, Json]) -> None:
    await approved_for_good(home)

    state = await again(home, **elsewhere)

    assert (state.under, state.asked) == (None, 1)


async def test_it_stands_for_no_button_of_another_label(home: House) -> None:
    await approved_for_good(home)

    state = await again(home, actions=[{**each, "label": "Cancel and refund 1042"} for each in CANCEL])

    assert (state.under, state.asked) == (None, 1)


async def test_what_was_taken_back_asks_again(home: House) -> None:
    first = await approved_for_good(home)
    await home.calls.revoke(home.principal, home.conversation, first.call.id)
    await home.calls.revoke(home.principal, home.conversation, first.call.id)

    state = await again(home)

    assert (state.under, state.asked) == (None, 1)


async def test_what_the_workspace_does_not_allow_any_more_asks_again(home: House) -> None:
    await approved_for_good(home)
    home.allowed = False

    state = await again(home)

    assert (state.under, state.asked, state.may_stand) == (None, 1, False)


async def test_where_the_workspace_does_not_allow_it_nothing_is_approved_for_longer_than_once(home: House) -> None:
    await home.say("cancel 1042")
    held = await home.held()

    with pytest.raises(Unacceptable):
        await decide(home, held, standing=True)

    assert len([each for each in await home.events() if isinstance(each.event, CallHeld)]) == 1


async def test_a_call_whose_document_left_is_answered_soon_and_not_only_when_its_time_is_up(home: House) -> None:
    await home.say("ship 1042")
    sent = await home.sent("ship_order")
    await home.calls.claim(home.principal, home.conversation, sent.call.id, "d_1")
    await home.registry.leave(home.principal.owner, sent.sent.tab, "d_1")  # pyright: ignore[reportOptionalMemberAccess, reportArgumentType]

    home.clock.advance(seconds=11)
    home.workers.wake(home.conversation)

    [call, *_] = (await home.rest()).calls
    assert call.answer is not None
    assert call.answer.text == '{"error":"ship_order did not answer: it may or may not have happened."}'
