"""What a field says, in the words of the note and of a fill's answer."""

import json
import re
from collections.abc import Sequence

from app.contract.page import FieldValue, Kind, PageField
from app.pages.text import HIDDEN

LISTED_IN_FULL = 50
"""So many of a kind are listed whole; of more, the first `LISTED_AT_LEAST` and how many more."""
LISTED_AT_LEAST = 20

CHECKED = "checked"
NOT_CHECKED = "not checked"
_QUOTED_AT_MOST = 200


def shown(field: PageField) -> str:
    """What the note says a field says now."""
    return shown_value(field.kind, field.value, field.length) if field.showing else "not showing"


def shown_value(kind: Kind | None, value: FieldValue, length: int | None = None) -> str:
    """
    A value in words.

    kind: None for a control of no known kind, whose value is never shown.
    length: of the whole text, where `value` is only its beginning.
    """
    match kind:
        case None:
            return "not shown"
        case "checkbox":
            return CHECKED if value is True else NOT_CHECKED
        case "choice" | "choices" | "custom" if value is None:
            return "nothing picked"
        case _:
            return _picked(value) if isinstance(value, tuple) else _quoted_in_part(_text(value), length)


def quoted(text: str) -> str:
    """A JSON string in which hidden characters are escaped, so that it reads as it is."""
    return (
        HIDDEN.sub(_escaped, json.dumps(text, ensure_ascii=False))
        .replace("\u2028", "\\u2028")
        .replace("\u2029", "\\u2029")
    )


def listed(entries: Sequence[str], separator: str) -> str:
    """Entries in a row; of more than 50 the first 20, then how many more."""
    if len(entries) <= LISTED_IN_FULL:
        return separator.join(entries)
    return separator.join([*entries[:LISTED_AT_LEAST], f"and {len(entries) - LISTED_AT_LEAST:,} more"])


def _text(value: FieldValue) -> str:
    return value if isinstance(value, str) else "" if value is None else str(value)


def _picked(values: tuple[str, ...]) -> str:
    return f"[{listed([_quoted_in_part(each) for each in values], ', ')}]"


def _quoted_in_part(text: str, length: int | None = None) -> str:
    whole = len(text) if length is None else length
    if whole <= _QUOTED_AT_MOST:
        return quoted(text)
    return f"{quoted(text[:_QUOTED_AT_MOST])}… ({whole:,} characters)"


def _escaped(hidden: re.Match[str]) -> str:
    return json.dumps(hidden[0])[1:-1]
