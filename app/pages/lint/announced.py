"""
The faults the server would say of what a source announces, found by the code that reads announcements.

Each page element of the source is announced as if it were open. What a template fills in is announced as something
fit and unlike anything else, so that it is never wrong.
"""

import re
from collections.abc import Iterator
from typing import cast

from bs4 import Tag

from app.contract.ids import Json
from app.contract.page import Fault
from app.pages.announcement import read_facts
from app.pages.lint.finding import Finding
from app.pages.lint.sheet import Sheet
from app.pages.lint.template import is_unknown
from app.pages.scan import facts_of
from app.pages.scan.lending import Lending, lending_of
from app.pages.scan.markup import attr, attribute

Facts = dict[str, Json]

_PATH = re.compile(r"(?P<list>\w+)(?:\[(?P<at>\d+)\])?(?:\.(?P<part>\w+))?.*")
_ATTRIBUTES = {
    ("destinations", "path"): "href",
    ("destinations", "name"): "hx-assist-destination",
    ("tools", "name"): "hx-assist-tool",
    ("actions", "name"): "hx-assist-action",
    ("fields", "name"): "hx-assist-field",
    ("asks", "text"): "hx-assist-ask",
    ("page", "name"): "hx-assist-page",
}


def faults(sheet: Sheet) -> Iterator[Finding]:
    for page in sheet.document.all("page") or [None]:
        lending = lending_of(sheet.document, page)
        facts = _known(sheet, lending, facts_of(sheet.document, lending))
        for fault in read_facts({**facts, "document": "d_0", "seq": 0}).faults:
            yield from _placed(sheet, lending, fault)


def _placed(sheet: Sheet, lending: Lending, fault: Fault) -> Iterator[Finding]:
    """The fault where its entry stands; of a page element nobody wrote, nothing."""
    found = _PATH.fullmatch(fault.path)
    list_, part = (found["list"], found["part"]) if found else ("", None)
    if list_ in {"origin", "path"}:
        return
    element = _element(lending, list_, found and found["at"]) or next(iter(sheet.document.elements), None)
    if element is None:
        return
    name = _attribute(element, list_, part)
    cut = "was cut" in fault.message
    if cut and name and is_unknown(attribute(element, name)):
        return
    said = f"{name}: {fault.message}" if name and name in element.attrs else fault.message
    yield sheet.finding("warning" if cut else "error", _rule(list_, part, cut=cut), said, element, name)


def _element(lending: Lending, list_: str, at: str | None) -> Tag | None:
    if at is None:
        return lending.page
    elements: dict[str, tuple[Tag, ...]] = {
        "tools": lending.tools,
        "actions": lending.actions,
        "fields": lending.fields,
        "destinations": lending.destinations,
        "asks": lending.asks,
    }
    return elements[list_][int(at)]


def _attribute(element: Tag, list_: str, part: str | None) -> str | None:
    """The attribute that said what is wrong, as it is written on the element."""
    if part is None:
        return None
    name = _ATTRIBUTES.get((list_, part), f"hx-assist-{part}")
    if name == "hx-assist-tool" and attr(element, "tool") is None:
        return "toolname"
    return name if name in element.attrs else f"data-{name}"


def _rule(list_: str, part: str | None, *, cut: bool) -> str:
    return "too-long" if cut else f"{list_.removesuffix('s') or 'page'}-{part}" if part else f"{list_}-refused"


def _known(sheet: Sheet, lending: Lending, facts: Facts) -> Facts:
    """The facts with what a template fills in made fit, and without what other rules judge better."""
    for list_, elements in (("tools", lending.tools), ("actions", lending.actions), ("fields", lending.fields)):
        for element, entry in zip(elements, cast("list[Facts]", facts[list_]), strict=True):
            _made_fit(entry, f"unknown_{sheet.offset(element)}_{list_}")
    for element, entry in zip(lending.destinations, cast("list[Facts]", facts["destinations"]), strict=True):
        if is_unknown(attribute(element, "href")):
            entry["path"] = f"/unknown/{sheet.offset(element)}"
        _made_fit(entry, f"unknown_{sheet.offset(element)}")
    for entry in cast("list[Facts]", facts["asks"]):
        if not entry["text"] or is_unknown(cast("str", entry["text"])):
            entry["text"] = "Unknown"
    if lending.page is not None and is_unknown(attr(lending.page, "page")):
        cast("Facts", facts["page"])["name"] = "Unknown"
    return facts


def _made_fit(entry: Facts, otherwise: str) -> None:
    for key in ("name", "id"):
        if is_unknown(cast("str | None", entry.get(key))):
            entry[key] = otherwise
    if isinstance(entry.get("parameters"), str):
        entry["parameters"] = {"type": "object"}
    if "consequential" in entry:
        entry["consequential"] = entry["consequential"] is not False
