"""`INSERT … ON CONFLICT`, which both databases speak and SQLAlchemy spells once for each."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, TypeAlias

import sqlalchemy as sa
from sqlalchemy.dialects import postgresql, sqlite

Insert: TypeAlias = sqlite.Insert | postgresql.Insert
Row: TypeAlias = Mapping[str, object]


class Upsert:
    """One such statement, made at its first use in a dialect: to make it costs more than to run it."""

    def __init__(self, table: sa.Table, on_conflict: Callable[[Insert], sa.Executable]) -> None:
        """`on_conflict` says of an insert into the table what becomes of a row that is there already."""
        self._table = table
        self._on_conflict = on_conflict
        self._made: dict[str, sa.Executable] = {}

    def run(self, connection: sa.Connection, rows: Row | Sequence[Row]) -> sa.CursorResult[Any]:
        """Put one row, or each of several."""
        dialect = connection.dialect.name
        if dialect not in self._made:
            insert = postgresql.insert if dialect == "postgresql" else sqlite.insert
            self._made[dialect] = self._on_conflict(insert(self._table))
        return connection.execute(self._made[dialect], rows)


def replacing(table: sa.Table, names: Iterable[str]) -> Upsert:
    """One that puts these columns in the place of those of the row with the same primary key."""
    return Upsert(
        table,
        lambda insert: insert.on_conflict_do_update(
            index_elements=list(table.primary_key), set_={name: insert.excluded[name] for name in names}
        ),
    )


def counting(table: sa.Table) -> Upsert:
    """One that answers the next number of the row with the same primary key: the one put, or one more than there is."""
    return Upsert(
        table,
        lambda insert: insert.on_conflict_do_update(
            index_elements=list(table.primary_key), set_={"number": table.c.number + 1}
        ).returning(table.c.number),
    )


def first_kept(table: sa.Table, *keys: sa.Column[Any]) -> Upsert:
    """One that leaves what is there already: under these keys, or under any without them."""
    return Upsert(table, lambda insert: insert.on_conflict_do_nothing(index_elements=keys or None))
