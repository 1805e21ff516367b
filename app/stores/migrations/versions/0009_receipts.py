"""Which calls ever asked a person, and when: the activity log's index. The log before it is read once."""

import json

import sqlalchemy as sa
from alembic import op

from app.stores.schema import Moment

revision = "0009"
down_revision = "0007"
branch_labels = None
depends_on = None

_ASKING = ("call.held", "call.preapproved", "call.decided")


def upgrade() -> None:
    receipts = op.create_table(
        "receipts",
        sa.Column("conversation", sa.Text, sa.ForeignKey("conversations.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("at", Moment, nullable=False),
    )
    events = sa.table(
        "events", sa.column("conversation"), sa.column("seq"), sa.column("at", Moment), sa.column("event")
    )
    # The tag is an event's first member.
    asking = sa.or_(*(events.c.event.like(f'{{"type":"{each}"%') for each in _ASKING))
    found: dict[tuple[str, int], object] = {}
    for row in op.get_bind().execute(sa.select(events).where(asking).order_by(events.c.conversation, events.c.seq)):
        found[row.conversation, int(json.loads(row.event)["call"].rpartition("_")[2])] = row.at
    if found:
        rows = [
            {"conversation": conversation, "number": number, "at": at} for (conversation, number), at in found.items()
        ]
        op.bulk_insert(receipts, rows)


def downgrade() -> None:
    op.drop_table("receipts")
