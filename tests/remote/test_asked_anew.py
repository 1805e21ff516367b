"""A remote change that is another thing by now, or that a person puts otherwise: previewed again, and decided anew."""

from app.contract.tools import Change
from tests.remote.host import CREATE, Host, Reply, refusal
from tests.remote.test_changes import answer
from tests.turns.house import House
from tests.turns.test_asked_anew import asked_again, decide


async def test_a_tool_defined_otherwise_by_now_is_previewed_and_asked_about_anew(home: House, host: Host) -> None:
    await home.say("create a task")
    held = await home.held()
    host.tools = [{**CREATE, "description": "Create a task for everybody", "verb": "update"}]

    await decide(home, held)

    state = await asked_again(home)
    assert state.changes == (
        Change("verb", "create", "update"),
        Change("description", "Create a task in the current project", "Create a task for everybody"),
    )
    assert host.executed == []
    await decide(home, state, 2)
    assert await answer(home) == '{"done":true}'
    assert len(host.executed) == 1


async def test_a_preview_that_says_something_else_after_a_while_is_shown_before_anything_runs(
    home: House, host: Host
) -> None:
    await home.say("create a task")
    held = await home.held()
    host.replies = {"/tools/preview": Reply({"preview": "Create a task, for 40.00"})}
    home.clock.advance(minutes=2)

    await decide(home, held)

    state = await asked_again(home)
    assert [(change.what, change.now) for change in state.changes] == [("label", "Create a task, for 40.00")]
    assert host.executed == []


async def test_edited_arguments_are_previewed_before_they_can_be_approved(home: House, host: Host) -> None:
    await home.say("create a task")
    held = await home.held()

    editing = await home.edits.put(home.principal, home.conversation, held.call.id, 1, {"title": "Ship it"})

    assert editing.state.hold is not None
    assert editing.state.hold.label == 'create_task with {"title": "Ship it"}'
    await decide(home, editing.state, 2)
    assert await answer(home) == '{"done":true}'
    assert [asked.body["arguments"] for asked in host.executed] == [{"title": "Ship it"}]


async def test_arguments_the_host_has_no_preview_for_leave_the_question_as_it_was(home: House, host: Host) -> None:
    await home.say("create a task")
    held = await home.held()
    host.replies = {"/tools/preview": refusal(422, "no")}

    editing = await home.edits.put(home.principal, home.conversation, held.call.id, 1, {"title": "Ship it"})

    assert [fault.code for fault in editing.faults] == ["unasked"]
    assert (await home.thread()).calls[held.call.id].call.args == {"title": "Ship the release"}


async def test_a_remote_tool_is_never_approved_for_longer_than_once(home: House, host: Host) -> None:
    home.allowed = True
    await home.say("create a task")

    assert not (await home.held()).may_stand
