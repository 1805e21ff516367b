"""Which calls asked a person, the last one first: kept beside the log, with the events that ask and decide."""

from collections.abc import Iterable
from datetime import datetime

import sqlalchemy as sa

from app.contract.events import CallDecided, CallHeld, CallPreapproved, LogEvent
from app.contract.ids import CallId, call_id, conversation_of, seq_of
from app.contract.people import Owner
from app.stores.database import Database
from app.stores.schema import conversations, receipts
from app.stores.upsert import replacing

_row = receipts.c
_heard = replacing(receipts, ["at"])


class DatabaseReceipts:
    """See `app.conversations.receipts.Receipts`."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def of(self, owner: Owner, *, before: CallId | None = None, limit: int = 30) -> list[CallId]:
        its = (conversations.c.workspace == owner.workspace, conversations.c.user_id == owner.user)
        found = (
            sa.select(_row.conversation, _row.number)
            .join(conversations, conversations.c.id == _row.conversation)
            .where(*its, conversations.c.deleted_at.is_(None), *_behind(before))
            .order_by(_row.at.desc(), _row.conversation.desc(), _row.number.desc())
            .limit(limit)
        )
        rows = await self._database.read(lambda connection: connection.execute(found).all())
        return [call_id(row.conversation, row.number) for row in rows]


def keep_receipts(connection: sa.Connection, logged: Iterable[LogEvent], at: datetime) -> None:
    """Note the calls among these events that ask, or were decided, as those last heard of."""
    calls = {event.event.call for event in logged if isinstance(event.event, CallHeld | CallPreapproved | CallDecided)}
    if calls:
        rows = [{"conversation": conversation_of(call), "number": seq_of(call), "at": at} for call in sorted(calls)]
        _heard.run(connection, rows)


def _behind(before: CallId | None) -> list[sa.ColumnElement[bool]]:
    """Whatever comes after a call in the list."""
    if before is None:
        return []
    conversation, number = conversation_of(before), seq_of(before)
    moment = sa.select(_row.at).where(_row.conversation == conversation, _row.number == number).scalar_subquery()
    place = sa.tuple_(_row.at, _row.conversation, _row.number)
    return [place < sa.tuple_(moment, sa.literal(conversation), sa.literal(number))]
