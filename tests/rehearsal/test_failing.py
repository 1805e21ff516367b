"""Going wrong on demand: what the SDK makes of each fault is what it makes of the real one."""

from __future__ import annotations

import anthropic
import httpx2
import pytest

from app.contract.ids import Json
from tests.rehearsal.conversing import Conversation, rehearsing, said, tool


def failing(fault: Json, **step: Json) -> list[Json]:
    return [
        {"name": "fail", "says": "", "steps": [{"text": "This is said in several deltas.", "fault": fault, **step}]}
    ]


async def test_an_overload_that_passes_is_tried_again_until_it_has_passed() -> None:
    async with rehearsing(failing({"status": 529, "times": 2, "retry_after": 0})) as client:
        answer = await Conversation(client).hear("go")

    assert said(answer) == "This is said in several deltas."


async def test_a_status_that_stays_is_an_error_of_its_kind() -> None:
    async with rehearsing(failing({"status": 429, "type": "rate_limit_error", "retry_after": 0})) as client:
        with pytest.raises(anthropic.RateLimitError) as caught:
            await Conversation(client).hear("go")

    assert caught.value.type == "rate_limit_error"
    assert (caught.value.request_id or "").startswith("req_")


async def test_an_error_event_ends_the_stream_after_its_200() -> None:
    async with rehearsing(failing({"error_event": "overloaded_error", "after": 1})) as client:
        with pytest.raises(anthropic.APIStatusError) as caught:
            await Conversation(client).stream("go")

    assert (caught.value.status_code, caught.value.type) == (200, "overloaded_error")


async def test_a_cut_drops_the_connection() -> None:
    async with rehearsing(failing({"cut": 1})) as client:
        with pytest.raises(httpx2.RemoteProtocolError):
            await Conversation(client).stream("go")


async def test_a_cut_that_happens_once_does_not_happen_to_the_next_try() -> None:
    async with rehearsing(failing({"cut": 1, "times": 1})) as client:
        with pytest.raises(httpx2.RemoteProtocolError):
            await Conversation(client).stream("go")

        events = await Conversation(client).stream("go")

    assert events[-1].type == "message_stop"


async def test_an_early_end_is_clean_and_says_nothing() -> None:
    async with rehearsing(failing({"eof": 1})) as client:
        events = await Conversation(client).stream("go")

    assert events[-1].type == "content_block_delta"


async def test_a_stall_longer_than_the_readers_patience_is_a_timeout() -> None:
    async with rehearsing(failing({"stall": 2, "after": 1})) as client:
        impatient = client.with_options(timeout=httpx2.Timeout(5, read=0.2))

        with pytest.raises(httpx2.ReadTimeout):
            await Conversation(impatient).stream("go")


async def test_a_stall_within_it_only_takes_longer() -> None:
    async with rehearsing(failing({"stall": 0.05, "after": 1})) as client:
        events = await Conversation(client).stream("go")

    assert events[-1].type == "message_stop"


@pytest.mark.parametrize("reason", ["max_tokens", "refusal", "pause_turn", "model_context_window_exceeded"])
async def test_any_stop_reason_can_be_rehearsed(reason: str) -> None:
    scripts = [{"name": "stop", "says": "", "steps": [{"text": "Up to here", "stop_reason": reason}]}]

    async with rehearsing(scripts) as client:
        answer = await Conversation(client).hear("go")

    assert answer.stop_reason == reason


async def test_a_pause_goes_on_where_it_was_and_anything_else_may_not_end_with_the_model() -> None:
    steps = [{"text": "Up to here", "stop_reason": "pause_turn"}, {"text": "and on."}]
    async with rehearsing([{"name": "pause", "says": "", "steps": steps}]) as client:
        talk = Conversation(client)
        await talk.hear("go")

        answer = await talk.go_on()
        with pytest.raises(anthropic.BadRequestError, match="does not support assistant message prefill"):
            await talk.go_on()

    assert said(answer) == "and on."


async def test_malformed_arguments_are_streamed_as_they_stand() -> None:
    calls = [{"call": "note", "raw": '{"value": "half'}]
    async with rehearsing(
        [{"name": "half", "says": "", "steps": [{"calls": calls, "stop_reason": "max_tokens"}]}]
    ) as client:
        events = await Conversation(client, [tool("note", "value")]).stream("go")

    pieces = [
        event.delta.partial_json
        for event in events
        if event.type == "content_block_delta" and event.delta.type == "input_json_delta"
    ]
    assert "".join(pieces) == '{"value": "half'
