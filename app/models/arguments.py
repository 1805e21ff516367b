"""
A tool call's arguments, from the raw JSON the model wrote.

Parsed once, when the block is whole, and strictly: the SDK's own partial parser turns `{"amount":10` into
an amount of 10 where the model was about to write 100.
"""

import json
import math
from typing import NoReturn, cast

import msgspec

from app.contract.ids import Json

MOST_BYTES = 1024 * 1024
MOST_DEPTH = 64


class BrokenArguments(ValueError):
    """Not a whole JSON object. `str(error)` ends the sentence "The arguments …"."""


def parse(raw: str) -> dict[str, Json]:
    """
    The arguments.

    Raises:
        BrokenArguments: no whole JSON, not an object, a name twice, NaN or infinity, half a surrogate pair,
            or too large or too deep to be meant.
    """
    if len(raw) > MOST_BYTES:
        raise BrokenArguments("are too large.")
    try:
        value: Json = json.loads(
            raw, object_pairs_hook=_without_repeats, parse_constant=_refuse, parse_float=_finite, parse_int=_bounded
        )
        msgspec.json.encode(value)
    except (json.JSONDecodeError, UnicodeEncodeError):
        raise BrokenArguments("are not whole, valid JSON.") from None
    except RecursionError:
        raise BrokenArguments("are nested too deeply.") from None
    if not isinstance(value, dict):
        raise BrokenArguments("are not a JSON object.")
    found = cast("dict[str, Json]", value)
    _check_depth(found)
    return found


def _without_repeats(pairs: list[tuple[str, Json]]) -> dict[str, Json]:
    found = dict(pairs)
    if len(found) != len(pairs):
        raise BrokenArguments("name a property twice.")
    return found


def _refuse(constant: str) -> NoReturn:
    raise BrokenArguments(f"hold {constant}, which is not JSON.")


def _finite(number: str) -> float:
    value = float(number)
    if not math.isfinite(value):
        raise BrokenArguments("hold a number that is too large.")
    return value


def _bounded(number: str) -> int:
    # Python would spend quadratic time on digits that nobody means.
    if len(number) > len(str(2**64)):
        raise BrokenArguments("hold a number that is too large.")
    return int(number)


def _check_depth(value: Json) -> None:
    level: list[Json] = [value]
    for _ in range(MOST_DEPTH):
        level = [inner for outer in level for inner in _inside(outer)]
        if not level:
            return
    raise BrokenArguments("are nested too deeply.")


def _inside(value: Json) -> list[Json]:
    if isinstance(value, dict):
        return list(cast("dict[str, Json]", value).values())
    return cast("list[Json]", value) if isinstance(value, list) else []
