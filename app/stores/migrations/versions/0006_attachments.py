"""Files given with messages."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "attachments",
        sa.Column("id", sa.Text, primary_key=True),
        sa.Column("workspace", sa.Text, nullable=False),
        sa.Column("user_id", sa.Text, nullable=False),
        sa.Column("conversation", sa.Text, sa.ForeignKey("conversations.id", ondelete="CASCADE")),
        sa.Column("stored_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("size_bytes", sa.Integer, nullable=False),
        sa.Column("record", sa.Text, nullable=False),
        sa.Column("body", sa.LargeBinary, nullable=False),
    )
    op.create_index("attachments_owner", "attachments", ["workspace", "user_id", "stored_at"])
    op.create_index("attachments_conversation", "attachments", ["conversation", "stored_at"])


def downgrade() -> None:
    op.drop_table("attachments")
