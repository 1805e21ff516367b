"""When a conversation was deleted: until it is removed, it can be brought back."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("conversations", sa.Column("deleted_at", sa.DateTime(timezone=True)))
    op.create_index("conversations_deleted", "conversations", ["deleted_at"])


def downgrade() -> None:
    op.drop_index("conversations_deleted", "conversations")
    op.drop_column("conversations", "deleted_at")
