"""Labels: the accessible name of an element, by the contract's list and as `static/assist/names.js` finds it."""

import re

from bs4 import Tag

from app.pages.scan.document import Document
from app.pages.scan.markup import attr, attribute, child_elements, is_text, squeeze, text_content, words
from app.pages.scan.showing import visible
from app.pages.scan.tree import unshielded

_BREAKS = re.compile(
    "br|div|p|li|ul|ol|dl|dt|dd|h[1-6]|tr|td|th|section|article|figure|figcaption|legend|label",
)
_SILENT = frozenset({"script", "style", "template", "noscript", "iframe", "input", "select", "textarea"})
_BUTTONS = frozenset({"submit", "button", "reset"})


def label(document: Document, element: Tag, *, filled: bool = False) -> str:
    """
    What an element is called; empty when nothing names it.

    filled: true for a field or control, whose own text is its value and not its name.
    """
    return squeeze(attr(element, "label")) or _name(document, element, filled=filled)


def text(element: Tag) -> str:
    """The text that names: without what is hidden, and without the controls inside it."""
    return squeeze(_gather(element, element) if child_elements(element) else text_content(element))


def button_type(element: Tag) -> str | None:
    """`submit`, `button` or `reset` of what is such a button; None of anything else."""
    type_ = (attribute(element, "type") or "").lower()
    if element.name == "button":
        return type_ if type_ in _BUTTONS else "submit"
    return type_ if element.name == "input" and type_ in _BUTTONS else None


def _name(document: Document, element: Tag, *, filled: bool) -> str:
    return (
        _referred(document, element)
        or squeeze(attribute(element, "aria-label"))
        or " ".join(filter(None, map(text, document.labels(element))))
        or (_legend(element) if filled else text(element))
        or (squeeze(attribute(element, "value")) if button_type(element) else "")
        or squeeze(attribute(element, "alt"))
        or squeeze(attribute(element, "title"))
        or (squeeze(attribute(element, "placeholder")) if element.name in {"input", "textarea"} else "")
        or squeeze(attribute(element, "name"))
    )


def _referred(document: Document, element: Tag) -> str:
    named = (document.by_id(each) for each in words(element, "aria-labelledby"))
    said = (squeeze(attribute(each, "aria-label")) or text(each) for each in named if each is not None)
    return squeeze(" ".join(said))


def _legend(element: Tag) -> str:
    """What names a group: its legend."""
    if element.name != "fieldset":
        return ""
    first = next((each for each in child_elements(element) if each.name == "legend"), None)
    return "" if first is None else text(first)


def _gather(element: Tag, whole: Tag) -> str:
    return "".join(
        _part(node, whole) if isinstance(node, Tag) else unshielded(str(node))
        for node in element.children
        if isinstance(node, Tag) or is_text(node)
    )


def _part(node: Tag, whole: Tag) -> str:
    if node.name in _SILENT or attribute(node, "aria-hidden") == "true":
        return ""
    # Of something hidden as a whole, the name is what it would say.
    if node.name != "title" and not visible(node) and visible(whole):
        return ""
    said = attribute(node, "aria-label")
    if said is None:
        said = attribute(node, "alt")
    if said is None:
        said = _gather(node, whole)
    return f" {said} " if _BREAKS.fullmatch(node.name) else said
