"""
What a person could see or scroll to, as far as markup alone tells.

Attributes, inline styles and the elements that never show are known; stylesheets and layout are not, so what only
they hide counts as showing.
"""

import re

from bs4 import Tag

from app.pages.scan.document import Document
from app.pages.scan.groups import radios_of
from app.pages.scan.markup import ancestry, attribute, child_elements, closest

_NEVER = re.compile(
    "area|base|basefont|datalist|head|link|meta|noembed|noframes|noscript|param|rp|script|style|template|title"
)
_UNTIL_FOUND = "until-found"
_ZERO = re.compile(r"0*(?:\.0*)?%?")


def visible(element: Tag) -> bool:
    """False for what is not rendered or is see-through."""
    if _style(element).get("display") == "contents":
        # An element without a box of its own shows where its parent does.
        return element.parent is not None and visible(element.parent)
    return element.name != "title" and _rendered(element)


def showing(document: Document, element: Tag) -> bool:
    """Whether it shows; a radio stands for all of its group."""
    return shows(document, element) or any(shows(document, each) for each in radios_of(document, element))


def shows(document: Document, element: Tag) -> bool:
    """Whether it shows by itself, or a label that draws it does."""
    return _reachable(element) or any(_reachable(label) for label in document.labels(element))


def _reachable(element: Tag) -> bool:
    if not visible(element):
        return False
    boxless = _style(element).get("display") == "contents"
    return any(map(_reachable, child_elements(element))) if boxless else True


def _rendered(element: Tag) -> bool:
    inner: Tag | None = None
    visibility: str | None = None
    for each in ancestry(element):
        style = _style(each)
        if _hides(each, style) or (inner is not None and _hides_its_content(each, inner)):
            return False
        visibility = visibility or style.get("visibility")
        inner = each
    return visibility not in {"hidden", "collapse"}


def _hides(element: Tag, style: dict[str, str]) -> bool:
    opacity = style.get("opacity")
    if opacity and _ZERO.fullmatch(opacity):
        return True
    display = style.get("display")
    return display == "none" or (display is None and _hidden_by_nature(element))


def _hidden_by_nature(element: Tag) -> bool:
    """What a browser's own stylesheet does not display."""
    attrs = element.attrs
    if _NEVER.fullmatch(element.name) or ("hidden" in attrs and attribute(element, "hidden") != _UNTIL_FOUND):
        return True
    if element.name == "input" and (attribute(element, "type") or "").lower() == "hidden":
        return True
    return (element.name == "dialog" and "open" not in attrs) or "popover" in attrs or _is_dropped_down(element)


def _is_dropped_down(element: Tag) -> bool:
    """Options of a select that shows one at a time have no place on the page."""
    select = closest(element, "select") if element.name in {"option", "optgroup"} else None
    return select is not None and "multiple" not in select.attrs and attribute(select, "size") in {None, "0", "1"}


def _hides_its_content(element: Tag, inner: Tag) -> bool:
    """A closed `<details>` shows its first summary alone; `hidden=until-found` nothing inside it."""
    if attribute(element, "hidden") == _UNTIL_FOUND:
        return True
    if element.name != "details" or "open" in element.attrs:
        return False
    return inner is not next((each for each in child_elements(element) if each.name == "summary"), None)


def _style(element: Tag) -> dict[str, str]:
    """Inline declarations; the last of a property holds, an important one before others."""
    raw = attribute(element, "style")
    if not raw:
        return {}
    pairs = [part.split(":", 1) for part in raw.lower().split(";") if ":" in part]
    pairs.sort(key=lambda pair: "!" in pair[1])
    return {name.strip(): value.split("!")[0].strip() for name, value in pairs}
