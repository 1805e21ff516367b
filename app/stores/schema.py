"""The tables. A change here needs a revision in `migrations/versions/`; a test holds the two equal."""

from datetime import UTC, datetime

import sqlalchemy as sa
from sqlalchemy import Column, Index, Table

metadata = sa.MetaData()


class Moment(sa.TypeDecorator[datetime]):
    """A moment in UTC: `timestamptz` on PostgreSQL, sortable text on SQLite, which knows no time zone."""

    impl = sa.DateTime(timezone=True)
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: sa.Dialect) -> datetime | None:  # noqa: ARG002 - SQLAlchemy names it
        return None if value is None else value.astimezone(UTC)

    def process_result_value(self, value: datetime | None, dialect: sa.Dialect) -> datetime | None:  # noqa: ARG002 - SQLAlchemy names it
        return value.replace(tzinfo=UTC) if value is not None and value.tzinfo is None else value


workspaces = Table(
    "workspaces",
    metadata,
    Column("id", sa.Text, primary_key=True),
    Column("name", sa.Text, nullable=False),
    Column("key_hash", sa.Text, nullable=False),
    Column("sealed_secret", sa.Text, nullable=False),
    Column("origins", sa.Text, nullable=False),
    Column("instructions", sa.Text, nullable=False),
    Column("settings", sa.Text, nullable=False, server_default="{}"),
    Index("workspaces_key_hash", "key_hash", unique=True),
)

conversations = Table(
    "conversations",
    metadata,
    Column("id", sa.Text, primary_key=True),
    Column("workspace", sa.Text, nullable=False),
    Column("user_id", sa.Text, nullable=False),
    Column("title", sa.Text),
    Column("head", sa.Integer, nullable=False),
    Column("created_at", Moment, nullable=False),
    Column("touched_at", Moment, nullable=False),
    Column("deleted_at", Moment),
    Column("lease_holder", sa.Text),
    Column("lease_until", Moment),
    Column("wake_at", Moment),
    Index("conversations_owner", "workspace", "user_id", "touched_at"),
    Index("conversations_lease", "lease_until"),
    Index("conversations_wake", "wake_at"),
    Index("conversations_deleted", "deleted_at"),
)

# The key is the order the log is read in, so on SQLite the rows lie in it.
events = Table(
    "events",
    metadata,
    Column("conversation", sa.Text, sa.ForeignKey("conversations.id", ondelete="CASCADE"), primary_key=True),
    Column("seq", sa.Integer, primary_key=True),
    Column("at", Moment, nullable=False),
    Column("event", sa.Text, nullable=False),
    sqlite_with_rowid=False,
)

# When each call that asks was last asked about, or decided.
receipts = Table(
    "receipts",
    metadata,
    Column("conversation", sa.Text, sa.ForeignKey("conversations.id", ondelete="CASCADE"), primary_key=True),
    Column("number", sa.Integer, primary_key=True, autoincrement=False),
    Column("at", Moment, nullable=False),
)

tabs = Table(
    "tabs",
    metadata,
    Column("workspace", sa.Text, primary_key=True),
    Column("user_id", sa.Text, primary_key=True),
    Column("tab", sa.Text, primary_key=True),
    Column("document", sa.Text, nullable=False),
    Column("seq", sa.BigInteger, nullable=False),
    Column("version", sa.BigInteger, nullable=False),
    Column("heard_at", Moment, nullable=False),
    Column("facts", sa.Text),
    Column("conversation", sa.Text),
    Index("tabs_conversation", "conversation"),
    Index("tabs_heard", "heard_at"),
)

usage = Table(
    "usage",
    metadata,
    Column("workspace", sa.Text, primary_key=True),
    Column("user_id", sa.Text, primary_key=True),
    Column("day", sa.Text, primary_key=True),
    Column("tokens", sa.BigInteger, nullable=False),
)

# The bytes come last, so that the rest of a row is read without them.
attachments = Table(
    "attachments",
    metadata,
    Column("id", sa.Text, primary_key=True),
    Column("workspace", sa.Text, nullable=False),
    Column("user_id", sa.Text, nullable=False),
    Column("conversation", sa.Text, sa.ForeignKey("conversations.id", ondelete="CASCADE")),
    Column("stored_at", Moment, nullable=False),
    Column("size_bytes", sa.Integer, nullable=False),
    Column("record", sa.Text, nullable=False),
    Column("body", sa.LargeBinary, nullable=False),
    Index("attachments_owner", "workspace", "user_id", "stored_at"),
    Index("attachments_conversation", "conversation", "stored_at"),
)

integrations = Table(
    "integrations",
    metadata,
    Column("workspace", sa.Text, primary_key=True),
    Column("provider", sa.Text, primary_key=True),
    Column("base_url", sa.Text, nullable=False),
    Column("sealed_secret", sa.Text, nullable=False),
    Column("allowed_tools", sa.Text, nullable=False),
    Column("connected_at", Moment, nullable=False),
)

host_tools = Table(
    "host_tools",
    metadata,
    Column("workspace", sa.Text, primary_key=True),
    Column("binding", sa.Text, primary_key=True),
    Column("version", sa.Text, primary_key=True),
    Column("schemas", sa.Text, nullable=False),
    Column("record", sa.Text, nullable=False),
)

runs = Table(
    "runs",
    metadata,
    Column("id", sa.Text, primary_key=True),
    Column("workspace", sa.Text, nullable=False),
    Column("key", sa.Text, nullable=False),
    Column("record", sa.Text, nullable=False),
    Column("due_at", Moment),
    Column("lease_holder", sa.Text),
    Column("lease_until", Moment),
    Column("fence", sa.Integer, nullable=False),
    Index("runs_key", "workspace", "key", unique=True),
    Index("runs_due", "due_at"),
    Index("runs_lease", "lease_until"),
)

proposals = Table(
    "proposals",
    metadata,
    Column("id", sa.Text, primary_key=True),
    Column("workspace", sa.Text, nullable=False),
    Column("user_id", sa.Text),
    Column("status", sa.Text, nullable=False),
    Column("changed", sa.BigInteger, nullable=False),
    Column("record", sa.Text, nullable=False),
    Index("proposals_changed", "workspace", "changed", unique=True),
    Index("proposals_owner", "workspace", "user_id", "changed"),
)

# One row a workspace, locked while a proposal changes: so changes become visible in the order of their numbers.
proposal_changes = Table(
    "proposal_changes",
    metadata,
    Column("workspace", sa.Text, primary_key=True),
    Column("number", sa.BigInteger, nullable=False),
)

deliveries = Table(
    "deliveries",
    metadata,
    Column("id", sa.Text, primary_key=True),
    Column("record", sa.Text, nullable=False),
    Column("due_at", Moment),
    Column("lease_holder", sa.Text),
    Column("lease_until", Moment),
    Column("fence", sa.Integer, nullable=False),
    Index("deliveries_due", "due_at"),
    Index("deliveries_lease", "lease_until"),
)

# What stands of the log's `feedback.given`, one row a turn.
feedback = Table(
    "feedback",
    metadata,
    Column("turn", sa.Text, primary_key=True),
    Column("conversation", sa.Text, sa.ForeignKey("conversations.id", ondelete="CASCADE"), nullable=False),
    Column("workspace", sa.Text, nullable=False),
    Column("user_id", sa.Text, nullable=False),
    Column("verdict", sa.Text),
    Column("word", sa.Text, nullable=False),
    Column("at", Moment, nullable=False),
    Column("changed", sa.BigInteger, nullable=False),
    Index("feedback_changed", "workspace", "changed", unique=True),
    Index("feedback_conversation", "conversation"),
)

# As `proposal_changes`.
feedback_changes = Table(
    "feedback_changes",
    metadata,
    Column("workspace", sa.Text, primary_key=True),
    Column("number", sa.BigInteger, nullable=False),
)
