"""Consequences: markers that mean nothing, and what looks destructive and is left unmarked."""

import re
from collections.abc import Iterator

from bs4 import Tag

from app.pages.lint.finding import Finding
from app.pages.lint.sheet import Sheet
from app.pages.lint.template import is_unknown
from app.pages.scan.lending import is_tool
from app.pages.scan.markup import ancestry, attr, attribute, marks
from app.pages.scan.names import label

_DESTRUCTIVE = re.compile(
    "archive|ban|buy|cancel|charge|deactivate|delete|destroy|discard|drop|erase|pay|publish|purchase|purge|refund"
    "|remove|revoke|send|terminate|transfer|void|wipe"
)
_WORD = re.compile(r"[^\W_]+")


def faults(sheet: Sheet) -> Iterator[Finding]:
    for element in sheet.document.elements:
        if marks(element, "consequential"):
            yield from _unknown(sheet, element)
        elif (marks(element, "action") or is_tool(element)) and not sheet.is_open(element):
            yield from _unmarked(sheet, element)


def _unknown(sheet: Sheet, element: Tag) -> Iterator[Finding]:
    marker = (attr(element, "consequential") or "").strip()
    if is_unknown(marker) or marker in {"", "confirm"}:
        confirming = marker == "confirm" and marks(element, "field")
        wrong = "confirm is for actions and tools; on a field the bare attribute would be right." if confirming else ""
    elif marker == "false":
        wrong = "'false' is not known and counts as marked; leaving the attribute out would be right."
    else:
        wrong = f'{marker[:80]!r} is not known; the bare attribute or "confirm" would be right.'
    if wrong:
        written = sheet.written(element, "consequential")
        where = "hx-assist-consequential"
        yield sheet.finding("error", "unknown-consequential", f"{written}: {wrong}", element, where)


def _unmarked(sheet: Sheet, element: Tag) -> Iterator[Finding]:
    looks = _looks(sheet, element)
    if looks is None:
        return
    kind = "action" if marks(element, "action") else "tool"
    marked = 'bare, so that the user presses it, or "confirm"' if kind == "action" else "bare"
    message = (
        f"The {kind} looks destructive ({looks}) but asks nobody; hx-assist-consequential, {marked}, would be right."
    )
    yield sheet.finding("warning", "unmarked", message, element, f"hx-assist-{kind}")


def _looks(sheet: Sheet, element: Tag) -> str | None:
    """What makes an element look destructive; None when nothing does."""
    if attribute(element, "hx-delete") is not None or attribute(element, "data-hx-delete") is not None:
        return "hx-delete"
    names = (attr(element, "action"), attr(element, "tool"), attribute(element, "toolname"))
    said = [name or "" for name in names] + ([label(sheet.document, element)] if marks(element, "action") else [])
    words = (word.lower() for text in said for word in _WORD.findall(text.replace("_", " ")))
    found = next((word for word in words if _DESTRUCTIVE.fullmatch(word)), None)
    return None if found is None or (found == "cancel" and _only_closes(element)) else found


def _only_closes(element: Tag) -> bool:
    """A Cancel that leaves a dialog or empties a form undoes nothing."""
    if (attribute(element, "type") or "").lower() == "reset":
        return True
    return any(each.name == "dialog" or (attribute(each, "role") or "") == "dialog" for each in ancestry(element))
