"""What a workspace chose for its panel."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("workspaces", sa.Column("settings", sa.Text, nullable=False, server_default="{}"))


def downgrade() -> None:
    op.drop_column("workspaces", "settings")
