"""A model that thinks: what may be read of it is logged, and all of it goes back to the API as it came."""

from app.contract.events import ThinkingBegun, ThoughtFinished
from app.contract.ids import Json
from tests.turns.house import House


def blocks(content: list[Json]) -> list[str]:
    return [block["type"] for block in content]


async def test_a_thought_goes_back_signed_with_the_call_it_led_to(home: House) -> None:
    await home.say("think, then ship it")

    await home.answer("ship_order", "pressed")
    turn = await home.rest()

    # The stand-in refuses a thought that was changed or left out, so the turn's end says that all came back.
    assert turn.status == "completed"
    finished = [step.finished for step in turn.steps if step.finished]
    assert [["thinking", "text", "tool_use"], ["redacted_thinking", "text"]] == [
        blocks(list(step.content)) for step in finished
    ]


async def test_what_may_be_read_of_a_thought_is_logged_with_how_long_it_took(home: House) -> None:
    await home.say("think, then ship it")
    await home.answer("ship_order", "pressed")
    await home.rest()

    events = [logged.event for logged in await home.events()]
    kinds = [type(event) for event in events if isinstance(event, ThinkingBegun | ThoughtFinished)]
    thoughts = [event for event in events if isinstance(event, ThoughtFinished)]
    assert [ThinkingBegun, ThoughtFinished] * 2 == kinds
    assert ["They want 1042 shipped.", ""] == [thought.text for thought in thoughts]
    assert all(0 <= thought.seconds < 30 for thought in thoughts)


async def test_a_thought_that_nothing_followed_is_left_out_of_the_history(home: House) -> None:
    await home.say("think for ever")
    turn = await home.rest()

    await home.say("hello")
    after = await home.rest()

    assert ("overlong", "completed") == (turn.status, after.status)


async def test_a_turn_that_is_over_thinks_no_more(home: House) -> None:
    await home.say("think for ever")

    turn = await home.rest()

    assert not turn.thinks
