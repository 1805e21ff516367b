"""Several calls of one step that ask first: one question at a time, each with its own decision."""

from app.contract.events import CallAnswered, CallHeld, CallSent
from app.contract.ids import Json
from app.conversations.thread import Turn
from tests.turns.house import ALICE, TAB, House, every_call_has_its_result

ORDERS = ("1042", "1043", "1044")
ACTIONS: Json = [
    {"name": "cancel_order", "id": number, "label": f"Cancel order {number}", "consequential": "confirm"}
    for number in ORDERS
]


async def decide(home: House, *, approved: bool) -> str:
    """Decide the question that waits; the id it was about."""
    held = await home.held()
    await home.calls.decide(home.principal, home.conversation, held.call.id, approved=approved)
    if approved:
        await home.answer("cancel_order", "pressed", actions=ACTIONS)
    return held.call.args["id"]


async def mixed(home: House) -> Turn:
    await home.say("cancel all three", actions=ACTIONS)
    asked = [await decide(home, approved=approved) for approved in (True, False, True)]
    assert asked == list(ORDERS)
    return await home.rest()


async def test_each_is_decided_by_itself_in_the_model_s_order(home: House) -> None:
    turn = await mixed(home)

    assert [state.status for state in turn.calls] == ["answered", "declined", "answered"]
    sent = [logged.event.sent.order.target for logged in await home.events() if isinstance(logged.event, CallSent)]
    assert sent == ["1042", "1044"]
    assert every_call_has_its_result(await home.thread())


async def test_the_next_is_asked_only_once_the_one_before_is_over(home: House) -> None:
    await mixed(home)

    # Held, decided, sent, claimed, answered: a question comes behind the end of the one before it.
    thread = await home.thread()
    held = [logged.seq for logged in await home.events() if isinstance(logged.event, CallHeld)]
    answered = [logged.seq for logged in await home.events() if isinstance(logged.event, CallAnswered)]
    assert len(thread.calls) == 3
    assert held[1] > answered[0]
    assert held[2] > answered[1]


async def test_an_expired_one_does_not_keep_the_next_from_being_asked(home: House) -> None:
    await home.say("cancel all three", actions=ACTIONS)
    await home.held()
    await home.workers.close()
    home.clock.advance(hours=24)
    await home.announce(actions=ACTIONS)
    await home.registry.show(ALICE, TAB, home.conversation)

    other = home.hire()
    other.wake(home.conversation)

    second = (
        (await home.until(lambda thread: [state.status for state in thread.turns[-1].calls][:2] == ["expired", "held"]))
        .turns[-1]
        .calls[1]
    )

    assert second.call.args == {"id": "1043"}
    await other.close()


async def test_what_left_the_page_meanwhile_does_not_go_through_and_the_next_is_asked(home: House) -> None:
    await home.say("cancel all three", actions=ACTIONS)
    first = await home.held()
    await home.announce(actions=ACTIONS[1:])

    await home.calls.decide(home.principal, home.conversation, first.call.id, approved=True)

    await home.until(lambda thread: thread.calls[first.call.id].over)
    assert (await home.thread()).calls[first.call.id].status == "failed"
    assert (await home.held()).call.args == {"id": "1043"}
