"""The real SDK and our reading of it, against a server on loopback."""

import asyncio
import gzip
import json
import subprocess
import sys

import pytest
from msgspec.structs import replace

from app.contract.model import Finished, ModelRequest, TextDelta
from app.models.anthropic import AnthropicModel
from tests.models.conftest import KEY, ModelOf
from tests.models.fault_server import OK, Reset, Stall, begun, ended, event, serving, status, text_block
from tests.models.hearing import HELLO, REQUEST, SAID, USAGE, heard, heard_until_fault


async def test_text_goes_out_as_it_comes_and_the_message_ends_with_its_usage(model_of: ModelOf) -> None:
    async with serving([HELLO]) as server:
        assert await heard(model_of(server)) == SAID


async def test_the_request_is_what_the_api_takes(model_of: ModelOf) -> None:
    async with serving([HELLO]) as server:
        await heard(model_of(server, thinking="adaptive"))

        head, body = server.requests[0]
    assert head.startswith("POST /v1/messages ")
    assert f"authorization: bearer {KEY}" in head.lower()
    assert body == {
        "model": "claude-sonnet-5-5",
        "max_tokens": 17_000,
        "thinking": {"type": "adaptive", "display": "summarized"},
        "system": list(REQUEST.system),
        "messages": list(REQUEST.messages),
        "tools": list(REQUEST.tools),
        "stream": True,
    }


async def test_a_budget_to_think_in_comes_on_top_of_the_reply_and_a_short_answer_does_without(
    model_of: ModelOf,
) -> None:
    async with serving([HELLO, HELLO]) as server:
        model = model_of(server, thinking=2_000)
        await heard(model)
        await heard(model, replace(REQUEST, max_tokens=60))

        bodies = [body for _, body in server.requests]
    assert [3_000, 60] == [body["max_tokens"] for body in bodies]
    assert [{"type": "enabled", "budget_tokens": 2_000}, None] == [body.get("thinking") for body in bodies]


async def test_nothing_lent_is_nothing_sent(model_of: ModelOf) -> None:
    async with serving([HELLO]) as server:
        await heard(model_of(server), ModelRequest(system=(), messages=REQUEST.messages, tools=()))

        assert not {"system", "tools", "thinking"} & server.requests[0][1].keys()


@pytest.mark.parametrize("line_end", [b"\n", b"\r\n", b"\r"])
async def test_one_byte_at_a_time_says_the_same(model_of: ModelOf, line_end: bytes) -> None:
    body = (begun() + text_block(0, "Hel", "lo 👋") + ended()).replace(b"\n", line_end)
    drops = [step for at in range(len(body)) for step in (body[at : at + 1], Stall(0))]
    async with serving([OK, *drops]) as server:
        assert await heard(model_of(server)) == SAID


async def test_pings_comments_nameless_and_unknown_events_pass_by(model_of: ModelOf) -> None:
    noise = b": keep-alive\n\ndata: [DONE]\n\nevent: ping\ndata: {}\n\n".replace(b"{}", b'{"type": "ping"}')
    future = event("content_block_thought", index=3, wise=True)
    async with serving([OK + begun() + noise + text_block(0, "Hel", "lo 👋") + future + noise + ended()]) as server:
        assert await heard(model_of(server)) == SAID


async def test_a_gateway_may_compress(model_of: ModelOf) -> None:
    packed = gzip.compress(begun() + text_block(0, "Hel", "lo 👋") + ended())
    head = OK.replace(b"\r\n\r\n", b"\r\ncontent-encoding: gzip\r\n\r\n")
    async with serving([head, packed[:40], Stall(0.01), packed[40:]]) as server:
        assert SAID == await heard(model_of(server))


async def test_a_finished_message_leaves_its_connection_for_the_next(model_of: ModelOf) -> None:
    body = begun() + text_block(0, "Hel", "lo 👋") + ended()
    kept = b"HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\ncontent-length: %d\r\n\r\n" % len(body)
    async with serving([kept + body, Stall(5)]) as server:
        await heard(model_of(server))
        await asyncio.sleep(0.05)

        assert not server.gone.is_set()


async def test_a_whole_message_stays_whole_when_its_connection_dies_after_it(model_of: ModelOf) -> None:
    endless = HELLO.replace(b"connection: close", b"transfer-encoding: chunked", 1)
    head, _, body = endless.partition(b"\r\n\r\n")
    async with serving([head + b"\r\n\r\n%x\r\n" % len(body) + body + b"\r\n", Reset()]) as server:
        assert await heard(model_of(server)) == SAID


async def test_a_gateway_that_never_ends_the_stream_is_left(model_of: ModelOf) -> None:
    async with serving([HELLO, Stall(30)]) as server:
        assert await asyncio.wait_for(heard(model_of(server)), 2) == SAID


@pytest.mark.parametrize("reason", ["end_turn", "max_tokens", "refusal", "pause_turn", "a_reason_of_next_year"])
async def test_every_stop_reason_is_passed_on(model_of: ModelOf, reason: str) -> None:
    async with serving([OK + begun() + text_block(0, "Hm") + ended(reason)]) as server:
        assert (await heard(model_of(server)))[-1] == Finished(reason, USAGE)


async def test_cancelling_the_task_closes_the_connection(model_of: ModelOf) -> None:
    async with serving([OK + begun() + text_block(0, "Hel"), Stall(30)]) as server:
        reading = asyncio.ensure_future(heard(model_of(server)))
        await server.asked.wait()
        await asyncio.sleep(0.05)
        assert not server.gone.is_set()

        reading.cancel()

        await asyncio.wait_for(server.gone.wait(), 1)
        assert reading.cancelled()


async def test_closing_the_stream_half_way_closes_the_connection(model_of: ModelOf) -> None:
    async with serving([OK + begun() + text_block(0, "Hel"), Stall(30)]) as server:
        stream = model_of(server).stream(REQUEST)
        assert await anext(stream) == TextDelta(0, "Hel")

        await stream.aclose()

        await asyncio.wait_for(server.gone.wait(), 1)


async def test_cancelling_while_it_waits_for_another_try_ends_at_once(model_of: ModelOf) -> None:
    async with serving([status(529, "overloaded_error", retry_after="0.2")]) as server:
        reading = asyncio.ensure_future(heard(model_of(server)))
        await server.asked.wait()

        reading.cancel()
        await asyncio.wait([reading])

        assert (reading.cancelled(), len(server.requests)) == (True, 1)


async def test_without_a_key_nothing_is_sent() -> None:
    model = AnthropicModel(api_key=None, model="claude-sonnet-5-5", max_tokens=10, base_url="http://127.0.0.1:1")
    await model.warm()
    _, fault = await heard_until_fault(model)

    assert fault.trouble == "misconfigured"
    assert "ANTHROPIC_API_KEY" in str(fault)


async def test_the_key_is_in_no_fault_even_when_the_api_echoes_it(
    model_of: ModelOf, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level("DEBUG")
    async with serving([status(400, "invalid_request_error", f"Odd key {KEY}.")]) as server:
        model = model_of(server)
        _, fault = await heard_until_fault(model)

    assert "Odd key" in str(fault)
    assert KEY not in f"{fault!r} {fault} {vars(fault)} {model!r}"
    assert KEY not in caplog.text


async def test_thirty_streams_at_once_share_one_client(model_of: ModelOf) -> None:
    async with serving([HELLO]) as server:
        model = model_of(server)

        assert await asyncio.gather(*(heard(model) for _ in range(30))) == [SAID] * 30


def test_the_sdk_is_not_imported_before_it_is_needed() -> None:
    asks = "import sys, json; import app.models.anthropic; print(json.dumps(sorted(sys.modules)))"
    loaded = json.loads(subprocess.check_output([sys.executable, "-c", asks]))

    assert "app.models.accumulator" in loaded
    assert not {"anthropic", "httpx2", "aiohttp"} & set(loaded)
