"""Places and content: addresses that lead off the page's own origin, or nowhere."""

import json
from collections.abc import Iterator

from bs4 import Tag

from app.pages.lint.finding import Finding
from app.pages.lint.sheet import Sheet
from app.pages.lint.template import is_unknown
from app.pages.scan.entries import strict_json
from app.pages.scan.markup import attr, attribute, text_content
from app.pages.scan.places import origin_of, resolved


def faults(sheet: Sheet) -> Iterator[Finding]:
    for element in sheet.document.all("destination"):
        yield from _destination(sheet, element)
    for element in sheet.document.all("content"):
        yield from _content(sheet, element)


def _destination(sheet: Sheet, element: Tag) -> Iterator[Finding]:
    href = attribute(element, "href")
    if href is None and not sheet.is_open(element):
        message = "The destination has no href, so it is no place to go; an <a> or <link> with one would be right."
        yield sheet.finding("error", "no-place", message, element, "hx-assist-destination")
    elif href is not None and _leads_away(sheet, href):
        message = f"{href[:80]!r} is no address of the page's own origin; a path such as '/orders/:id' would be right."
        yield sheet.finding("error", "off-origin", message, element, "href")


def _content(sheet: Sheet, element: Tag) -> Iterator[Finding]:
    address = (attr(element, "content") or "").strip()
    where = "hx-assist-content"
    if address:
        if _leads_away(sheet, address):
            message = (
                f"{address[:80]!r} is not of the page's own origin, so it is never fetched; a path would be right."
            )
            yield sheet.finding("error", "off-origin", message, element, where)
    elif element.name == "script" and not is_unknown(text := text_content(element)):
        try:
            strict_json(text)
        except json.JSONDecodeError as broken:
            message = f"The content is no JSON: {broken.msg[:1].lower()}{broken.msg[1:]} at character {broken.pos + 1}."
            yield sheet.finding("error", "broken-content", message, element, where)


def _leads_away(sheet: Sheet, address: str) -> bool:
    if is_unknown(address):
        return False
    url = resolved(address, sheet.document.base)
    return url is None or origin_of(url) != origin_of(sheet.document.url)
