"""Whether two answers are the same but for what the clock makes of them: a host may say when it was asked."""

import re
import time
from itertools import pairwise
from typing import Final, cast

from app.contract.ids import Json

_MOMENT: Final = re.compile(r"\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d(\.\d+)?)?\s?(Z|UTC|[+-]\d\d:?\d\d)?")
_NEAR_SECONDS: Final = 24 * 60 * 60
_MILLIS: Final = 1_000


def same(*answers: Json) -> bool:
    """Times are taken for one another: ISO 8601 ones in texts, and numbers that are Unix times of about now."""
    return all(_timeless(first) == _timeless(second) for first, second in pairwise(answers))


def _timeless(value: Json) -> Json:
    if isinstance(value, str):
        return _MOMENT.sub("a time", value)
    if isinstance(value, list):
        return [_timeless(each) for each in cast("list[Json]", value)]
    if isinstance(value, dict):
        return {name: _timeless(each) for name, each in cast("dict[str, Json]", value).items()}
    return "a time" if _is_about_now(value) else value


def _is_about_now(value: Json) -> bool:
    if isinstance(value, bool) or not isinstance(value, int | float):
        return False
    return any(abs(value / unit - time.time()) < _NEAR_SECONDS for unit in (1, _MILLIS))
