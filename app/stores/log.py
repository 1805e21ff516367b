"""
The event log. Appends that arrive while a transaction runs are committed together by the next one.

So an idle log commits at once, and a busy one pays for its transaction once for all who wait.
"""

import asyncio
from collections.abc import Callable, Sequence
from contextvars import Context
from dataclasses import dataclass, field
from datetime import datetime
from typing import TypeAlias

import sqlalchemy as sa

from app.contract.events import (
    AnyEvent,
    BranchChosen,
    CallAnswered,
    CallDecided,
    FeedbackGiven,
    LogEvent,
    MessageHurried,
    MessageQueued,
    MessageRevised,
    MessageSent,
    MessageWithdrawn,
    StopRequested,
    TurnRetried,
    decode,
    encode,
)
from app.contract.ids import ConversationId
from app.errors import AssistError, Conflict, UnknownConversation
from app.stores.database import Database, utc_now
from app.stores.feedback import index_feedback
from app.stores.leases import Leases
from app.stores.receipts import keep_receipts
from app.stores.schema import conversations, events

Outcome: TypeAlias = tuple[LogEvent, ...] | AssistError

_MOST_APPENDS = 500
_WAKING = (
    *(MessageSent, MessageQueued, MessageRevised, MessageWithdrawn, MessageHurried),
    *(TurnRetried, StopRequested, CallDecided, CallAnswered),
)
"""
What somebody must act on. It makes its conversation due with the same transaction, so that a process which dies
right behind the append leaves the turn to whoever sweeps next; giving a lease back says anew when to look.
"""
_LOOKING_BACK = (FeedbackGiven, BranchChosen)
"""What nobody said or did in the conversation: it stays where it was among the others."""

_touched_at = conversations.c.touched_at
_heads = (
    sa.select(conversations.c.id, conversations.c.head)
    .where(conversations.c.id.in_(sa.bindparam("ids", expanding=True)), conversations.c.deleted_at.is_(None))
    # In one order everywhere, or two processes' batches could wait for each other.
    .order_by(conversations.c.id)
    .with_for_update()
)
_insert = events.insert()
_advance = (
    conversations.update()
    .where(conversations.c.id == sa.bindparam("moved"))
    .values(
        head=sa.bindparam("to"),
        touched_at=sa.func.coalesce(sa.bindparam("touched", type_=_touched_at.type), _touched_at),
        wake_at=sa.func.coalesce(sa.bindparam("due", type_=conversations.c.wake_at.type), conversations.c.wake_at),
    )
)
_advance_from = _advance.where(conversations.c.head == sa.bindparam("after"), conversations.c.deleted_at.is_(None))
_after = (
    sa.select(events.c.seq, events.c.at, events.c.event)
    .where(events.c.conversation == sa.bindparam("conversation"), events.c.seq > sa.bindparam("seq"))
    .order_by(events.c.seq)
    .limit(sa.bindparam("most"))
)


@dataclass(slots=True, frozen=True)
class _Append:
    conversation: ConversationId
    events: tuple[AnyEvent, ...]
    stored: list[str]
    after: int


@dataclass(slots=True)
class _Batch:
    """Appends that share a transaction. `outcomes` answers them in their order."""

    appends: list[_Append] = field(default_factory=list[_Append])
    outcomes: "asyncio.Task[list[Outcome]]" = field(init=False)


class DatabaseLog(Leases):
    """See `app.ports.Log`."""

    def __init__(self, database: Database, *, clock: Callable[[], datetime] = utc_now) -> None:
        super().__init__(database, clock=clock)
        self._writing = asyncio.Lock()
        self._open: _Batch | None = None

    async def append(
        self, conversation: ConversationId, events: Sequence[AnyEvent], *, after: int
    ) -> tuple[LogEvent, ...]:
        append = _Append(conversation, tuple(events), [encode(event).decode() for event in events], after)
        batch = self._batch()
        place = len(batch.appends)
        batch.appends.append(append)
        # Shielded: a caller that is cancelled must not take the others' appends with it.
        outcome = (await asyncio.shield(batch.outcomes))[place]
        if isinstance(outcome, AssistError):
            raise outcome
        return outcome

    async def read_after(self, conversation: ConversationId, seq: int, *, limit: int = 500) -> list[LogEvent]:
        asked = {"conversation": conversation, "seq": seq, "most": limit}
        rows = await self._database.read(lambda connection: connection.execute(_after, asked).all())
        return [LogEvent(conversation, row.seq, row.at, decode(row.event)) for row in rows]

    def _batch(self) -> _Batch:
        """The batch that still takes appends, with the task that will commit it."""
        batch = self._open
        if batch is None or len(batch.appends) >= _MOST_APPENDS:
            batch = self._open = _Batch()
            # A context of its own: the first to append must not lend its log fields to the rest.
            batch.outcomes = asyncio.get_running_loop().create_task(self._commit(batch), context=Context())
        return batch

    async def _commit(self, batch: _Batch) -> list[Outcome]:
        async with self._writing:
            if self._open is batch:
                self._open = None
            return await self._database.write(lambda connection: _write(connection, batch.appends, self._clock()))


def _write(connection: sa.Connection, appends: Sequence[_Append], at: datetime) -> list[Outcome]:
    if len(appends) == 1 and _advance_alone(connection, appends[0], at):
        outcomes: list[Outcome] = [_numbered(appends[0], at)]
    else:
        outcomes = _advance_together(connection, appends, at)
    rows = [
        {"conversation": append.conversation, "seq": logged.seq, "at": at, "event": stored}
        for append, outcome in zip(appends, outcomes, strict=True)
        if not isinstance(outcome, AssistError)
        for logged, stored in zip(outcome, append.stored, strict=True)
    ]
    if rows:
        connection.execute(_insert, rows)
        logged = [each for outcome in outcomes if isinstance(outcome, tuple) for each in outcome]
        index_feedback(connection, logged)
        keep_receipts(connection, logged, at)
    return outcomes


def _advance_alone(connection: sa.Connection, append: _Append, at: datetime) -> bool:
    """Move the head on if it is where the writer thought: the usual case, and a statement less."""
    head = append.after + len(append.events)
    moving = {"moved": append.conversation, "after": append.after, "to": head}
    moving |= {"touched": _touched(append, at), "due": _due(append, at)}
    return connection.execute(_advance_from, moving).rowcount == 1


def _advance_together(connection: sa.Connection, appends: Sequence[_Append], at: datetime) -> list[Outcome]:
    ids = {append.conversation for append in appends}
    heads = {row.id: row.head for row in connection.execute(_heads, {"ids": ids})}
    before = dict(heads)
    outcomes = [_place(append, heads, at) for append in appends]
    waking = {append.conversation for append in appends if _due(append, at)}
    touched = {append.conversation for append in appends if _touched(append, at)}
    moved = [
        {
            "moved": one,
            "to": heads[one],
            "touched": at if one in touched else None,
            "due": at if one in waking else None,
        }
        for one in sorted(heads)
        if heads[one] != before[one]
    ]
    if moved:
        connection.execute(_advance, moved)
    return outcomes


def _place(append: _Append, heads: dict[ConversationId, int], at: datetime) -> Outcome:
    """Number the events if they fit behind the head, which moves on with them."""
    head = heads.get(append.conversation)
    if head is None:
        return UnknownConversation(f"There is no conversation {append.conversation!r}.")
    if head != append.after:
        return Conflict(f"Something was written first: {append.conversation!r} is at {head}, not at {append.after}.")
    heads[append.conversation] = head + len(append.events)
    return _numbered(append, at)


def _due(append: _Append, at: datetime) -> datetime | None:
    return at if any(isinstance(event, _WAKING) for event in append.events) else None


def _touched(append: _Append, at: datetime) -> datetime | None:
    return None if all(isinstance(event, _LOOKING_BACK) for event in append.events) else at


def _numbered(append: _Append, at: datetime) -> tuple[LogEvent, ...]:
    return tuple(
        LogEvent(append.conversation, seq, at, event) for seq, event in enumerate(append.events, start=append.after + 1)
    )
