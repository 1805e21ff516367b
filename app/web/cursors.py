"""`after=`: the number a host's program goes on from, as it stood in `next`."""

from typing import Final

from app.errors import Unacceptable

_LONGEST: Final = 15


def cursor_number(cursor: str | None) -> int:
    """0 for none: from the beginning. Raises `Unacceptable`."""
    if not cursor:
        return 0
    if not (cursor.isascii() and cursor.isdigit() and len(cursor) <= _LONGEST):
        raise Unacceptable("'after' is no cursor; what stood in 'next' would be.")
    return int(cursor)
