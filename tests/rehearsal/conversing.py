"""A client of the rehearsal: the real SDK, and a page that answers what the test says it answers."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Mapping, Sequence
from contextlib import asynccontextmanager
from pathlib import Path

from anthropic import AsyncAnthropic, omit
from anthropic.types import (
    Message,
    MessageParam,
    RawMessageStreamEvent,
    ThinkingConfigParam,
    ToolParam,
    ToolUseBlock,
)

from app.contract.ids import Json
from app.rehearsal import Pace, rehearsal_server


def tool(name: str, *properties: str, description: str = "") -> ToolParam:
    """A tool that takes these properties and no others."""
    takes = {key: dict[str, Json]() for key in properties}
    schema: dict[str, object] = {"type": "object", "properties": takes, "additionalProperties": False}
    return {"name": name, "description": description or name, "input_schema": schema}


class Conversation:
    """One conversation. `lent` may change between requests, as it does when the page changes."""

    def __init__(
        self,
        client: AsyncAnthropic,
        lent: Sequence[ToolParam] = (),
        note: str = "",
        *,
        thinking: ThinkingConfigParam | None = None,
    ) -> None:
        self.client = client
        self.lent = list(lent)
        self.note = note
        self.thinking = thinking
        self.messages: list[MessageParam] = []

    async def hear(self, words: str) -> Message:
        """Say something and hear the answer."""
        self.messages.append({"role": "user", "content": words})
        return await self.go_on()

    async def answer(self, answers: Mapping[str, str], *, failed: bool = False) -> Message:
        """Answer the calls of the last message by their names, and hear what follows."""
        calls = [block for block in self._last.content if isinstance(block, ToolUseBlock)]
        self.messages.append(
            {
                "role": "user",
                "content": [
                    {"type": "tool_result", "tool_use_id": call.id, "content": answers[call.name], "is_error": failed}
                    for call in calls
                ],
            }
        )
        return await self.go_on()

    async def go_on(self) -> Message:
        """Ask for the next answer to the conversation as it stands."""
        self._last = await self.client.messages.create(
            model="claude-rehearsal",
            max_tokens=1000,
            messages=self.messages,
            tools=self.lent,
            system=self.note or omit,
            thinking=self.thinking or omit,
        )
        self.messages.append({"role": "assistant", "content": [block.to_dict() for block in self._last.content]})  # pyright: ignore[reportArgumentType]
        return self._last

    async def stream(self, words: str) -> list[RawMessageStreamEvent]:
        """Say something and collect the events of the answer."""
        messages: list[MessageParam] = [*self.messages, {"role": "user", "content": words}]
        events = await self.client.messages.create(
            model="claude-rehearsal", max_tokens=1000, messages=messages, tools=self.lent, stream=True
        )
        return [event async for event in events]


@asynccontextmanager
async def rehearsing(scripts: Path | Sequence[Json], *, pace: Pace | None = None) -> AsyncGenerator[AsyncAnthropic]:
    """The SDK's client, pointed at a rehearsal of these scripts. It tries again at once when it tries again."""
    async with rehearsal_server(scripts, pace=pace) as url, AsyncAnthropic(base_url=url, api_key="rehearsal") as client:
        yield client


def said(message: Message) -> str:
    """The text of an answer."""
    return "\n".join(block.text for block in message.content if block.type == "text")


def called(message: Message) -> dict[str, Json]:
    """The calls of an answer: names, and the arguments of each."""
    return {block.name: block.input for block in message.content if block.type == "tool_use"}
