"""What people think of replies, by workspace, in the order it changed."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "feedback",
        sa.Column("turn", sa.Text, primary_key=True),
        sa.Column("conversation", sa.Text, sa.ForeignKey("conversations.id", ondelete="CASCADE"), nullable=False),
        sa.Column("workspace", sa.Text, nullable=False),
        sa.Column("user_id", sa.Text, nullable=False),
        sa.Column("verdict", sa.Text),
        sa.Column("word", sa.Text, nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("changed", sa.BigInteger, nullable=False),
    )
    op.create_index("feedback_changed", "feedback", ["workspace", "changed"], unique=True)
    op.create_index("feedback_conversation", "feedback", ["conversation"])
    op.create_table(
        "feedback_changes",
        sa.Column("workspace", sa.Text, primary_key=True),
        sa.Column("number", sa.BigInteger, nullable=False),
    )


def downgrade() -> None:
    op.drop_table("feedback_changes")
    op.drop_table("feedback")
