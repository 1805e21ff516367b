"""The built-in cards: the model's words laid out, each as its template prints it."""

import re
from collections.abc import Sequence
from typing import Final, assert_never, cast

import msgspec
from markupsafe import Markup

from app.cards.registry import card_of
from app.cards.shapes import Choices, Comparison, Links, Option, Scalar, ShownLinks, Spec, Table
from app.conversations.thread import CallState
from app.web.dom import dom_id
from app.web.locally import listed
from app.web.plain import to_plain_line
from app.web.templating import Templates
from app.web.words import word

_MOST_SHOWN: Final = 2_000
_SHORT: Final = 18
_NUMBER: Final = re.compile(r"(?:[A-Z]{3} |[^\w\s.,]{1,3} ?)?[-+−]?\d[\d.,’' ]*(?:%|[€$£¥]|[A-Z]{3}|[a-z]{1,3})?")
"""A number as people write it: with a currency, a unit, a sign of per cent."""


def draw_card(templates: Templates, state: CallState, origin: str) -> Markup:
    """
    The card of an answered call.

    origin: the panel's own. A page of the same one is linked by its path alone.
    """
    card = cast("Links | Table | Spec | Comparison", card_of(state.call.name, state.call.args))
    place = dom_id(state.call.id)
    match card:
        case Links():
            shown = msgspec.convert(state.value, ShownLinks)
            return templates.draw("cards/links.html", id=place, links=_links(templates, card, shown, origin))
        case Table():
            return _table(templates, card, place)
        case Spec():
            return _spec(templates, card, place)
        case Comparison():
            return _comparison(templates, card, place)
        case _:
            assert_never(card)


def _links(templates: Templates, card: Links, shown: ShownLinks, origin: str) -> list[Markup]:
    """Each leads to the page's own origin, wherever the panel is."""
    base = "" if shown.origin == origin else shown.origin
    return [
        templates.fragment("links/link", url=base + path, title=_line(link.title), gist=_line(link.gist) or None)
        for link, path in zip(card.items, shown.paths, strict=True)
    ]


def _table(templates: Templates, card: Table, place: str) -> Markup:
    """The first column names the records; of the others, those of numbers are set as such."""
    columns = [[_line(row.get(column.key)) for row in card.rows] for column in card.columns]
    first, *others = map(_kind, columns)
    kinds = ["short" if first == "number" else first, *others]
    rows = [
        templates.fragment(
            "table/row", name=name or word("card.nothing"), kind=kinds[0], cells=list(zip(values, others, strict=True))
        )
        for name, *values in zip(*columns, strict=True)
    ]
    return templates.draw(
        "cards/table.html",
        id=place,
        title=_line(card.title) or word("table.untitled"),
        heads=[_head(_line(column.label), kind) for column, kind in zip(card.columns, kinds, strict=True)],
        rows=rows,
        width=len(kinds),
    )


def _head(label: str, kind: str) -> tuple[str, str]:
    """A label is set as its column is, unless it is too long for one line."""
    return label, kind if len(label) <= _SHORT else "text"


def _spec(templates: Templates, card: Spec, place: str) -> Markup:
    rows = [(_line(row.label), _line_or_dash(row.value)) for row in card.rows]
    return templates.draw("cards/spec.html", id=place, title=_line(card.title), rows=rows)


def _comparison(templates: Templates, card: Comparison, place: str) -> Markup:
    names = [_line(option.name) for option in card.options]
    values = zip(*(option.traits for option in card.options), strict=True)
    traits = [
        templates.fragment(
            "comparison/trait", name=_line(trait), values=list(map(_line_or_dash, each)), width=len(names)
        )
        for trait, each in zip(card.traits, values, strict=True)
    ]
    return templates.draw(
        "cards/comparison.html",
        id=place,
        title=word("comparison.title", names=listed(names)),
        options=[_option(templates, option, card.recommended) for option in card.options],
        traits=traits,
        verdict=word("comparison.verdict", name=_line(card.recommended)),
        reason=_line(card.reason),
    )


def _option(templates: Templates, option: Option, recommended: str) -> Markup:
    name, headline = _line(option.name), _line(option.headline)
    if option.name == recommended:
        return templates.fragment("comparison/recommended", name=name, headline=headline)
    return templates.fragment("comparison/option", name=name, headline=headline)


def draw_choices(templates: Templates, state: CallState) -> Markup:
    """The question with its options while it waits; with the pick alone, or what became of it, for ever after."""
    card = cast("Choices", card_of(state.call.name, state.call.args))
    place, question = dom_id(state.call.id), _line(card.question)
    if state.waits_for_person:
        options = [_line(option) for option in card.options]
        url = f"/assist/calls/{state.call.id}/pick"
        return templates.draw("cards/choices.html", id=place, question=question, options=options, url=url)
    how = {"answered": "picked", "undecided": "undecided", "expired": "expired"}.get(state.status, "stopped")
    return templates.draw(
        "cards/choices_receipt.html",
        id=place,
        state=how,
        question=question,
        verdict=word(f"choices.{how}"),
        pick=_line(msgspec.convert(state.value, _Pick).picked) if how == "picked" else None,
    )


class _Pick(msgspec.Struct):
    picked: str


def _line(value: Scalar) -> str:
    """A value as it reads in a cell."""
    match value:
        case None:
            return ""
        case bool():
            return word("card.yes") if value else word("card.no")
        case float():
            # As short as it can be said: 129.0 is 129.
            return f"{value:.15g}"
        case int():
            return str(value)
        case str():
            return to_plain_line(value, limit=_MOST_SHOWN)
        case _:
            assert_never(value)


def _line_or_dash(value: Scalar) -> str:
    return _line(value) or word("card.nothing")


def _kind(values: Sequence[str]) -> str:
    """How a column is set: numbers at their end, what is short on one line, text in a width one can read."""
    said = [value for value in values if value]
    if said and all(map(_NUMBER.fullmatch, said)):
        return "number"
    return "short" if all(len(value) <= _SHORT for value in said) else "text"
