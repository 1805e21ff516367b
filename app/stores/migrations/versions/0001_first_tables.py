"""First tables: workspaces, conversations, their events, tabs, usage."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None

_moment = sa.DateTime(timezone=True)


def upgrade() -> None:
    _workspaces()
    _conversations()
    _events()
    _tabs()
    _usage()


def downgrade() -> None:
    for table in ("usage", "tabs", "events", "conversations", "workspaces"):
        op.drop_table(table)


def _workspaces() -> None:
    op.create_table(
        "workspaces",
        sa.Column("id", sa.Text, primary_key=True),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("key_hash", sa.Text, nullable=False),
        sa.Column("sealed_secret", sa.Text, nullable=False),
        sa.Column("origins", sa.Text, nullable=False),
        sa.Column("instructions", sa.Text, nullable=False),
    )
    op.create_index("workspaces_key_hash", "workspaces", ["key_hash"], unique=True)


def _conversations() -> None:
    op.create_table(
        "conversations",
        sa.Column("id", sa.Text, primary_key=True),
        sa.Column("workspace", sa.Text, nullable=False),
        sa.Column("user_id", sa.Text, nullable=False),
        sa.Column("title", sa.Text),
        sa.Column("head", sa.Integer, nullable=False),
        sa.Column("created_at", _moment, nullable=False),
        sa.Column("touched_at", _moment, nullable=False),
        sa.Column("lease_holder", sa.Text),
        sa.Column("lease_until", _moment),
        sa.Column("wake_at", _moment),
    )
    op.create_index("conversations_owner", "conversations", ["workspace", "user_id", "touched_at"])
    op.create_index("conversations_lease", "conversations", ["lease_until"])
    op.create_index("conversations_wake", "conversations", ["wake_at"])


def _events() -> None:
    op.create_table(
        "events",
        sa.Column("conversation", sa.Text, sa.ForeignKey("conversations.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("seq", sa.Integer, primary_key=True),
        sa.Column("at", _moment, nullable=False),
        sa.Column("event", sa.Text, nullable=False),
        sqlite_with_rowid=False,
    )


def _tabs() -> None:
    op.create_table(
        "tabs",
        sa.Column("workspace", sa.Text, primary_key=True),
        sa.Column("user_id", sa.Text, primary_key=True),
        sa.Column("tab", sa.Text, primary_key=True),
        sa.Column("document", sa.Text, nullable=False),
        sa.Column("seq", sa.BigInteger, nullable=False),
        sa.Column("version", sa.BigInteger, nullable=False),
        sa.Column("heard_at", _moment, nullable=False),
        sa.Column("facts", sa.Text),
        sa.Column("conversation", sa.Text),
    )
    op.create_index("tabs_conversation", "tabs", ["conversation"])
    op.create_index("tabs_heard", "tabs", ["heard_at"])


def _usage() -> None:
    op.create_table(
        "usage",
        sa.Column("workspace", sa.Text, primary_key=True),
        sa.Column("user_id", sa.Text, primary_key=True),
        sa.Column("day", sa.Text, primary_key=True),
        sa.Column("tokens", sa.BigInteger, nullable=False),
    )
