"""Labels: an action or field the model and the user can't tell by a name of its own."""

from collections.abc import Iterator

from bs4 import Tag

from app.pages.lint.finding import Finding
from app.pages.lint.sheet import Sheet
from app.pages.lint.template import is_unknown
from app.pages.scan.controls import boxes, kind, secret
from app.pages.scan.entries import field_label
from app.pages.scan.markup import attr, attribute, marks, squeeze, text_content
from app.pages.scan.names import label


def faults(sheet: Sheet) -> Iterator[Finding]:
    for element in sheet.document.elements:
        if sheet.is_open(element):
            continue
        if marks(element, "action"):
            yield from _unlabelled(sheet, element, "action", label(sheet.document, element))
        if marks(element, "field"):
            yield from _unlabelled(sheet, element, "field", field_label(sheet.document, element))
            yield from _no_field(sheet, element)


def _unlabelled(sheet: Sheet, element: Tag, mark: str, said: str) -> Iterator[Finding]:
    where = f"hx-assist-{mark}"
    refers = sheet.template and attribute(element, "aria-labelledby") is not None
    if not said and not refers:
        right = (
            "text, an aria-label or hx-assist-label"
            if mark == "action"
            else "a <label>, an aria-label or hx-assist-label"
        )
        yield sheet.finding("error", "no-label", f"The {mark} has no label; {right} would be right.", element, where)
    elif said and said == squeeze(attribute(element, "name")) and not _said_otherwise(sheet, element):
        message = f"The {mark}'s only label is its name {said!r}; a label a person reads would be right."
        yield sheet.finding("warning", "poor-label", message, element, where)


def _said_otherwise(sheet: Sheet, element: Tag) -> bool:
    said = (attr(element, "label"), *(attribute(element, name) for name in ("aria-label", "title", "placeholder")))
    return bool(sheet.document.labels(element)) or any(map(squeeze, said)) or marks(element, "action")


def _no_field(sheet: Sheet, element: Tag) -> Iterator[Finding]:
    """A field of no known kind, though not because it is secret."""
    unknown = is_unknown(attribute(element, "type")) or is_unknown(text_content(element))
    if unknown or secret(element) or boxes(sheet.document, element) or kind(sheet.document, element) is not None:
        return
    message = (
        f"A <{element.name}> is no field that can be filled, so it is only pointed out; "
        "an input, select, textarea, contenteditable or custom element, or a group of boxes, would be right."
    )
    yield sheet.finding("warning", "no-field", message, element, "hx-assist-field")
