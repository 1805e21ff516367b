"""
What each built-in card shows: its arguments as structs, the rules a schema can't say, and the answer the model reads.

Everything here is the model's own words. They are data to the panel: its templates print them as text.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import TypeAlias

from msgspec import Struct

Scalar: TypeAlias = str | int | float | bool | None
"""What a cell of a table, or a line of a spec sheet, may say."""


class Card(Struct, frozen=True):
    """Base of all cards."""

    def faults(self) -> Iterable[str]:
        """What is wrong with arguments that fit the schema, one phrase each."""
        return ()

    def answer(self) -> str:
        """What the model reads once the user sees it."""
        raise NotImplementedError


class Link(Struct, frozen=True):
    """A page of the app worth opening. `to` and `id` are those of `go_to_page`."""

    to: str
    title: str
    id: str | None = None
    gist: str | None = None


class Links(Card, frozen=True):
    items: tuple[Link, ...]

    def faults(self) -> Iterable[str]:
        yield from _silent("items", [link.title for link in self.items])

    def answer(self) -> str:
        return f"Showed the user links to {', '.join(link.title for link in self.items)}."


class ShownLinks(Struct, frozen=True):
    """Where a card's links lead, one path an item, as of the page that was open; kept in the log with the answer."""

    origin: str
    paths: tuple[str, ...]


class Choices(Card, frozen=True):
    """A question that waits for one of its options."""

    question: str
    options: tuple[str, ...]

    def faults(self) -> Iterable[str]:
        if not self.question.strip():
            yield "question: says nothing"
        yield from _repeated("options", self.options)
        yield from _silent("options", self.options)

    def answer(self) -> str:
        raise NotImplementedError("What the user picks is the answer.")


class Column(Struct, frozen=True):
    key: str
    label: str


class Table(Card, frozen=True):
    """Records of one kind: a row holds values by column key. One that is missing is an empty cell."""

    columns: tuple[Column, ...]
    rows: tuple[dict[str, Scalar], ...]
    title: str | None = None

    def faults(self) -> Iterable[str]:
        yield from _repeated("columns", [column.key for column in self.columns])

    def answer(self) -> str:
        return "Showed the user a table."


class SpecRow(Struct, frozen=True):
    label: str
    value: Scalar


class Spec(Card, frozen=True):
    """One thing's properties."""

    title: str
    rows: tuple[SpecRow, ...]

    def faults(self) -> Iterable[str]:
        if not self.title.strip():
            yield "title: says nothing"
        yield from _silent("rows", [row.label for row in self.rows])

    def answer(self) -> str:
        return "Showed the user a spec sheet."


class Option(Struct, frozen=True):
    """One of the things compared; its traits stand in the order of the card's."""

    name: str
    headline: str
    traits: tuple[Scalar, ...]


class Comparison(Card, frozen=True):
    """Two or three options on the same traits, one of them recommended."""

    traits: tuple[str, ...]
    options: tuple[Option, ...]
    recommended: str
    reason: str

    def faults(self) -> Iterable[str]:
        names = [option.name for option in self.options]
        yield from _repeated("options", names)
        yield from _silent("options", names)
        if self.recommended not in names:
            yield f'recommended: "{self.recommended}" is none of the options {_quoted(names)}'
        for option in self.options:
            if len(option.traits) != len(self.traits):
                yield f'options: "{option.name}" has {len(option.traits)} traits, not {len(self.traits)}'

    def answer(self) -> str:
        return "Showed the user a comparison."


def _repeated(where: str, names: Sequence[str]) -> Iterable[str]:
    """One phrase when names that must differ don't, as a person would read them."""
    counts = Counter(" ".join(name.split()) for name in names)
    if twice := [name for name, count in counts.items() if count > 1]:
        yield f"{where}: {_quoted(twice)} is there more than once"


def _silent(where: str, words: Sequence[str]) -> Iterable[str]:
    """One phrase when what a person would read of one of them is nothing at all."""
    if not all(each.strip() for each in words):
        yield f"{where}: one of them says nothing"


def _quoted(names: Iterable[str]) -> str:
    return ", ".join(f'"{name}"' for name in names)
