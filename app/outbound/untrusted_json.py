"""JSON from a server we do not own: strict, and bounded before anything is built of it."""

import re
from itertools import islice
from typing import Final

import msgspec

from app.contract.ids import Json
from app.strict_json import parse as parse_strictly

MOST_DEPTH: Final = 32
MOST_VALUES: Final = 100_000
"""Lists within lists take forty times the memory of their text, and the loop's time; no tool has use for them."""

_STRING: Final = re.compile(rb'"[^"\\]*(?:\\.[^"\\]*)*"', re.DOTALL)
_syntax: Final = msgspec.json.Decoder(msgspec.Raw)


class Unreadable(ValueError):
    """Why it is refused before it is parsed, in words that quote nothing of it."""


def parse(raw: bytes) -> Json:
    """
    One value: UTF-8 without a byte order mark, at most 32 deep, 10,000 keys and 100,000 values in all.

    Raises:
        NotStrict: see `app.strict_json.parse`.
        Unreadable: no UTF-8, no JSON, or too many values.
    """
    try:
        _check_count(raw)
        text = raw.decode("utf-8")
    except UnicodeDecodeError:
        raise Unreadable("no UTF-8") from None
    except msgspec.DecodeError:
        raise Unreadable("no whole, valid JSON") from None
    return parse_strictly(text, most_depth=MOST_DEPTH)


def _check_count(raw: bytes) -> None:
    """What stands in strings is only told apart where it matters."""
    too_many = _count(raw) - MOST_VALUES
    if too_many <= 0:
        return
    _syntax.decode(raw)  # Every string ends, so that the pattern finds them in linear time.
    strings = islice(_STRING.finditer(raw), MOST_VALUES)
    if sum(_count(string[0]) for string in strings) < too_many:
        raise Unreadable("too many values")


def _count(raw: bytes) -> int:
    return raw.count(b",") + raw.count(b"[") + raw.count(b"{")
