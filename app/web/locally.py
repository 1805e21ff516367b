"""Numbers, lists and what stands in a sentence, as the reader's language writes them."""

from collections.abc import Mapping, Sequence
from typing import Final, TypeVar

from app.web.languages import SOURCE, direction, language

_Key = TypeVar("_Key")

_ISOLATED: Final = "\N{FIRST STRONG ISOLATE}%s\N{POP DIRECTIONAL ISOLATE}"
_BRITISH: Final = {SOURCE: "en_GB"}
"""Our English has no comma before the last of a list."""


def number(value: float) -> str:
    """As the reader's language writes it: `1,240`."""
    if language() == SOURCE:
        return f"{value:,}"
    from babel.numbers import format_decimal

    return format_decimal(value, locale=language(), numbering_system="default")


def listed(names: Sequence[str]) -> str:
    """Names in one line: `Ink, Paper and Wax`."""
    from babel.lists import format_list

    return format_list(list(isolated(dict(enumerate(names))).values()), locale=_BRITISH.get(language(), language()))


def isolated(values: Mapping[_Key, str | int]) -> dict[_Key, str]:
    """Where lines run from the right, what stands in a sentence of ours keeps its own order and leaves ours alone."""
    kept = {key: str(value) for key, value in values.items()}
    return kept if direction() == "ltr" else {key: _ISOLATED % value for key, value in kept.items()}
