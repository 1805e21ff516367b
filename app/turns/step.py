"""
One model request of a turn: its text goes out as it comes, each finished block is logged, its calls are proposed.

A request that ends badly, or is cancelled, leaves what was shown in the log and never a call.
"""

import asyncio
import time
from collections.abc import Callable, Sequence
from contextlib import aclosing

from app.contract.events import (
    AnyEvent,
    CallProposed,
    StepFinished,
    TextWritten,
    ThinkingBegun,
    ThoughtFinished,
    TurnEnded,
)
from app.contract.ids import ConversationId, Json, TurnId, call_id
from app.contract.model import BlockClosed, Finished, ModelEvent, ModelRequest, TextDelta, ThinkingStarted
from app.conversations.log import Journal
from app.conversations.thread import Thread
from app.errors import ModelFault
from app.ports import Bus, Model
from app.tools.router import proposed
from app.turns.blocks import BlockCutter
from app.turns.deltas import Deltas


class Steps:
    """Runs model requests against one model."""

    def __init__(self, journal: Journal, bus: Bus, model: Model) -> None:
        self._journal = journal
        self._bus = bus
        self._model = model

    async def run(self, conversation: ConversationId, turn: TurnId, number: int, request: ModelRequest) -> None:
        """
        Stream one request to its end and log what came of it.

        Raises nothing of the model's: a fault ends the turn as an event. Cancelling keeps what was shown.
        """
        writer = _StepWriter(self._journal, Deltas(self._bus, conversation, turn), conversation, turn, number)
        try:
            await writer.open()
            async with aclosing(self._model.stream(request)) as events:
                async for event in events:
                    await writer.take(event)
        except ModelFault as fault:
            await writer.end_badly(fault)
        except asyncio.CancelledError:
            await asyncio.shield(asyncio.ensure_future(writer.close_text()))
            raise


class _StepWriter:
    """The log's side of one request."""

    def __init__(
        self, journal: Journal, deltas: Deltas, conversation: ConversationId, turn: TurnId, number: int
    ) -> None:
        self._journal = journal
        self._deltas = deltas
        self._conversation = conversation
        self._turn = turn
        self._number = number
        self._cutter = BlockCutter()
        self._content: list[dict[str, Json]] = []
        self._broken: dict[str, str] = {}
        self._shown = False
        self._thinking_since: float | None = None

    async def open(self) -> None:
        thread = await self._journal.thread(self._conversation)
        self._turn_to_slot(thread)

    async def take(self, event: ModelEvent) -> None:
        match event:
            case ThinkingStarted():
                await self._think()
            case TextDelta(text=text):
                await self._text(text)
            case BlockClosed(block=block, broken=broken):
                await self._block(block, broken)
            case Finished(stop_reason=stop_reason, usage=usage):
                await self._finish(stop_reason, usage)

    async def close_text(self) -> None:
        """Log the text that stands in the open slot."""
        await self._write(self._cutter.finish())
        await self._deltas.close()

    async def end_badly(self, fault: ModelFault) -> None:
        await self.close_text()
        ended = TurnEnded(self._turn, "cut" if self._shown else "failed", fault.trouble)
        await self._append(lambda _: [ended])

    async def _text(self, text: str) -> None:
        self._shown = True
        blocks = self._cutter.feed(text)
        if not blocks:
            await self._deltas.write(text)
            return
        await self._write(blocks)
        if self._cutter.rest:
            await self._deltas.write(self._cutter.rest)

    async def _think(self) -> None:
        await self._write(self._cutter.finish())
        self._thinking_since = time.monotonic()
        await self._append(lambda _: [ThinkingBegun(self._turn, self._number)])

    async def _thought(self, block: dict[str, Json], since: float) -> None:
        """What may be read of a thought; as it came, signed or sealed, it goes back with the step's content."""
        self._thinking_since = None
        text, seconds = block.get("thinking") or "", round(time.monotonic() - since, 1)
        thought = ThoughtFinished(self._turn, self._number, text, seconds)
        self._turn_to_slot(await self._append(lambda _: [thought]))

    async def _block(self, block: dict[str, Json], broken: str | None) -> None:
        if self._thinking_since is not None:
            await self._thought(block, self._thinking_since)
        if block["type"] == "text":
            await self._write(self._cutter.finish())
        if broken is not None:
            self._broken[str(block["id"])] = broken
        self._content.append(block)

    async def _write(self, blocks: list[str]) -> None:
        written = [TextWritten(self._turn, self._number, text) for text in blocks if text.strip()]
        if written:
            self._turn_to_slot(await self._append(lambda _: written))

    async def _finish(self, stop_reason: str, usage: dict[str, int]) -> None:
        await self._deltas.close()
        calls = [block for block in self._content if block["type"] == "tool_use"] if stop_reason == "tool_use" else []
        finished = StepFinished(self._turn, self._number, stop_reason, tuple(self._content), usage)
        await self._append(lambda thread: [finished, *self._proposals(thread, calls)])

    def _proposals(self, thread: Thread, calls: list[dict[str, Json]]) -> list[AnyEvent]:
        """A call is named by the log number its own event will get, right behind the step's."""
        first = thread.head + 2
        return [
            CallProposed(
                proposed(call_id(self._conversation, first + place), self._turn, block, thread),
                broken=self._broken.get(str(block["id"])),
            )
            for place, block in enumerate(calls)
        ]

    async def _append(self, decide: Callable[[Thread], Sequence[AnyEvent]]) -> Thread:
        thread, _ = await self._journal.change(self._conversation, decide)
        return thread

    def _turn_to_slot(self, thread: Thread) -> None:
        turn = thread.turn(self._turn)
        assert turn is not None
        self._deltas.turn_to(turn.slot)
