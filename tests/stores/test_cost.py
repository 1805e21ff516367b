"""Appends that wait share a transaction: fifty writers at once pay less than half as much each as one alone."""

import asyncio
import time

from app.contract.ids import ConversationId
from app.stores.conversations import DatabaseConversations
from app.stores.database import Database
from app.stores.log import DatabaseLog
from app.testing.contracts.examples import ADA, said

_BLOCK = "A block of some three hundred characters. " * 7


async def test_many_writers_pay_for_a_transaction_together(sqlite_database: Database) -> None:
    alone = await _cpu_microseconds_per_append(sqlite_database, writers=1, appends=300)
    together = await _cpu_microseconds_per_append(sqlite_database, writers=50, appends=20)

    print(f"\nCPU per append: {alone:.0f} µs alone, {together:.0f} µs with 50 writers")
    assert together < alone / 2


async def _cpu_microseconds_per_append(database: Database, *, writers: int, appends: int) -> float:
    log, conversations = DatabaseLog(database), DatabaseConversations(database)
    several = [(await conversations.create(ADA)).id for _ in range(writers)]
    await asyncio.gather(*(_write(log, one, 0, 2) for one in several))

    begun = time.process_time()
    await asyncio.gather(*(_write(log, one, 2, appends) for one in several))
    return (time.process_time() - begun) / (writers * appends) * 1e6


async def _write(log: DatabaseLog, conversation: ConversationId, head: int, appends: int) -> None:
    for number in range(appends):
        await log.append(conversation, [said(_BLOCK)], after=head + number)
