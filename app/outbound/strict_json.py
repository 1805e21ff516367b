"""
JSON from a server we do not own, read strictly: what two readers could understand in two ways is refused.

See https://www.rfc-editor.org/rfc/rfc8259 and https://www.rfc-editor.org/rfc/rfc7493 (I-JSON).
"""

import json
import math
import re
from itertools import islice
from typing import Final, NoReturn, cast

import msgspec

from app.contract.ids import Json

MOST_DEPTH: Final = 32
MOST_KEYS: Final = 10_000
MOST_VALUES: Final = 100_000
"""Lists within lists take forty times the memory of their text, and the loop's time; no tool has use for them."""

_MOST_DIGITS: Final = len(str(2**64))
_STRING: Final = re.compile(rb'"[^"\\]*(?:\\.[^"\\]*)*"', re.DOTALL)
_syntax: Final = msgspec.json.Decoder(msgspec.Raw)


class NotStrict(ValueError):
    """Why it is refused, in words that quote nothing of it."""


def parse(raw: bytes) -> Json:
    """
    One value: UTF-8 without a byte order mark, at most 32 deep, 10,000 keys and 100,000 values in all.

    Raises:
        NotStrict: no whole JSON, a name twice in an object, NaN or infinity, an integer of more than 64 bits,
            half a surrogate pair, or too deep, too many keys or too many values.
    """
    keys = _Keys()
    try:
        _check_count(raw)
        value: Json = json.loads(
            raw.decode("utf-8"),
            object_pairs_hook=keys.joined,
            parse_constant=_refuse,
            parse_float=_finite,
            parse_int=_bounded,
        )
    except UnicodeDecodeError:
        raise NotStrict("no UTF-8") from None
    except (json.JSONDecodeError, msgspec.DecodeError):
        raise NotStrict("no whole, valid JSON") from None
    except RecursionError:
        raise NotStrict("nested too deeply") from None
    _check_depth(value)
    _check_text(value)
    return value


def _check_count(raw: bytes) -> None:
    """Before anything is built of it. What stands in strings is only told apart where it matters."""
    too_many = _count(raw) - MOST_VALUES
    if too_many <= 0:
        return
    _syntax.decode(raw)  # Every string ends, so that the pattern finds them in linear time.
    strings = islice(_STRING.finditer(raw), MOST_VALUES)
    if sum(_count(string[0]) for string in strings) < too_many:
        raise NotStrict("too many values")


def _count(raw: bytes) -> int:
    return raw.count(b",") + raw.count(b"[") + raw.count(b"{")


class _Keys:
    """Counts the keys of all objects together."""

    def __init__(self) -> None:
        self._count = 0

    def joined(self, pairs: list[tuple[str, Json]]) -> dict[str, Json]:
        self._count += len(pairs)
        if self._count > MOST_KEYS:
            raise NotStrict("too many keys")
        found = dict(pairs)
        if len(found) != len(pairs):
            raise NotStrict("a name twice in one object")
        return found


def _refuse(_: str) -> NoReturn:
    raise NotStrict("NaN or infinity")


def _finite(number: str) -> float:
    value = float(number)
    if not math.isfinite(value):
        raise NotStrict("a number that is too large")
    return value


def _bounded(number: str) -> int:
    # Python would spend quadratic time on digits that nobody means.
    if len(number) > _MOST_DIGITS:
        raise NotStrict("a number that is too large")
    return int(number)


def _check_depth(value: Json) -> None:
    level: list[Json] = [value]
    for _ in range(MOST_DEPTH):
        level = [inner for outer in level for inner in _inside(outer) if isinstance(inner, dict | list)]
        if not level:
            return
    raise NotStrict("nested too deeply")


def _inside(value: Json) -> list[Json]:
    if isinstance(value, dict):
        return list(cast("dict[str, Json]", value).values())
    return cast("list[Json]", value) if isinstance(value, list) else []


def _check_text(value: Json) -> None:
    try:
        msgspec.json.encode(value)
    except UnicodeEncodeError:
        raise NotStrict("half a surrogate pair") from None
