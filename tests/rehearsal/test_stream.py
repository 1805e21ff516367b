"""The wire: what the SDK reads is what the real API sends."""

from __future__ import annotations

import asyncio
import re
from pathlib import Path

import httpx
import msgspec

from app.rehearsal import Pace, rehearsal_server
from tests.rehearsal.conversing import Conversation, rehearsing, said, tool

WIRE = Path(__file__).parent / "wire"
SCRIPTS = [
    {
        "name": "note",
        "says": "note",
        "steps": [
            {
                "text": "Naïve – so? 🙂",
                "thinking": "Hm.",
                "calls": [{"call": "note", "with": {"value": 'Zoë said "ok" 🙂'}}],
            }
        ],
    },
    {"name": "long", "says": "long", "steps": [{"markdown": 5000}]},
]
HEADERS = {"authorization": "Bearer key", "anthropic-version": "2026-10-21"}


async def test_a_stream_is_the_wire_format_to_the_letter() -> None:
    body = {
        "model": "m",
        "max_tokens": 10,
        "stream": True,
        "messages": [{"role": "user", "content": "note"}],
        "tools": [tool("note", "value")],
    }

    async with rehearsal_server(SCRIPTS) as url, httpx.AsyncClient(base_url=url, headers=HEADERS) as client:
        answer = await client.post("/v1/messages", json=body)

    assert answer.headers["content-type"] == "text/event-stream; charset=utf-8"
    assert answer.headers["request-id"].startswith("req_")
    heard = re.sub(r'"(msg|toolu_note)_[0-9a-f]+(_thought)?"', r'"\1_0"', answer.text)
    assert (WIRE / "note.sse").read_text(encoding="utf-8") == heard


async def test_deltas_put_together_are_what_is_said_whole() -> None:
    async with rehearsing(SCRIPTS) as client:
        talk = Conversation(client, [tool("note", "value")])

        events = await talk.stream("note")
        whole = await talk.hear("note")

    pieces = [event.delta for event in events if event.type == "content_block_delta"]
    arguments = "".join(piece.partial_json for piece in pieces if piece.type == "input_json_delta")
    assert "".join(piece.text for piece in pieces if piece.type == "text_delta") == said(whole)
    assert msgspec.json.decode(arguments) == whole.content[-1].to_dict()["input"]


async def test_tool_arguments_are_cut_within_escapes() -> None:
    async with rehearsing(SCRIPTS) as client:
        events = await Conversation(client, [tool("note", "value")]).stream("note")

    pieces = [
        event.delta.partial_json
        for event in events
        if event.type == "content_block_delta" and event.delta.type == "input_json_delta"
    ]
    assert pieces[0] == ""
    assert any(re.search(r"\\u?[0-9a-f]{0,3}$", piece) for piece in pieces)


async def test_a_long_text_is_as_long_as_asked_and_always_the_same() -> None:
    async with rehearsing(SCRIPTS) as client:
        first = await Conversation(client).hear("long")
        second = await Conversation(client).hear("long")

    assert len(said(first)) == 5000
    assert said(first) == said(second)
    for mark in ("## ", "- ", "| ", "```", "> ", "1. "):
        assert f"\n{mark}" in said(first)


async def test_the_pace_is_kept_against_the_clock() -> None:
    async with rehearsing(SCRIPTS, pace=Pace(delta_ms=5, chunk=50)) as client:
        started = asyncio.get_running_loop().time()
        events = await Conversation(client).stream("long")
        seconds = asyncio.get_running_loop().time() - started

    deltas = sum(event.type == "content_block_delta" for event in events)
    assert deltas == 100
    assert seconds >= 0.5


async def test_a_reader_who_leaves_ends_the_stream() -> None:
    async with rehearsing(SCRIPTS, pace=Pace(delta_ms=500)) as client:
        stream = await client.messages.create(
            model="m", max_tokens=1, messages=[{"role": "user", "content": "long"}], stream=True
        )
        await anext(aiter(stream))
        await stream.close()
        left = asyncio.get_running_loop().time()

    # Leaving the block waits for the server's streams, and this one had minutes to go.
    assert asyncio.get_running_loop().time() - left < 3
