"""Putting values into words (`{name}`, `{name:upper}`, `{name:title}`), and the sentences a rehearsal falls back on."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from itertools import islice
from pathlib import Path
from typing import cast

import msgspec

from app.contract.ids import Json
from app.rehearsal.faults import ApiError

_SLOT = re.compile(r"\{([a-z_]+)(?::(upper|title))?\}")
_LOOKS: dict[str | None, Callable[[str], str]] = {None: str, "upper": str.upper, "title": str.title}


class Words(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The sentences of `words.yaml`, by when they are said."""

    hello: str
    page_line: str
    no_page_line: str
    tools_line: str
    no_tools_line: str
    asks: str
    no_asks: str
    could: str
    not_lent: str
    not_this: str
    failed: str
    not_found: str
    unanswered: str
    over: str


@cache
def words() -> Words:
    """The sentences, read once."""
    return msgspec.yaml.decode(Path(__file__).with_name("words.yaml").read_bytes(), type=Words)


def fill(text: str, values: Mapping[str, str], *, pattern: bool = False) -> str:
    """
    `text` with its slots filled.

    Args:
        pattern: `text` is a regular expression, so values are taken literally in it.

    Raises:
        ApiError: 500, a slot that nothing names: the script is wrong, not the request.
    """

    def value(slot: re.Match[str]) -> str:
        if slot[1] not in values:
            raise ApiError(500, "api_error", f"The script uses {slot[0]}, which nothing names.")
        found = _LOOKS[slot[2]](values[slot[1]])
        return re.escape(found) if pattern else found

    return _SLOT.sub(value, text)


def fill_json(value: Json, values: Mapping[str, str], heard: Sequence[str] = ()) -> Json:
    """
    Opaque JSON with the slots in its strings filled.

    An object `{each, give, most?}` becomes a list: `give` for every match of the pattern `each`, at most so many, in
    the first of the texts `heard` that has one; the match's named groups join the values.
    """
    if isinstance(value, str):
        return fill(value, values)
    if isinstance(value, list):
        return [fill_json(item, values, heard) for item in cast("list[Json]", value)]
    if not isinstance(value, dict):
        return value
    given = cast("dict[str, Json]", value)
    if given.keys() >= {"each", "give"}:
        matches = islice(_matches(fill(given["each"], values, pattern=True), heard), given.get("most"))
        return [fill_json(given["give"], {**values, **match.groupdict("")}, heard) for match in matches]
    return {key: fill_json(item, values, heard) for key, item in given.items()}


def _matches(pattern: str, heard: Sequence[str]) -> Iterator[re.Match[str]]:
    expression = re.compile(pattern, re.IGNORECASE | re.MULTILINE)
    return expression.finditer(next(filter(expression.search, heard), ""))


def listed(names: list[str]) -> str:
    """Tool names as a person reads them: "`a`, `b` and `c`"."""
    quoted = [f"`{name}`" for name in names]
    return " and ".join([", ".join(quoted[:-1]), quoted[-1]] if len(quoted) > 1 else quoted)


class Stuck(Exception):
    """The message says to the user why the script ends here."""
