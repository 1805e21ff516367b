"""A `get` runs at once, inside the turn, and the model reads what came of it."""

import asyncio

import pytest

from app.contract.events import CallHeld, RemoteLent, StepStarted
from app.settings import Limits
from tests.remote.host import SECRET, Host, Reply
from tests.turns.house import House, every_call_has_its_result


async def test_a_get_is_executed_without_asking_and_its_output_is_read(home: House, host: Host) -> None:
    host.output = {"results": [{"id": 42, "name": "Fjord mug"}]}
    await home.say("find mugs")

    turn = await home.rest()

    assert turn.status == "completed"
    assert turn.calls[0].answer is not None
    assert turn.calls[0].answer.text == '{"results":[{"id":42,"name":"Fjord mug"}]}'
    assert not [logged for logged in await home.events() if isinstance(logged.event, CallHeld)]
    assert every_call_has_its_result(await home.thread())


async def test_every_request_carries_the_secret_and_the_execution_scope(home: House, host: Host) -> None:
    home.principal = home.principal.__class__(
        home.principal.owner, ("tasks:read", "tasks:write"), home.principal.expires_at
    )
    await home.say("find mugs")
    await home.rest()

    lent = next(logged.event for logged in await home.events() if isinstance(logged.event, RemoteLent))
    scope = [
        ("workspaceId", "ws_1"),
        ("externalUserId", "alice"),
        ("requestId", lent.request_id),
        ("permissions", "tasks:read"),
        ("permissions", "tasks:write"),
    ]
    assert {asked.bearer for asked in host.asked} == {SECRET}
    assert [asked.query for asked in host.of("/tools")] == [scope]
    assert [asked.query for asked in host.of("/context")] == [scope]
    [executed] = host.executed
    assert executed.body == {
        "tool": "find_products",
        "callId": (await home.thread()).turns[0].calls[0].call.id,
        "arguments": {"query": "mug"},
        "execution": {
            "workspaceId": "ws_1",
            "externalUserId": "alice",
            "permissions": ["tasks:read", "tasks:write"],
            "requestId": lent.request_id,
        },
    }


async def test_tools_and_context_are_asked_once_a_turn_before_the_model_runs(home: House, host: Host) -> None:
    await home.say("find twice")
    await home.rest()
    logged = [logged.event for logged in await home.events()]

    assert len(host.of("/tools")) == 1
    assert len(host.of("/context")) == 1
    assert len(host.executed) == 2
    first_step = next(place for place, event in enumerate(logged) if isinstance(event, StepStarted))
    assert isinstance(logged[first_step - 2], RemoteLent)


async def test_tools_and_context_are_asked_side_by_side(home: House, host: Host) -> None:
    host.replies = {"/tools": Reply({"tools": []}, beside=2), "/context": Reply({}, beside=2)}
    await home.say("hello")

    await home.rest()

    assert host.most_at_once == 2


async def test_several_gets_of_a_step_run_side_by_side_four_at_most(home: House, host: Host) -> None:
    host.replies = {"/tools/execute": lambda asked: Reply({"output": asked.body["arguments"]}, seconds=0.1, beside=4)}
    await home.say("find six things")

    turn = await home.rest()

    assert host.most_at_once == 4
    assert [state.answer.text for state in turn.calls if state.answer] == [
        f'{{"query":"{letter}"}}' for letter in "abcdef"
    ]


async def test_wrong_arguments_are_rejected_before_anything_is_sent(home: House, host: Host) -> None:
    await home.say("find nothing")

    turn = await home.rest()

    assert turn.calls[0].answer is not None
    assert turn.calls[0].answer.text.startswith('{"error":"find_products got arguments its parameters reject: ')
    assert host.executed == []


async def test_a_get_that_a_dead_process_left_is_made_again(home: House, host: Host) -> None:
    host.replies = {"/tools/execute": Reply({"output": {}}, seconds=30)}
    await home.say("find mugs")
    await home.until(lambda _: host.executed)
    await home.workers.close()
    host.replies = {}

    successor = home.hire()
    successor.wake(home.conversation)

    turn = await home.rest()
    assert turn.calls[0].status == "answered"
    assert len(host.executed) == 2
    await successor.close()


async def test_a_turn_without_integrations_asks_nobody(home: House) -> None:
    await home.say("hello")

    await home.rest()

    assert not [logged for logged in await home.events() if isinstance(logged.event, RemoteLent)]


async def test_what_a_server_answered_survives_a_message_that_was_queued_meanwhile(home: House, host: Host) -> None:
    host.replies = {"/tools/execute": Reply({"output": {"id": 7}}, seconds=0.3)}
    await home.say("find mugs")
    await home.until(lambda _: host.executed)

    await home.say("hello", queue=True)

    turns = (await home.until(lambda thread: len(thread.turns) == 2 and thread.turns[1].ended)).turns
    assert turns[0].calls[0].answer is not None
    assert turns[0].calls[0].answer.text == '{"id":7}'
    assert len(host.executed) == 1
    await asyncio.sleep(0)


async def test_of_one_step_no_more_gets_are_made_than_the_turn_may_make_calls(
    home: House, host: Host, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(home, "limits", Limits(calls_per_turn=5))
    await home.workers.close()
    home.workers = home.hire()
    monkeypatch.setattr(home.messages, "_workers", home.workers)

    await home.say("find six things")

    turn = await home.rest()
    assert turn.status == "limited"
    assert len(host.executed) == 4
    last = turn.calls[-1].answer
    assert last is not None
    assert last.text == '{"error":"The turn ended before find_products ran."}'


async def test_gets_are_bounded_by_the_turns_limits(home: House, host: Host, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(home, "limits", Limits(calls_per_turn=1))
    await home.workers.close()
    home.workers = home.hire()
    monkeypatch.setattr(home.messages, "_workers", home.workers)

    await home.say("find twice")

    assert (await home.rest()).status == "limited"
    assert len(host.executed) == 1
