"""How a script plays: step by step, on the tools the page really lent, and honestly when it cannot."""

from __future__ import annotations

import pytest
from anthropic import InternalServerError

from app.contract.ids import Json
from app.rehearsal.script import load_scripts
from tests.rehearsal.conversing import Conversation, called, rehearsing, said, tool

SHIP: Json = {
    "name": "ship",
    "ask": "Ship order 7",
    "says": r"\bship (?P<number>\d+)",
    "lent": ["ship_order"],
    "steps": [
        {"text": "I ship {number}.", "calls": [{"call": "ship_order", "with": {"id": "{number}"}}]},
        {"text": "It answered: {answer}"},
    ],
}


async def test_steps_follow_the_answers_of_the_page() -> None:
    async with rehearsing([SHIP]) as client:
        talk = Conversation(client, [tool("ship_order", "id")])

        first = await talk.hear("Please SHIP 7 now")
        second = await talk.answer({"ship_order": 'Pressed "Ship order 7".'})

    assert (said(first), called(first)) == ("I ship 7.", {"ship_order": {"id": "7"}})
    assert (first.stop_reason, second.stop_reason) == ("tool_use", "end_turn")
    assert said(second) == 'It answered: Pressed "Ship order 7".'


async def test_the_next_words_begin_anew_even_beside_results() -> None:
    async with rehearsing([SHIP]) as client:
        talk = Conversation(client, [tool("ship_order", "id")])
        first = await talk.hear("ship 7")
        call = first.content[-1].to_dict()["id"]
        result: Json = {"type": "tool_result", "tool_use_id": call, "content": "The user sent a message instead."}
        talk.messages.append({"role": "user", "content": [result, {"type": "text", "text": "ship 8"}]})

        answer = await talk.go_on()

    assert called(answer) == {"ship_order": {"id": "8"}}


async def test_a_script_goes_on_although_the_page_lends_other_tools_meanwhile() -> None:
    steps = [{"calls": [{"call": "go"}]}, {"calls": [{"call": "save"}]}]
    scripts = [
        {"name": "here", "says": "save", "lent": ["save"], "steps": [{"text": "Here."}]},
        {"name": "elsewhere", "says": "save", "lent": ["go"], "steps": steps},
    ]
    async with rehearsing(scripts) as client:
        talk = Conversation(client, [tool("go")])
        await talk.hear("save")
        talk.lent = [tool("go"), tool("save")]

        answer = await talk.answer({"go": "Opened."})

    assert called(answer) == {"save": {}}


async def test_a_tool_that_left_is_not_pretended_to_be_there() -> None:
    steps = [{"calls": [{"call": "a"}]}, {"text": "And now", "calls": [{"call": "b"}]}]
    async with rehearsing([{"name": "two", "says": "", "steps": steps}]) as client:
        talk = Conversation(client, [tool("a"), tool("c")])
        await talk.hear("go")

        answer = await talk.answer({"a": "done"})

    assert said(answer) == "I wanted to call `b`, but the page does not lend it now. It lends `a` and `c`."
    assert answer.stop_reason == "end_turn"


async def test_a_failed_call_is_told_as_it_is_and_ends_the_script() -> None:
    async with rehearsing([SHIP]) as client:
        talk = Conversation(client, [tool("ship_order", "id")])
        await talk.hear("ship 7")

        answer = await talk.answer(
            {"ship_order": '{"error": "No ship_order has the id \\"7\\".\\n\\nA note."}'}, failed=True
        )

    assert said(answer).startswith('I tried `ship_order`, and it answered: No ship_order has the id "7".')
    assert "A note" not in said(answer)


async def test_a_single_button_is_pressed_without_its_id_when_its_label_names_it() -> None:
    async with rehearsing([SHIP]) as client:
        talk = Conversation(client, [tool("ship_order", description="Press the button: Ship order 7.")])

        answer = await talk.hear("ship 7")

    assert called(answer) == {"ship_order": {}}


async def test_a_single_button_for_something_else_is_left_alone() -> None:
    async with rehearsing([SHIP]) as client:
        talk = Conversation(client, [tool("ship_order", description="Press the button: Ship order 77.")])

        answer = await talk.hear("ship 7")

    assert called(answer) == {}
    assert "`ship_order` for 7, but all it offers now is: Press the button: Ship order 77." in said(answer)


async def test_values_are_found_in_what_the_page_said_newest_first_then_in_the_note() -> None:
    steps = [
        {"find": {"id": r"id (\d+)"}, "calls": [{"call": "a"}]},
        {"find": {"now": r"id (\d+)"}, "text": "{id}, {now}"},
    ]
    async with rehearsing([{"name": "find", "says": "", "steps": steps}]) as client:
        talk = Conversation(client, [tool("a")], note="The note says id 1.")
        await talk.hear("go")

        answer = await talk.answer({"a": "Now it is id 2."})

    assert said(answer) == "1, 2"


async def test_what_is_not_found_is_said_to_be_missing() -> None:
    steps = [{"find": {"id": r"id (\d+)"}, "otherwise": "There is no id for {words}.", "text": "{id}"}]
    async with rehearsing([{"name": "find", "says": "", "steps": steps}]) as client:
        answer = await Conversation(client).hear("this")

    assert said(answer) == "There is no id for this."


@pytest.mark.parametrize(
    ("answered", "reply"), [("It is red.", "Red it is."), ("Blue?", "`a` answered: Blue?")], ids=["a branch", "none"]
)
async def test_the_last_answer_picks_the_branch_and_none_is_made_up(answered: str, reply: str) -> None:
    steps: Json = [
        {"calls": [{"call": "a"}]},
        {"either": [{"answered": "is (?P<colour>red)", "text": "{colour:title} it is."}]},
    ]
    async with rehearsing([{"name": "pick", "says": "", "steps": steps}]) as client:
        talk = Conversation(client, [tool("a")])
        await talk.hear("go")

        answer = await talk.answer({"a": answered})

    assert said(answer) == reply


async def test_a_call_can_be_made_although_nobody_lent_the_tool() -> None:
    steps = [{"calls": [{"call": "launch", "anyway": True}]}]
    async with rehearsing([{"name": "wild", "says": "", "steps": steps}]) as client:
        answer = await Conversation(client).hear("go")

    assert called(answer) == {"launch": {}}


async def test_numbers_and_booleans_are_what_the_schema_wants() -> None:
    schema: dict[str, object] = {
        "type": "object",
        "properties": {"n": {"type": "integer"}, "b": {"type": "boolean"}, "s": {"type": "string"}},
    }
    steps = [{"calls": [{"call": "a", "with": {"n": "{n}", "b": "true", "s": "{n}"}}]}]
    async with rehearsing([{"name": "typed", "says": r"(?P<n>\d+)", "steps": steps}]) as client:
        answer = await Conversation(client, [{"name": "a", "input_schema": schema}]).hear("4")

    assert called(answer) == {"a": {"n": 4, "b": True, "s": "4"}}


async def test_a_slot_nothing_names_is_the_scripts_fault_and_said_to_be() -> None:
    async with rehearsing([{"name": "bad", "says": "", "steps": [{"text": "{what}"}]}]) as client:
        with pytest.raises(InternalServerError, match=r"The script uses \{what\}, which nothing names"):
            await Conversation(client.with_options(max_retries=0)).hear("go")


@pytest.mark.parametrize("scripts", [[SHIP, SHIP], [{**SHIP, "name": "Ship it"}]], ids=["twice", "no name"])
def test_scripts_have_names_of_their_own(scripts: list[Json]) -> None:
    with pytest.raises(ValueError, match="unique lower-case words"):
        load_scripts(scripts)


def test_a_misspelt_key_is_no_script() -> None:
    with pytest.raises(ValueError, match="unknown field `txt`"):
        load_scripts([{**SHIP, "steps": [{"txt": "?"}]}])
