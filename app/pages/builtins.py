"""
The tools the product itself lends beside the page's own.

A built-in is an entry here, or a card of `app.cards.registry`, and a file `prompts/tools/<name>.md` that describes it.
Its name is nobody else's, lent or not.
"""

from collections.abc import Callable, Mapping

from msgspec import Struct

from app.cards.registry import CARDS, CardTool
from app.contract.ids import Json
from app.contract.page import PageFacts
from app.contract.tools import CallKind
from app.pages.destinations import places


class Builtin(Struct, frozen=True):
    """
    One tool of the product.

    lent: whether it is on offer while this is open. values: what its description is rendered with.
    """

    name: str
    kind: CallKind
    parameters: dict[str, Json]
    lent: Callable[[PageFacts | None], bool]
    values: Callable[[PageFacts | None], Mapping[str, str]]


def _has_content(facts: PageFacts | None) -> bool:
    return facts is not None and facts.page is not None and facts.page.content


def _has_destinations(facts: PageFacts | None) -> bool:
    return facts is not None and bool(facts.destinations)


def _places(facts: PageFacts | None) -> Mapping[str, str]:
    if facts is None:
        return {"places": ""}
    return {"places": (facts.destinations_description or places(facts.destinations)).removesuffix(".")}


def _nothing(_: PageFacts | None) -> Mapping[str, str]:
    return {}


def _always(_: PageFacts | None) -> bool:
    return True


def _of_card(card: CardTool) -> Builtin:
    lent = _has_destinations if card.places else _always
    return Builtin(card.name, card.kind, card.parameters, lent=lent, values=_nothing)


BUILTINS: tuple[Builtin, ...] = (
    Builtin(
        name="get_page_content",
        kind="content",
        parameters={"type": "object", "properties": {}, "additionalProperties": False},
        lent=_has_content,
        values=_nothing,
    ),
    Builtin(
        name="go_to_page",
        kind="navigate",
        parameters={
            "type": "object",
            "properties": {
                "to": {"type": "string", "description": "The name of the page."},
                "id": {"type": "string", "description": "Fills :id in its path."},
            },
            "required": ["to"],
            "additionalProperties": False,
        },
        lent=_has_destinations,
        values=_places,
    ),
    *map(_of_card, CARDS),
)
"""In the order they are lent."""

NAMES = frozenset(builtin.name for builtin in BUILTINS)
