"""What was wrong with an announcement, entry by entry, in words for the developer of the page."""

import re

import msgspec

from app.contract.page import Fault
from app.errors import Unacceptable

_MOST = 100
_WORDS = {
    "str": "a string",
    "int": "a whole number",
    "float": "a number",
    "bool": "true or false",
    "array": "a list",
    "object": "an object",
    "null": "null",
}
_AT = re.compile(r"(?P<what>.*?)(?: - at `\$(?P<path>.*)`)?", re.DOTALL)
_EXPECTED = re.compile(r"Expected `(?P<right>[^`]*)`, got `(?P<wrong>[^`]*)`")
_MISSING = re.compile(r"Object missing required field `(?P<field>[^`]*)`")


class Unfit(Unacceptable):
    """An entry that can't be kept. `path` is where within the entry, such as `.options[2].value`."""

    code = "unfit"

    def __init__(self, sentence: str, path: str = "") -> None:
        super().__init__(sentence)
        self.path = path


class Faults:
    """Gathers faults in the order they were met; past 100 they are only counted."""

    def __init__(self) -> None:
        self._found: list[Fault] = []
        self._more = 0

    def add(self, path: str, message: str) -> None:
        if len(self._found) < _MOST:
            self._found.append(Fault(path, message))
        else:
            self._more += 1

    def all(self) -> tuple[Fault, ...]:
        rest = [Fault("", f"And {self._more:,} more faults.")] if self._more else []
        return (*self._found, *rest)


def plainly(error: msgspec.ValidationError) -> Unfit:
    """A type fault in our words, with the path within the entry."""
    found = _AT.fullmatch(str(error))
    assert found is not None
    what, path = found["what"], found["path"] or ""
    if expected := _EXPECTED.fullmatch(what):
        return Unfit(f"It is {_named(expected['wrong'])}; {_named(expected['right'])} would be right.", path)
    if missing := _MISSING.fullmatch(what):
        return Unfit("It is missing.", f"{path}.{missing['field']}")
    return Unfit(f"{what}.", path)


def _named(types: str) -> str:
    return " or ".join(_WORDS.get(each, each) for each in types.split(" | "))
