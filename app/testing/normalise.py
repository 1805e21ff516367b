"""HTML in one form, indented, so that two renderings differ only where they mean something else."""

import re

from bs4 import BeautifulSoup, Tag
from bs4.formatter import HTMLFormatter

_SPACE = re.compile(r"\s+")
_VERBATIM = ("pre", "textarea")


class _Sorted(HTMLFormatter):
    def attributes(self, tag: Tag) -> list[tuple[str, str]]:  # pyright: ignore[reportIncompatibleMethodOverride]
        return sorted((name, _value(value)) for name, value in tag.attrs.items())


def normalise(html: str) -> str:
    """`html` with attributes in order, white space collapsed outside `pre`, one element a line."""
    soup = BeautifulSoup(html, "html.parser")
    for text in soup.find_all(string=True):
        if text.find_parent(_VERBATIM) is None:
            text.replace_with(_SPACE.sub(" ", text))
    return soup.prettify(formatter=_Sorted(indent=2)).strip() + "\n"


def _value(value: object) -> str:
    words = value if isinstance(value, list) else [value]  # pyright: ignore[reportUnknownVariableType]
    return _SPACE.sub(" ", " ".join(str(word) for word in words)).strip()  # pyright: ignore[reportUnknownVariableType, reportUnknownArgumentType]
