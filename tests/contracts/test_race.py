"""Of many appends behind the same event exactly one is written, however often they race."""

import asyncio

import pytest

from app.contract.ids import ConversationId
from app.ports import Conversations, Log
from app.stores.database import Database
from app.stores.log import DatabaseLog
from app.testing.contracts.examples import ADA
from app.testing.contracts.log import race

_RACES = {"sqlite": 1_000, "postgres": 100}


async def test_every_race_has_one_winner(
    request: pytest.FixtureRequest, log: Log, conversations: Conversations
) -> None:
    races = _RACES[request.node.callspec.params["database"]]
    conversation = await conversations.create(ADA)

    for head in range(races):
        winners, losers = await race(log, conversation.id, after=head, racers=64)
        assert ([head + 1], 63) == ([one.seq for one in winners], losers)

    assert races == (await conversations.get(conversation.id)).head


@pytest.mark.parametrize("racers", [1, 8])
async def test_a_race_between_two_processes_has_one_winner(
    log: Log, other_database: Database, conversations: Conversations, racers: int
) -> None:
    conversation = await conversations.create(ADA)
    other = DatabaseLog(other_database)

    for head in range(50):
        assert await _winners(log, other, conversation.id, after=head, racers=racers) == 1


async def _winners(log: Log, other: Log, conversation: ConversationId, *, after: int, racers: int) -> int:
    done = await asyncio.gather(*(race(one, conversation, after=after, racers=racers) for one in (log, other)))
    return sum(len(winners) for winners, _ in done)
