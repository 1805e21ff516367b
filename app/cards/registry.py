"""
The cards on offer: for each a name, the schema its arguments are lent with, and the struct they become.

A card is an entry here, a struct in `app.cards.shapes`, a template `templates/cards/<template>.html`, and words for
the model in `prompts/tools/<name>.md`.
"""

from typing import Final, Literal

from msgspec import Struct, convert

from app.cards.shapes import Card, Choices, Comparison, Links, Spec, Table
from app.contract.ids import Json

_TEXT: Final[Json] = {"type": "string"}
_VALUE: Final[Json] = {"type": ["string", "number", "boolean", "null"]}


class CardTool(Struct, frozen=True, kw_only=True):
    """
    A tool that shows a card.

    kind: `card` shows and answers at once, `choice` waits for the user's pick.
    places: whether it leads to pages of the app, and so is lent only where there are some.
    """

    name: str
    kind: Literal["card", "choice"]
    shape: type[Card]
    parameters: dict[str, Json]
    places: bool = False


def card_of(name: str, args: Json) -> Card:
    """The arguments of a card tool, once they fit its schema, as its struct."""
    return convert(args, next(card.shape for card in CARDS if card.name == name))


def _object(required: dict[str, Json], **optional: Json) -> dict[str, Json]:
    properties = {**required, **optional}
    return {"type": "object", "properties": properties, "required": list(required), "additionalProperties": False}


def _list(items: Json, *, least: int = 0, most: int | None = None) -> Json:
    limits = {**({"minItems": least} if least else {}), **({} if most is None else {"maxItems": most})}
    return {"type": "array", "items": items, **limits}


def _said(description: str, schema: Json = _TEXT) -> Json:
    return {**schema, "description": description}


CARDS: Final[tuple[CardTool, ...]] = (
    CardTool(
        name="show_links",
        kind="card",
        shape=Links,
        places=True,
        parameters=_object(
            {
                "items": _list(
                    _object(
                        {"to": _said("The name of the page."), "title": _said("What the link says.")},
                        id=_said("Fills :id in its path."),
                        gist=_said("One line on what is there."),
                    ),
                    least=1,
                )
            }
        ),
    ),
    CardTool(
        name="offer_choices",
        kind="choice",
        shape=Choices,
        parameters=_object({"question": _TEXT, "options": _list(_TEXT, least=2, most=4)}),
    ),
    CardTool(
        name="show_table",
        kind="card",
        shape=Table,
        parameters=_object(
            {
                "columns": _list(_object({"key": _TEXT, "label": _TEXT}), least=1),
                "rows": _said(
                    "The records, each with its values by column key.",
                    _list({"type": "object", "additionalProperties": _VALUE}),
                ),
            },
            title=_TEXT,
        ),
    ),
    CardTool(
        name="show_spec",
        kind="card",
        shape=Spec,
        parameters=_object(
            {"title": _TEXT, "rows": _list(_object({"label": _TEXT, "value": _VALUE}), least=1)},
        ),
    ),
    CardTool(
        name="show_comparison",
        kind="card",
        shape=Comparison,
        parameters=_object(
            {
                "traits": _said("What the options are compared on.", _list(_TEXT)),
                "options": _list(
                    _object(
                        {
                            "name": _TEXT,
                            "headline": _TEXT,
                            "traits": _said("Its value for each trait, in the order of the traits.", _list(_VALUE)),
                        }
                    ),
                    least=2,
                    most=3,
                ),
                "recommended": _said("The name of the option you recommend."),
                "reason": _said("Why."),
            }
        ),
    ),
)
"""In the order they are lent."""
