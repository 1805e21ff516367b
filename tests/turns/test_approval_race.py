"""
However many decisions reach however many processes at once, one counts, and what was approved runs once.

Four houses stand for four processes: each has a database connection, a cache and workers of its own on one SQLite file.
"""

import asyncio
import time
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from pathlib import Path

import pytest

from app.contract.events import AnyEvent, CallDecided, CallProposed, CallSent, MessageSent, StepFinished, StepStarted
from app.contract.ids import ConversationId, Json, TabId, call_id, message_id, turn_id
from app.contract.tools import ProposedCall
from app.errors import AlreadyDecided
from app.pages.announcement import read_facts
from app.settings import Limits
from app.stores.database import open_database
from tests.turns.house import ALICE, ORDERS, House

APPROVALS, RACERS, PROCESSES, AT_ONCE = 1_000, 64, 4, 10
NO_MODEL = "http://127.0.0.1:9"
"""No model is asked: a call that was sent rests until its page answers."""


@pytest.fixture
async def processes(tmp_path: Path) -> AsyncIterator[list[House]]:
    url = f"sqlite+aiosqlite:///{tmp_path / 'assist.sqlite3'}"
    async with AsyncExitStack() as stack:
        houses: list[House] = []
        for _ in range(PROCESSES):
            database = open_database(url)
            stack.push_async_callback(database.close)
            await database.migrate()
            houses.append(House(database, NO_MODEL, Limits()))
            stack.push_async_callback(houses[-1].workers.close)
        yield houses


async def held(house: House) -> ConversationId:
    """A conversation whose only call waits for a decision, its tab open beside it."""
    conversation = (await house.conversations.create(ALICE)).id
    tab = TabId(f"t_{conversation[2:]}")
    await house.registry.announce(ALICE, tab, read_facts({**ORDERS, "seq": 1}).facts)
    await house.registry.show(ALICE, tab, conversation)
    await house.journal.append(conversation, _proposed(conversation, tab), after=0)
    house.workers.wake(conversation)
    await _until(house, conversation, "held")
    return conversation


def _proposed(conversation: ConversationId, tab: TabId) -> list[AnyEvent]:
    turn = turn_id(conversation, 1)
    use: dict[str, Json] = {"type": "tool_use", "id": "toolu_1", "name": "cancel_order", "input": {}}
    call = ProposedCall(call_id(conversation, 4), turn, "toolu_1", "cancel_order", "action", {})
    return [
        MessageSent(message_id(conversation, 1), turn, "Cancel 1042.", tab, note="", instructions=""),
        StepStarted(turn, 1),
        StepFinished(turn, 1, "tool_use", (use,), {}),
        CallProposed(call),
    ]


async def _until(house: House, conversation: ConversationId, status: str) -> None:
    call = call_id(conversation, 4)
    async with asyncio.timeout(30):
        while (await house.journal.thread(conversation)).calls[call].status != status:  # noqa: ASYNC110 -- as a reader
            await asyncio.sleep(0.002)


async def decided(houses: list[House], conversation: ConversationId) -> tuple[int, int, int, int]:
    """Race the decisions; how many were taken and how many came too late, then decisions and runs in the log."""
    call = call_id(conversation, 4)
    decisions = await asyncio.gather(
        *(
            house.calls.decide(house.principal, conversation, call, approved=True)
            for _ in range(RACERS // PROCESSES)
            for house in houses
        ),
        return_exceptions=True,
    )
    await _until(houses[0], conversation, "running")
    await asyncio.gather(*(_rests(house) for house in houses))
    logged = [each.event for each in await houses[0].log.read_after(conversation, 0)]
    return (
        sum(not isinstance(each, BaseException) for each in decisions),
        sum(isinstance(each, AlreadyDecided) for each in decisions),
        sum(isinstance(each, CallDecided) for each in logged),
        sum(isinstance(each, CallSent) for each in logged),
    )


async def _rests(house: House) -> None:
    async with asyncio.timeout(30):
        while house.workers.busy:  # noqa: ASYNC110 -- watched from outside
            await asyncio.sleep(0.002)


@pytest.mark.timeout(240)
async def test_of_sixty_four_decisions_on_each_of_a_thousand_calls_one_counts_and_each_call_is_sent_once(
    processes: list[House], capsys: pytest.CaptureFixture[str]
) -> None:
    began = time.monotonic()

    for done in range(0, APPROVALS, AT_ONCE):
        conversations = [await held(processes[at % PROCESSES]) for at in range(AT_ONCE)]
        outcomes = await asyncio.gather(*(decided(processes, each) for each in conversations))
        assert [(1, RACERS - 1, 1, 1)] * AT_ONCE == outcomes
        if (done + AT_ONCE) % 100 == 0:
            with capsys.disabled():
                print(f" {done + AT_ONCE:,} of {APPROVALS:,} calls, {time.monotonic() - began:.0f} s", flush=True)
