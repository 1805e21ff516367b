"""Words others wrote, made fit for one line of ours: no controls, no tricks with direction, no hidden letters."""

import re
import unicodedata

_JOINERS = frozenset("\u200c\u200d")
_DIRECTION = re.compile("[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]")


def to_plain_line(text: str, *, limit: int = 200) -> str:
    """
    `text` on one line, composed (NFC), white space as single spaces, without control or format characters.

    limit: Most characters to keep; what is cut ends in an ellipsis.
    """
    shown = "".join(character for character in unicodedata.normalize("NFC", text) if _shows(character))
    line = " ".join(shown.split())
    return line if len(line) <= limit else f"{line[: limit - 1].rstrip()}…"


def to_plain_text(text: str) -> str:
    """As `to_plain_line`, uncut and with its line breaks."""
    lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    return "\n".join(to_plain_line(line, limit=len(line) + 1) for line in lines).strip("\n")


def without_direction(text: str) -> str:
    """`text` without the characters that turn the reading direction of what follows."""
    return _DIRECTION.sub("", text)


def _shows(character: str) -> bool:
    category = unicodedata.category(character)
    if category in {"Zl", "Zp"} or character.isspace():
        return True
    return not category.startswith("C") or character in _JOINERS
