"""What the shop keeps of reminders: answers it has given, decisions it has heard, and its own outbox."""

from __future__ import annotations

import sqlite3
from collections.abc import Generator
from contextlib import closing, contextmanager
from pathlib import Path

import msgspec

SCHEMA = """
CREATE TABLE IF NOT EXISTS event_answers (key TEXT PRIMARY KEY, request TEXT NOT NULL, answer TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS raised_events (id TEXT PRIMARY KEY);
CREATE TABLE IF NOT EXISTS reminders (number INTEGER PRIMARY KEY, sent TEXT NOT NULL, words TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS decisions (
    proposal TEXT PRIMARY KEY, outcome TEXT NOT NULL, detail TEXT NOT NULL, reported INTEGER NOT NULL
);
"""


class Reminder(msgspec.Struct, frozen=True, kw_only=True):
    """A reminder as it went out; `sent` is an ISO date."""

    number: int
    sent: str
    words: str


class Outcome(msgspec.Struct, frozen=True, kw_only=True):
    """What came of a decision; `outcome` is empty when there is nothing to report."""

    proposal: str
    outcome: str
    detail: str


class OtherRequestError(Exception):
    """The key was used for another request."""


class ReminderStore:
    """Blocking: call it from a thread. It shares the shop's file."""

    def __init__(self, path: Path) -> None:
        self._path = path
        with self._transaction() as database:
            database.executescript(SCHEMA)

    def answered(self, key: str, request: str) -> str | None:
        """
        The answer that a key has already had.

        Raises:
            OtherRequestError: It had it for another request.
        """
        with self._transaction() as database:
            return _answer(database, key, request)

    def answer(self, key: str, request: str, answer: str) -> str:
        """Keep the answer to a key; of two that race, both give the first one kept. Raises as `answered`."""
        with self._transaction() as database:
            database.execute("INSERT OR IGNORE INTO event_answers VALUES (?, ?, ?)", (key, request, answer))
            kept = _answer(database, key, request)
            assert kept is not None
            return kept

    def raised(self) -> set[str]:
        """Events that the assistant has taken."""
        with self._transaction() as database:
            return {row["id"] for row in database.execute("SELECT id FROM raised_events")}

    def note_raised(self, event: str) -> None:
        with self._transaction() as database:
            database.execute("INSERT OR IGNORE INTO raised_events VALUES (?)", (event,))

    def reminder(self, number: int) -> Reminder | None:
        """The reminder an order has had."""
        with self._transaction() as database:
            row = database.execute("SELECT * FROM reminders WHERE number = ?", (number,)).fetchone()
            return Reminder(number=row["number"], sent=row["sent"], words=row["words"]) if row else None

    def sent_on(self, day: str) -> int:
        """How many went out on a day."""
        with self._transaction() as database:
            return database.execute("SELECT COUNT(*) FROM reminders WHERE sent = ?", (day,)).fetchone()[0]

    def conclude(self, outcome: Outcome, reminder: Reminder | None) -> None:
        """Put a reminder in the outbox and keep what came of its proposal: once, however often it is decided."""
        with self._transaction() as database:
            known = database.execute("SELECT 1 FROM decisions WHERE proposal = ?", (outcome.proposal,)).fetchone()
            if known:
                return
            if reminder is not None:
                database.execute(
                    "INSERT INTO reminders VALUES (?, ?, ?)", (reminder.number, reminder.sent, reminder.words)
                )
            row = (outcome.proposal, outcome.outcome, outcome.detail, not outcome.outcome)
            database.execute("INSERT INTO decisions VALUES (?, ?, ?, ?)", row)

    def unreported(self) -> list[Outcome]:
        """Outcomes the assistant has not been told."""
        with self._transaction() as database:
            rows = database.execute("SELECT * FROM decisions WHERE NOT reported").fetchall()
            return [Outcome(proposal=row["proposal"], outcome=row["outcome"], detail=row["detail"]) for row in rows]

    def note_reported(self, proposal: str) -> None:
        with self._transaction() as database:
            database.execute("UPDATE decisions SET reported = 1 WHERE proposal = ?", (proposal,))

    @contextmanager
    def _transaction(self) -> Generator[sqlite3.Connection]:
        with closing(sqlite3.connect(self._path, timeout=5, isolation_level="IMMEDIATE")) as database, database:
            database.row_factory = sqlite3.Row
            yield database


def _answer(database: sqlite3.Connection, key: str, request: str) -> str | None:
    row = database.execute("SELECT * FROM event_answers WHERE key = ?", (key,)).fetchone()
    if row is not None and row["request"] != request:
        raise OtherRequestError(key)
    return row["answer"] if row else None
