"""What is tried again, what is not, and what a person is told."""

import asyncio

import pytest

from app.contract.model import BlockClosed, Finished, TextDelta
from tests.models.conftest import ModelOf
from tests.models.fault_server import OK, Reset, Stall, begun, call_block, ended, event, serving, status, text_block
from tests.models.hearing import HELLO, SAID, heard, heard_until_fault


@pytest.mark.parametrize("code", [408, 409, 429, 500, 503, 529])
async def test_what_passes_is_tried_again_before_anything_was_shown(model_of: ModelOf, code: int) -> None:
    failing = [status(code, "overloaded_error")]
    async with serving(failing, failing, failing, [HELLO]) as server:
        assert await heard(model_of(server)) == SAID
        assert len(server.requests) == 4


async def test_an_overloaded_event_before_anything_was_shown_is_tried_again(model_of: ModelOf) -> None:
    overloaded = [OK + begun() + event("error", error={"type": "overloaded_error", "message": "Overloaded"})]
    async with serving(overloaded, [HELLO]) as server:
        assert await heard(model_of(server)) == SAID


@pytest.mark.parametrize("dying", [[Reset()], [OK + begun(), Reset()], [OK + begun()], [OK]])
async def test_a_connection_that_dies_before_anything_was_shown_is_tried_again(
    model_of: ModelOf, dying: list[bytes | Reset]
) -> None:
    async with serving(dying, [HELLO]) as server:
        assert await heard(model_of(server)) == SAID


async def test_after_four_tries_it_is_overloaded(model_of: ModelOf) -> None:
    async with serving([status(529, "overloaded_error")]) as server:
        events, fault = await heard_until_fault(model_of(server))

        assert (events, fault.trouble, len(server.requests)) == ([], "overloaded", 4)


@pytest.mark.parametrize(
    ("code", "kind", "trouble"),
    [
        (401, "authentication_error", "misconfigured"),
        (403, "permission_error", "misconfigured"),
        (400, "invalid_request_error", "rejected"),
        (404, "not_found_error", "rejected"),
        (413, "request_too_large", "rejected"),
        (422, "", "rejected"),
        (307, "", "rejected"),
    ],
)
async def test_what_cannot_pass_is_tried_once(model_of: ModelOf, code: int, kind: str, trouble: str) -> None:
    async with serving([status(code, kind, "No.")]) as server:
        _, fault = await heard_until_fault(model_of(server))

        assert (fault.trouble, len(server.requests)) == (trouble, 1)


async def test_the_wait_the_api_asks_for_is_waited(model_of: ModelOf) -> None:
    async with serving([status(429, "rate_limit_error", retry_after="0.15")], [HELLO]) as server:
        began = asyncio.get_running_loop().time()
        await heard(model_of(server))

        assert asyncio.get_running_loop().time() - began >= 0.15


async def test_a_wait_beyond_patience_is_not_begun(model_of: ModelOf) -> None:
    async with serving([status(429, "rate_limit_error", retry_after="30")]) as server:
        _, fault = await heard_until_fault(model_of(server))

        assert (fault.trouble, len(server.requests)) == ("overloaded", 1)


@pytest.mark.parametrize(
    ("ending", "trouble"),
    [
        ([b""], "cut"),
        ([Reset()], "cut"),
        ([b"event: content_block_delta\ndata: {oops\n\n"], "cut"),
        ([b'event: content_block_stop\ndata: {"type": "content_block_stop", "index": 9}\n\n'], "cut"),
        ([event("message_stop")], "cut"),
        ([event("error", error={"type": "overloaded_error", "message": "Overloaded"})], "overloaded"),
        ([event("error", error={"type": "invalid_request_error", "message": "Too long"})], "rejected"),
        ([b"event: error\ndata: {}\n\n"], "cut"),
        ([Stall(2)], "cut"),
    ],
)
async def test_a_fault_after_text_was_shown_keeps_it_and_is_not_tried_again(
    model_of: ModelOf, ending: list[bytes | Reset | Stall], trouble: str
) -> None:
    shown = OK + begun() + text_block(0, "Hel")
    async with serving([shown, Stall(0.05), *ending]) as server:
        events, fault = await heard_until_fault(model_of(server, read_seconds=0.4))

        assert events == [TextDelta(0, "Hel"), BlockClosed(0, {"type": "text", "text": "Hel"})]
        assert (fault.trouble, len(server.requests)) == (trouble, 1)


async def test_cut_after_any_byte_is_a_fault_and_never_a_whole_message_or_call(model_of: ModelOf) -> None:
    body = begun() + text_block(0, "Hé") + call_block(1, '{"amount":', "100}") + ended("tool_use")
    ends = list(range(len(begun()) + 150, len(body), 7))
    async with serving(*([OK, body[:end]] for end in ends)) as server:
        model = model_of(server)
        for end in ends:
            events, fault = await heard_until_fault(model) if b"text_delta" in body[:end] else ([], None)

            assert fault is None or fault.trouble == "cut"
            assert all(
                one.block.get("input", {"amount": 100}) == {"amount": 100}
                for one in events
                if isinstance(one, BlockClosed)
            )
            assert not any(isinstance(one, Finished) for one in events)


async def test_no_connection_at_all_is_unreachable(model_of: ModelOf) -> None:
    async with serving([HELLO]) as server:
        pass
    _, fault = await heard_until_fault(model_of(server))

    assert fault.trouble == "unreachable"
