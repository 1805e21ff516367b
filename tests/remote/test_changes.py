"""Changes: the host's preview and Apply, for what is deleted a second word, and never more than one execution."""

import asyncio

import pytest
from msgspec.structs import replace

from app.contract.events import CallDecided, CallHeld, CallStarted
from app.contract.tools import Hold
from app.conversations.thread import CallState
from app.errors import AlreadyDecided, Conflict
from tests.remote.host import ALL, CREATE, Host, Reply, refusal
from tests.turns.house import House, every_call_has_its_result

NOT_OFFERED = '{"error":"The app no longer offers create_task."}'


async def decide(home: House, state: CallState, *, approved: bool = True, confirmed: bool = False) -> CallState:
    return await home.calls.decide(
        home.principal, home.conversation, state.call.id, approved=approved, confirmed=confirmed
    )


async def answer(home: House) -> str:
    """What the first call of a turn that is over came back with."""
    state = (await home.rest()).calls[0]
    assert state.answer is not None
    return state.answer.text


@pytest.mark.parametrize(
    ("words", "preview"),
    [
        ("create a task", 'create_task with {"title": "Ship the release"}'),
        ("rename the task", 'rename_task with {"title": "Ship it"}'),
        ("delete the task", 'delete_task with {"id": "7"}'),
    ],
)
async def test_a_change_stops_the_turn_with_the_hosts_preview(
    home: House, host: Host, words: str, preview: str
) -> None:
    await home.say(words)

    state = await home.held()

    assert state.hold == Hold(state.call.name, preview)
    assert (await home.thread()).turns[-1].status == "waiting"
    assert host.executed == []


@pytest.mark.parametrize("words", ["create a task", "rename the task"])
async def test_apply_triggers_the_execution_with_the_previews_own_body(home: House, host: Host, words: str) -> None:
    host.output = {"id": "task_789", "status": "open"}
    await home.say(words)

    await decide(home, await home.held())

    assert await answer(home) == '{"id":"task_789","status":"open"}'
    [previewed], [executed] = host.of("/tools/preview"), host.executed
    assert executed.body == previewed.body
    assert executed.body["callId"] == (await home.thread()).turns[0].calls[0].call.id


async def test_the_scope_is_sent_whole_for_a_user_without_permissions_too(home: House, host: Host) -> None:
    await home.say("create a task")

    await home.held()

    [previewed] = host.of("/tools/preview")
    assert set(previewed.body["execution"]) == {"workspaceId", "externalUserId", "permissions", "requestId"}
    assert previewed.body["execution"]["permissions"] == []


@pytest.mark.parametrize("shown", ["x" * 2_000, "x" * 2_001])
async def test_a_preview_too_long_for_its_card_says_that_it_was_cut(home: House, host: Host, shown: str) -> None:
    host.replies = {"/tools/preview": Reply({"preview": shown})}
    await home.say("create a task")

    hold = (await home.held()).hold

    assert hold is not None
    assert len(hold.label) == 2_000
    assert hold.label.endswith("…") == (len(shown) > 2_000)


async def test_cancel_executes_nothing(home: House, host: Host) -> None:
    await home.say("create a task")

    await decide(home, await home.held(), approved=False)

    assert await answer(home) == (
        "The user declined create_task. That is final: leave it unless they ask for it again."
    )
    assert host.executed == []


async def test_the_first_word_for_a_deletion_asks_once_more_and_executes_nothing(home: House, host: Host) -> None:
    await home.say("delete the task")

    state = await decide(home, await home.held())

    assert state.status == "confirming"
    assert (await home.thread()).turns[-1].status == "waiting"
    await asyncio.sleep(0.1)
    assert host.executed == []


async def test_only_the_second_word_executes_a_deletion(home: House, host: Host) -> None:
    await home.say("delete the task")
    state = await decide(home, await home.held())

    await decide(home, state, confirmed=True)

    assert await answer(home) == '{"done":true}'
    assert len(host.executed) == 1


async def test_a_confirmation_before_the_first_word_is_a_conflict(home: House, host: Host) -> None:
    await home.say("delete the task")
    held = await home.held()

    with pytest.raises(Conflict):
        await decide(home, held, confirmed=True)

    assert (await home.thread()).calls[held.call.id].status == "held"


async def test_the_first_word_again_confirms_nothing(home: House, host: Host) -> None:
    await home.say("delete the task")
    state = await decide(home, await home.held())

    with pytest.raises(AlreadyDecided):
        await decide(home, state)

    assert (await home.thread()).calls[state.call.id].status == "confirming"
    assert host.executed == []


async def test_a_deletion_can_be_given_up_at_the_second_question(home: House, host: Host) -> None:
    await home.say("delete the task")
    state = await decide(home, await home.held())

    await decide(home, state, approved=False, confirmed=True)

    assert (await home.rest()).calls[0].status == "declined"
    assert host.executed == []


async def test_a_message_at_the_second_question_leaves_the_deletion_undone(home: House, host: Host) -> None:
    await home.say("delete the task")
    await decide(home, await home.held())

    await home.say("hello")

    await home.rest()
    [state] = (await home.thread()).turns[0].calls
    assert state.status == "undecided"
    assert state.answer is not None
    assert state.answer.text == "The user sent a message instead of deciding."
    assert host.executed == []


async def test_of_many_confirmations_at_once_one_counts_and_one_execution_is_sent(home: House, host: Host) -> None:
    await home.say("delete the task")
    state = await decide(home, await home.held())

    decisions = await asyncio.gather(*(decide(home, state, confirmed=True) for _ in range(64)), return_exceptions=True)

    await home.rest()
    assert sum(not isinstance(decision, BaseException) for decision in decisions) == 1
    assert sum(isinstance(logged.event, CallDecided) for logged in await home.events()) == 1
    assert len(host.executed) == 1


async def test_the_permissions_are_the_deciding_tokens(home: House, host: Host) -> None:
    await home.say("create a task")
    held = await home.held()
    home.principal = replace(home.principal, permissions=("tasks:write",))
    host.asked.clear()

    await decide(home, held)

    await home.rest()
    assert ("permissions", "tasks:write") in host.of("/tools")[0].query
    assert host.executed[0].body["execution"]["permissions"] == ["tasks:write"]


async def test_tools_are_asked_for_once_more_before_a_change_goes_ahead(home: House, host: Host) -> None:
    await home.say("create a task")
    held = await home.held()
    host.asked.clear()

    await decide(home, held)

    await home.rest()
    assert [asked.path for asked in host.asked] == ["/tools", "/tools/execute"]


@pytest.mark.parametrize(
    "changed",
    [
        {"description": "Create a task for everybody"},
        {"verb": "delete"},
        {"inputSchema": {"type": "object", "properties": {}}},
        {"name": "make_task"},
    ],
)
async def test_a_tool_whose_definition_changed_while_its_call_waited_does_not_run(
    home: House, host: Host, changed: dict[str, str]
) -> None:
    await home.say("create a task")
    held = await home.held()
    host.tools = [{**CREATE, **changed}]

    await decide(home, held)

    assert await answer(home) == NOT_OFFERED
    assert host.executed == []


async def test_a_tool_that_was_taken_off_the_allowlist_while_its_call_waited_does_not_run(
    home: House, host: Host
) -> None:
    await home.say("create a task")
    held = await home.held()
    [integration] = await home.integrations.of(home.principal.owner.workspace)
    await home.integrations.put(replace(integration, allowed_tools=("find_products",)))

    await decide(home, held)

    assert await answer(home) == NOT_OFFERED
    assert host.executed == []


async def test_a_server_that_was_disconnected_while_its_call_waited_is_not_called(home: House, host: Host) -> None:
    await home.say("create a task")
    held = await home.held()
    await home.connections.disconnect(home.principal.owner.workspace, "shop")
    host.asked.clear()

    await decide(home, held)

    assert await answer(home) == NOT_OFFERED
    assert host.asked == []


async def test_when_the_tools_cannot_be_asked_for_once_more_nothing_is_sent(home: House, host: Host) -> None:
    await home.say("create a task")
    held = await home.held()
    host.replies = {"/tools": refusal(503, "down")}

    await decide(home, held)

    assert await answer(home) == '{"error":"create_task failed: the app had a problem of its own."}'
    assert host.executed == []
    assert not [logged for logged in await home.events() if isinstance(logged.event, CallStarted)]


@pytest.mark.parametrize(
    "reply",
    [
        refusal(400, "no"),
        refusal(500, "no"),
        Reply({"preview": ""}),
        Reply({"preview": 7}),
        Reply({}),
        Reply(raw=b"<p>"),
    ],
)
async def test_a_preview_that_fails_shows_no_card_and_offers_nothing(home: House, host: Host, reply: Reply) -> None:
    host.replies = {"/tools/preview": reply}
    await home.say("create a task")

    assert await answer(home) == ('{"error":"create_task could not be previewed, so it was not offered to the user."}')
    assert not [logged for logged in await home.events() if isinstance(logged.event, CallHeld)]
    assert host.executed == []


async def test_a_started_change_of_a_dead_process_may_have_happened_and_is_never_sent_again(
    home: House, host: Host
) -> None:
    host.replies = {"/tools/execute": Reply({"output": {}}, seconds=30)}
    await home.say("create a task")
    await decide(home, await home.held())
    await home.until(lambda _: host.executed)
    await home.workers.close()

    successor = home.hire()
    successor.wake(home.conversation)

    assert await answer(home) == ('{"error":"create_task did not answer: it may or may not have happened."}')
    assert len(host.executed) == 1
    await successor.close()


async def test_a_change_that_was_logged_as_started_but_never_sent_is_not_sent_by_another_process(
    home: House, host: Host
) -> None:
    await home.say("create a task")
    held = await home.held()
    await home.workers.close()
    decided = CallDecided(held.call.id, approved=True, by="alice", at=home.clock())
    await home.journal.append(
        home.conversation, [decided, CallStarted(held.call.id, "gone")], after=(await home.thread()).head
    )

    successor = home.hire()
    successor.wake(home.conversation)

    assert "may or may not have happened" in await answer(home)
    assert host.executed == []
    await successor.close()


async def test_a_stop_while_a_change_is_under_way_says_that_it_may_have_happened(home: House, host: Host) -> None:
    host.replies = {"/tools/execute": Reply({"output": {}}, seconds=30)}
    await home.say("create a task")
    held = await home.held()
    await decide(home, held)
    await home.until(lambda _: host.executed)

    await home.control.stop(home.conversation, held.call.turn)

    assert await answer(home) == (
        '{"error":"The user stopped the turn while create_task was running: it may or may not have happened."}'
    )


async def test_calls_around_a_change_keep_the_models_order(home: House, host: Host) -> None:
    await home.say("find and create")
    held = await home.held()
    assert [asked.body["tool"] for asked in host.executed] == ["find_products"]

    await decide(home, held)

    await home.rest()
    assert [asked.body["tool"] for asked in host.executed] == ["find_products", "create_task", "find_products"]
    assert every_call_has_its_result(await home.thread())


async def test_a_change_that_waits_expires(home: House, host: Host) -> None:
    await home.say("create a task")
    held = await home.held()

    home.clock.advance(hours=25)
    home.workers.wake(home.conversation)

    assert (await home.rest()).calls[0].status == "expired"
    assert held.expires_at is not None
    assert host.executed == []


async def test_a_change_waits_for_a_restart_and_a_decision_after_it(home: House, host: Host) -> None:
    await home.say("create a task")
    held = await home.held()
    await home.workers.close()
    successor = home.hire()

    await decide(home, held)
    successor.wake(home.conversation)

    assert await answer(home) == '{"done":true}'
    assert len(host.executed) == 1
    assert len(ALL) == 4
    await successor.close()
