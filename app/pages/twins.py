"""Names that would stand for two things: only what can be told apart is kept."""

from collections import Counter
from collections.abc import Sequence
from typing import TypeAlias, TypeVar

from app.contract.page import Destination, PageAction, PageField, PageTool
from app.pages.faults import Faults
from app.pages.offered import Entry

Placed: TypeAlias = Sequence[tuple[str, Entry]]
Unique = TypeVar("Unique", PageTool, Destination)


def first_of_each(placed: Sequence[tuple[str, Unique]], faults: Faults) -> tuple[Unique, ...]:
    """Tools or destinations, the first of each name: nothing else could tell them apart."""
    kept: dict[str, Unique] = {}
    for path, entry in placed:
        if entry.name in kept:
            faults.add(f"{path}.name", f"{entry.name!r} is there already; a name of its own would be right.")
        else:
            kept[entry.name] = entry
    return tuple(kept.values())


def told_apart(placed: Placed[Entry], taken: dict[str, str], kind: str, faults: Faults) -> tuple[Entry, ...]:
    """
    Actions or fields whose name is of no other kind, and whose id is their own where they share the name.

    Of two with the same id the first is kept: they say they are the same thing. Of several without one none is, for
    there is no telling which the model would press.
    """
    counted = Counter(entry.name for _, entry in placed)
    seen: set[tuple[str, str | None]] = set()
    kept: list[Entry] = []
    for path, entry in placed:
        if fault := _clash(entry, counted, taken, seen, kind):
            faults.add(*_at(path, *fault))
        else:
            kept.append(entry)
            seen.add((entry.name, entry.id))
    taken.update((entry.name, kind) for entry in kept)
    return tuple(kept)


def _clash(
    entry: PageAction | PageField,
    counted: Counter[str],
    taken: dict[str, str],
    seen: set[tuple[str, str | None]],
    kind: str,
) -> tuple[str, str] | None:
    """Which part of the entry clashes, and the sentence; None when it can be told apart."""
    other = taken.get(entry.name)
    if other is not None and other != kind:
        return ".name", f"{entry.name!r} is already {other}; a name of its own would be right."
    if counted[entry.name] > 1 and entry.id is None:
        return ".id", f"There are {counted[entry.name]:,} of the name {entry.name!r}; an id of its own would be right."
    if (entry.name, entry.id) in seen:
        return ".id", f"Another {entry.name!r} has the id {entry.id!r}; an id of its own would be right."
    return None


def _at(path: str, part: str, sentence: str) -> tuple[str, str]:
    return f"{path}{part}", sentence
