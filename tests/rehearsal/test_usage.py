"""Token counts: plausible ones, so that what is built on them can be seen to work."""

from __future__ import annotations

from anthropic import omit
from anthropic.types import Usage

from app.contract.ids import Json
from tests.rehearsal.conversing import rehearsing, tool

SYSTEM: list[Json] = [{"type": "text", "text": "Be brief. " * 40, "cache_control": {"type": "ephemeral"}}]


async def usages(*questions: str, system: Json = SYSTEM, automatic: bool = False) -> list[Usage]:
    found: list[Usage] = []
    async with rehearsing([]) as client:
        for question in questions:
            answer = await client.messages.create(
                model="m",
                max_tokens=9,
                system=system,
                tools=[tool("a")],
                messages=[{"role": "user", "content": question}],
                cache_control={"type": "ephemeral"} if automatic else omit,
            )
            found.append(answer.usage)
    return found


async def test_a_marked_prefix_is_written_once_and_read_from_then_on() -> None:
    first, second = await usages("one question", "another question")

    assert (first.cache_read_input_tokens, second.cache_creation_input_tokens) == (0, 0)
    assert first.cache_creation_input_tokens == second.cache_read_input_tokens
    assert (first.cache_creation_input_tokens or 0) > 100
    assert 0 < second.input_tokens < 50


async def test_another_prefix_is_not_read() -> None:
    first, second = await usages("one question", "another question", automatic=True, system="Be brief. " * 40)

    assert (first.input_tokens, second.input_tokens) == (0, 0)
    assert (first.cache_read_input_tokens, second.cache_read_input_tokens) == (0, 0)


async def test_unmarked_input_is_neither_written_nor_read() -> None:
    (usage,) = await usages("one question", system="Be brief.")

    assert (usage.cache_creation_input_tokens, usage.cache_read_input_tokens) == (0, 0)
    assert usage.input_tokens > 20
    assert usage.output_tokens > 10
