"""The places a page can send the user to, by name."""

import re
from collections.abc import Sequence
from urllib.parse import quote

from app.contract.page import Destination, PageFacts
from app.errors import Unacceptable

ID_SEGMENT = re.compile(r":id(?![A-Za-z0-9_])")


def path_to(facts: PageFacts, to: str, wanted: str | None) -> str:
    """
    The path of a place, its `:id` filled as one percent-encoded segment.

    Raises:
        Unacceptable: No such place, or it needs an id. The sentence is the answer the model reads.
    """
    place = next((each for each in facts.destinations if each.name == to), None)
    if place is None:
        names = ", ".join(each.name for each in facts.destinations)
        raise Unacceptable(f'No page "{to}". The pages are {names}.')
    if not ID_SEGMENT.search(place.path):
        return place.path
    # A dot segment would climb out of the place, percent-encoded or not.
    if not wanted or wanted in {".", ".."}:
        raise Unacceptable(f"The {to} page needs an id.")
    return ID_SEGMENT.sub(lambda _: quote(wanted, safe=""), place.path)


def places(destinations: Sequence[Destination]) -> str:
    """Names and paths in announced order, as descriptions list them."""
    return ", ".join(f"{each.name} {each.path}" for each in destinations)
