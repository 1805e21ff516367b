"""What a pause asks and how it resumes, row by row of the model-context document; and a page's tool that asks first."""

import msgspec
import pytest

from app.contract.ids import Json
from app.contract.tools import Hold
from tests.turns.house import House

TOOL: Json = {
    "name": "archive_orders",
    "description": "Archive all orders placed before a day.",
    "parameters": {"type": "object", "properties": {"before": {"type": "string"}}, "required": ["before"]},
    "consequential": True,
}


async def asked(home: House, **more: Json) -> Hold:
    await home.say("archive", tools=[{**TOOL, **more}])
    state = await home.held()
    assert state.hold is not None
    return state.hold


@pytest.mark.parametrize("consequential", [True, "confirm"])
async def test_a_tool_asks_with_its_description_for_a_label_and_without_an_id(home: House, consequential: Json) -> None:
    hold = await asked(home, consequential=consequential)

    assert msgspec.to_builtins(hold) == {"name": "archive_orders", "label": TOOL["description"]}


async def test_an_action_asks_with_its_name_its_label_and_its_id(home: House) -> None:
    await home.say("cancel 1042")

    hold = (await home.held()).hold

    assert msgspec.to_builtins(hold) == {"name": "cancel_order", "label": "Cancel order 1042", "id": "1042"}


async def test_only_an_approval_goes_ahead_and_a_declined_tool_is_told_by_its_name(home: House) -> None:
    await asked(home)
    held = await home.held()

    await home.calls.decide(home.principal, home.conversation, held.call.id, approved=False)

    [call] = (await home.rest()).calls
    assert (call.status, call.sent) == ("declined", None)
    assert call.answer is not None
    assert call.answer.text == (
        "The user declined archive_orders. That is final: leave it unless they ask for it again."
    )


async def test_an_approved_tool_runs_with_the_arguments_that_were_shown(home: House) -> None:
    await asked(home)
    held = await home.held()

    await home.calls.decide(home.principal, home.conversation, held.call.id, approved=True)

    state = await home.answer("archive_orders", "returned", {"archived": 12}, tools=[TOOL])
    assert state.sent is not None
    assert state.sent.order.args == held.call.args == {"before": "2026-01-01"}
    assert state.answer is not None
    assert state.answer.text == '{"archived":12}'


@pytest.mark.parametrize(
    "changed",
    [{"description": "Archive all of them."}, {"consequential": False}, {"parameters": {"type": "object"}}],
    ids=["description", "marker", "schema"],
)
async def test_a_tool_that_changed_since_it_was_shown_does_not_run(home: House, changed: Json) -> None:
    await asked(home)
    held = await home.held()
    await home.announce(tools=[{**TOOL, **changed}])

    await home.calls.decide(home.principal, home.conversation, held.call.id, approved=True)

    [call] = (await home.rest()).calls
    assert (call.status, call.sent) == ("failed", None)
    assert call.answer is not None
    assert call.answer.text.startswith('{"error":"The page no longer offers archive_orders.')


async def test_arguments_a_tool_rejects_are_never_asked_about(home: House) -> None:
    await home.say("archive", tools=[{**TOOL, "parameters": {**TOOL["parameters"], "required": ["until"]}}])

    [call] = (await home.rest()).calls

    assert call.hold is None
    assert call.answer is not None
    assert call.answer.text.startswith('{"error":"archive_orders got arguments its parameters reject: ')
