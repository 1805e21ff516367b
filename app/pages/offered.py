"""What stands behind a name on a page: its tool, its actions, its fields, one of them by its id."""

from collections.abc import Iterable, Sequence
from typing import TypeVar

from app.contract.page import PageAction, PageFacts, PageField, PageTool
from app.pages.values import listed

Entry = TypeVar("Entry", bound=PageAction | PageField)


def tool(facts: PageFacts, name: str) -> PageTool | None:
    return next((each for each in facts.tools if each.name == name), None)


def actions(facts: PageFacts, name: str) -> tuple[PageAction, ...]:
    """The actions of a name in the page's order; empty when there is none."""
    return tuple(each for each in facts.actions if each.name == name)


def fields(facts: PageFacts, name: str) -> tuple[PageField, ...]:
    """The fields of a name in the page's order; empty when there is none."""
    return tuple(each for each in facts.fields if each.name == name)


def by_name(entries: Iterable[Entry]) -> list[tuple[str, list[Entry]]]:
    """Names sorted by code point, each with its entries in the page's order."""
    grouped: dict[str, list[Entry]] = {}
    for entry in entries:
        grouped.setdefault(entry.name, []).append(entry)
    return sorted(grouped.items())


def by_id(entries: Sequence[Entry], wanted: str | None) -> Entry | None:
    """The entry of that id; without an id, the one there is. None when the id is none of theirs, or one is needed."""
    if wanted is None:
        return entries[0] if len(entries) == 1 else None
    return next((each for each in entries if each.id == wanted), None)


def unknown_id(name: str, wanted: str, entries: Sequence[PageAction | PageField]) -> str:
    """The sentence that answers an id which is none of the name's."""
    ids = listed([each.id for each in entries if each.id is not None], ", ")
    return f'No {name} has the id "{wanted}". Its ids are {ids}.'
