"""Feedback by workspace, in the order it changed: an index over the log, kept in the log's own transactions."""

from collections.abc import Iterable

import sqlalchemy as sa

from app.contract.events import FeedbackGiven, LogEvent
from app.contract.ids import WorkspaceId
from app.contract.replies import Feedback
from app.stores.database import Database
from app.stores.schema import conversations, feedback, feedback_changes
from app.stores.upsert import counting, replacing

_row = feedback.c
_after = (
    sa.select(_row.conversation, _row.turn, _row.user_id, _row.verdict, _row.word, _row.at, _row.changed)
    .where(_row.workspace == sa.bindparam("workspace"), _row.changed > sa.bindparam("number"))
    .order_by(_row.changed)
    .limit(sa.bindparam("most"))
)
_owners = sa.select(conversations.c.id, conversations.c.workspace, conversations.c.user_id).where(
    conversations.c.id.in_(sa.bindparam("ids", expanding=True))
)
_given = replacing(feedback, ["verdict", "word", "at", "changed"])
_changes = counting(feedback_changes)


class DatabaseFeedback:
    """See `app.ports.FeedbackIndex`."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def after(self, workspace: WorkspaceId, number: int, *, limit: int = 100) -> list[Feedback]:
        asked = {"workspace": workspace, "number": number, "most": limit}
        rows = await self._database.read(lambda connection: connection.execute(_after, asked).all())
        return [Feedback(*row) for row in rows]


def index_feedback(connection: sa.Connection, logged: Iterable[LogEvent]) -> None:
    """Note what was just appended, within its transaction."""
    given = [(each, each.event) for each in logged if isinstance(each.event, FeedbackGiven)]
    if not given:
        return
    ids = {each.conversation for each, _ in given}
    owners = {row.id: (row.workspace, row.user_id) for row in connection.execute(_owners, {"ids": ids})}
    # Workspaces' counters in one order everywhere, or two processes' batches could wait for each other.
    for each, event in sorted(given, key=lambda one: owners[one[0].conversation]):
        workspace, user = owners[each.conversation]
        row = {
            "turn": event.turn,
            "conversation": each.conversation,
            "workspace": workspace,
            "user_id": user,
            "verdict": event.verdict,
            # PostgreSQL holds no such character.
            "word": event.word.replace("\0", ""),
            "at": each.at,
            "changed": _next(connection, workspace),
        }
        _given.run(connection, row)


def _next(connection: sa.Connection, workspace: WorkspaceId) -> int:
    number: int = _changes.run(connection, {"workspace": workspace, "number": 1}).scalar_one()
    return number
