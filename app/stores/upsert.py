"""`INSERT … ON CONFLICT`, which both databases speak and SQLAlchemy spells once for each."""

from typing import TypeAlias

import sqlalchemy as sa
from sqlalchemy.dialects import postgresql, sqlite

Insert: TypeAlias = sqlite.Insert | postgresql.Insert


def insert_into(table: sa.Table, connection: sa.Connection) -> Insert:
    """An insert that knows `on_conflict_do_update`, in the connection's dialect."""
    return postgresql.insert(table) if connection.dialect.name == "postgresql" else sqlite.insert(table)
