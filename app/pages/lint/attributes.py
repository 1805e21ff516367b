"""Attributes: those nobody knows, and those that stand where they say nothing."""

import re
from collections.abc import Iterator
from difflib import get_close_matches

from bs4 import Tag

from app.pages.lint.finding import Finding
from app.pages.lint.sheet import Sheet
from app.pages.scan.lending import is_tool
from app.pages.scan.markup import attr, marks, page_around

MARKS = (
    "page",
    "instructions",
    "content",
    "tool",
    "description",
    "parameters",
    "action",
    "field",
    "id",
    "label",
    "consequential",
    "destination",
    "destinations-description",
    "ask",
    "pointing",
)
_OURS = tuple(f"hx-assist-{mark}" for mark in MARKS)
_LIKE_OURS = re.compile(r"hx[-_:]?as+ist(?:[-_:].*|$)|hx[-_].*")
_CONTROLS = re.compile("input|select|textarea|fieldset")


def faults(sheet: Sheet) -> Iterator[Finding]:
    for element in sheet.document.elements:
        yield from _unclosed(sheet, element)
        yield from _unknown(sheet, element)
        yield from _idle(sheet, element)


def _unclosed(sheet: Sheet, element: Tag) -> Iterator[Finding]:
    """A start tag without its `>` takes the next one's annotations for its own."""
    ours = any(name.removeprefix("data-") in _OURS for name in element.attrs)
    swallowed = next((name for name in element.attrs if name.startswith("<")), None)
    if swallowed and ours:
        said = f"<{element.name}> is not closed before {swallowed}, so it takes what belongs there; a > would be right."
        yield sheet.finding("error", "unclosed-tag", said, element)


def _unknown(sheet: Sheet, element: Tag) -> Iterator[Finding]:
    for written in element.attrs:
        name = written.removeprefix("data-")
        if name in _OURS or not _LIKE_OURS.fullmatch(name):
            continue
        meant = get_close_matches(name.replace("_", "-").replace(":", "-"), _OURS, n=1, cutoff=0.8)
        if meant or re.match(r"hx[-_:]?as+ist", name):
            advice = f"did you mean {meant[0]}?" if meant else f"known are {', '.join(MARKS)}."
            yield sheet.finding("error", "unknown-attribute", f"{written} is not known; {advice}", element, name)


def _idle(sheet: Sheet, element: Tag) -> Iterator[Finding]:
    """Attributes that say something of an annotation which is not there."""
    pressed = marks(element, "action") or marks(element, "field")
    control = _CONTROLS.fullmatch(element.name) is not None
    wanting = {
        "id": ("hx-assist-action or hx-assist-field", pressed),
        "consequential": ("hx-assist-action, hx-assist-field or hx-assist-tool", pressed or is_tool(element)),
        "parameters": ("hx-assist-tool", is_tool(element)),
        "label": ("hx-assist-action or hx-assist-field", pressed or control or marks(element, "ask")),
        "description": ("hx-assist-tool", is_tool(element) or control),
        "instructions": ("hx-assist-page", _instructs(sheet, element)),
    }
    for mark, (missing, there) in wanting.items():
        if marks(element, mark) and not there and not sheet.is_open(element):
            said = f"{sheet.written(element, mark)} says nothing here; {missing} on the same element would be right."
            yield sheet.finding("error", "idle-attribute", said, element, f"hx-assist-{mark}")
    if attr(element, "ask") == "":
        said = "hx-assist-ask is empty; the message it sends would be right."
        yield sheet.finding("error", "empty-ask", said, element, "hx-assist-ask")


def _instructs(sheet: Sheet, element: Tag) -> bool:
    if marks(element, "page"):
        return True
    return element.name in {"template", "script"} and (sheet.template or page_around(element) is not None)
