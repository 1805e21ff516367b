"""Reading the annotations: every attribute with and without `data-`, as `static/assist/markup.js` does."""

import re
from collections.abc import Iterator

from bs4 import Tag
from bs4.element import NavigableString, PageElement, PreformattedString

from app.pages.scan.tree import unshielded

_SPACE = re.compile(r"[\s\ufeff]+")
_WHOLE = re.compile(r"[ \t\n\f\r]*\+?0*(\d+)", re.ASCII)
_MOST_DIGITS = 11
_LARGEST = 2**31 - 1


def attribute(element: Tag, name: str) -> str | None:
    """An attribute's value; empty when it stands bare, None when it is not there."""
    value = element.attrs.get(name)
    return None if value is None else unshielded(str(value))


def attr(element: Tag, name: str) -> str | None:
    """The value of `hx-assist-<name>`, or of its twin with `data-`."""
    own = attribute(element, f"hx-assist-{name}")
    return attribute(element, f"data-hx-assist-{name}") if own is None else own


def marks(element: Tag, name: str) -> bool:
    return attr(element, name) is not None


def squeeze(text: str | None) -> str:
    """Runs of white space are one space."""
    return _SPACE.sub(" ", text or "").strip()


def whole_number(element: Tag, name: str) -> int | None:
    """The number an attribute begins with; None where there is none, or one larger than a browser keeps."""
    found = _WHOLE.match(attribute(element, name) or "")
    return int(found[1]) if found and len(found[1]) < _MOST_DIGITS and int(found[1]) <= _LARGEST else None


def words(element: Tag, name: str) -> list[str]:
    """The space-separated words of an attribute."""
    return squeeze(attribute(element, name)).split()


def child_elements(element: Tag) -> list[Tag]:
    return [child for child in element.children if isinstance(child, Tag)]


def is_text(node: PageElement) -> bool:
    """Whether a node is text: no comment, declaration or instruction."""
    return isinstance(node, NavigableString) and not isinstance(node, PreformattedString)


def text_content(element: Tag) -> str:
    """All text inside, hidden or not."""
    return unshielded("".join(str(node) for node in element.descendants if is_text(node)))


def ancestry(element: Tag) -> Iterator[Tag]:
    """The element, then what it is inside, outwards; without the document."""
    here: Tag | None = element
    while here is not None and here.name != "[document]":
        yield here
        here = here.parent


def closest(element: Tag, *names: str) -> Tag | None:
    return next((each for each in ancestry(element) if each.name in names), None)


def page_around(element: Tag) -> Tag | None:
    """The page element an element is inside, itself included."""
    return next((each for each in ancestry(element) if marks(each, "page")), None)
