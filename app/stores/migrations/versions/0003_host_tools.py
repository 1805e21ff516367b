"""Host tools: bindings, runs, proposals, deliveries of decisions."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None

_moment = sa.DateTime(timezone=True)
_TABLES = ("deliveries", "proposal_changes", "proposals", "runs", "host_tools")


def upgrade() -> None:
    _host_tools()
    _runs()
    _proposals()
    _deliveries()


def downgrade() -> None:
    for table in _TABLES:
        op.drop_table(table)


def _host_tools() -> None:
    op.create_table(
        "host_tools",
        sa.Column("workspace", sa.Text, primary_key=True),
        sa.Column("binding", sa.Text, primary_key=True),
        sa.Column("version", sa.Text, primary_key=True),
        sa.Column("schemas", sa.Text, nullable=False),
        sa.Column("record", sa.Text, nullable=False),
    )


def _runs() -> None:
    op.create_table(
        "runs",
        sa.Column("id", sa.Text, primary_key=True),
        sa.Column("workspace", sa.Text, nullable=False),
        sa.Column("key", sa.Text, nullable=False),
        sa.Column("record", sa.Text, nullable=False),
        *_queued(),
    )
    op.create_index("runs_key", "runs", ["workspace", "key"], unique=True)
    op.create_index("runs_due", "runs", ["due_at"])
    op.create_index("runs_lease", "runs", ["lease_until"])


def _proposals() -> None:
    op.create_table(
        "proposals",
        sa.Column("id", sa.Text, primary_key=True),
        sa.Column("workspace", sa.Text, nullable=False),
        sa.Column("user_id", sa.Text),
        sa.Column("status", sa.Text, nullable=False),
        sa.Column("changed", sa.BigInteger, nullable=False),
        sa.Column("record", sa.Text, nullable=False),
    )
    op.create_index("proposals_changed", "proposals", ["workspace", "changed"], unique=True)
    op.create_index("proposals_owner", "proposals", ["workspace", "user_id", "changed"])
    op.create_table(
        "proposal_changes",
        sa.Column("workspace", sa.Text, primary_key=True),
        sa.Column("number", sa.BigInteger, nullable=False),
    )


def _deliveries() -> None:
    op.create_table(
        "deliveries",
        sa.Column("id", sa.Text, primary_key=True),
        sa.Column("record", sa.Text, nullable=False),
        *_queued(),
    )
    op.create_index("deliveries_due", "deliveries", ["due_at"])
    op.create_index("deliveries_lease", "deliveries", ["lease_until"])


def _queued() -> list[sa.Column[object]]:
    """When it is due, and who works on it until when; `fence` grows with each claim."""
    return [
        sa.Column("due_at", _moment),
        sa.Column("lease_holder", sa.Text),
        sa.Column("lease_until", _moment),
        sa.Column("fence", sa.Integer, nullable=False),
    ]
