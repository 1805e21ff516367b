"""
JSON that others wrote, read strictly: what two readers could understand in two ways is refused.

See https://www.rfc-editor.org/rfc/rfc8259 and https://www.rfc-editor.org/rfc/rfc7493 (I-JSON).
"""

import json
import math
from enum import Enum
from typing import Final, NoReturn, cast

import msgspec

from app.contract.ids import Json

MOST_KEYS: Final = 10_000

_MOST_DIGITS: Final = len(str(2**64))


class Fault(Enum):
    """Why text is refused; the value says it in words that quote nothing of the text."""

    SYNTAX = "no whole, valid JSON"
    REPEATED = "a name twice in one object"
    CONSTANT = "NaN or infinity"
    NUMBER = "a number that is too large"
    SURROGATE = "half a surrogate pair"
    DEPTH = "nested too deeply"
    KEYS = "too many keys"


class NotStrict(ValueError):
    def __init__(self, fault: Fault) -> None:
        super().__init__(fault.value)
        self.fault = fault


def parse(text: str, *, most_depth: int, most_keys: int = MOST_KEYS) -> Json:
    """
    One value, at most `most_depth` deep and with `most_keys` keys in all.

    Raises:
        NotStrict: no whole JSON, a name twice in an object, NaN or infinity, an integer of more than 64 bits,
            half a surrogate pair, or too deep or too many keys.
    """
    keys = _Keys(most_keys)
    try:
        value: Json = json.loads(
            text, object_pairs_hook=keys.joined, parse_constant=_refuse, parse_float=_finite, parse_int=_bounded
        )
        msgspec.json.encode(value)
    except json.JSONDecodeError:
        raise NotStrict(Fault.SYNTAX) from None
    except UnicodeEncodeError:
        raise NotStrict(Fault.SURROGATE) from None
    except RecursionError:
        raise NotStrict(Fault.DEPTH) from None
    _check_depth(value, most_depth)
    return value


class _Keys:
    """Counts the keys of all objects together."""

    def __init__(self, most: int) -> None:
        self._left = most

    def joined(self, pairs: list[tuple[str, Json]]) -> dict[str, Json]:
        self._left -= len(pairs)
        if self._left < 0:
            raise NotStrict(Fault.KEYS)
        found = dict(pairs)
        if len(found) != len(pairs):
            raise NotStrict(Fault.REPEATED)
        return found


def _refuse(_: str) -> NoReturn:
    raise NotStrict(Fault.CONSTANT)


def _finite(number: str) -> float:
    value = float(number)
    if not math.isfinite(value):
        raise NotStrict(Fault.NUMBER)
    return value


def _bounded(number: str) -> int:
    # Python would spend quadratic time on digits that nobody means.
    if len(number) > _MOST_DIGITS:
        raise NotStrict(Fault.NUMBER)
    return int(number)


def _check_depth(value: Json, most: int) -> None:
    level: list[Json] = [value]
    for _ in range(most):
        level = [inner for outer in level for inner in _inside(outer) if isinstance(inner, dict | list)]
        if not level:
            return
    raise NotStrict(Fault.DEPTH)


def _inside(value: Json) -> list[Json]:
    if isinstance(value, dict):
        return list(cast("dict[str, Json]", value).values())
    return cast("list[Json]", value) if isinstance(value, list) else []
