"""Which page is open, and which elements it lends."""

import json

from bs4 import Tag
from msgspec import Struct

from app.pages.scan.document import Document
from app.pages.scan.entries import destination
from app.pages.scan.groups import radios_of
from app.pages.scan.markup import attribute, marks, page_around
from app.pages.scan.showing import showing, visible


class Lending(Struct, frozen=True):
    """The elements one page lends, each list in the document's order; `facts_of` says the same as JSON."""

    page: Tag | None
    tools: tuple[Tag, ...]
    actions: tuple[Tag, ...]
    fields: tuple[Tag, ...]
    destinations: tuple[Tag, ...]
    content: tuple[Tag, ...]
    asks: tuple[Tag, ...]


def open_page(document: Document) -> Tag | None:
    """The topmost page element that shows: an open dialog, else the last one."""
    pages = [each for each in document.all("page") if visible(each)]
    dialogs = [each for each in pages if _is_dialog(each)]
    return next(reversed(dialogs or pages), None)


def lending_of(document: Document, page: Tag | None) -> Lending:
    """What a page lends: what is its own, and what is outside every page element."""

    def lent(mark: str) -> list[Tag]:
        return [each for each in document.all(mark) if belongs(each, page)]

    return Lending(
        page=page,
        tools=tuple(each for each in document.elements if is_tool(each) and belongs(each, page)),
        actions=tuple(lent("action")),
        fields=tuple(_one_of_each_group(document, lent("field"))),
        destinations=tuple(_one_of_each_place(document, lent("destination"))),
        content=tuple(lent("content")),
        asks=tuple(each for each in lent("ask") if showing(document, each)),
    )


def belongs(element: Tag, page: Tag | None) -> bool:
    around = page_around(element)
    return around is None or around is page


def is_tool(element: Tag) -> bool:
    """Annotated as a tool, or a WebMCP form."""
    webmcp = element.name == "form" and "toolname" in element.attrs and "tooldescription" in element.attrs
    return webmcp or marks(element, "tool")


def _one_of_each_group(document: Document, fields: list[Tag]) -> list[Tag]:
    """Fields, each radio group once."""
    kept: dict[int, Tag] = {}
    for each in fields:
        first = next(iter(radios_of(document, each)), each)
        kept.setdefault(id(first), each)
    return list(kept.values())


def _one_of_each_place(document: Document, elements: list[Tag]) -> list[Tag]:
    """Destinations that are on the page's origin, each place once."""
    found: dict[str, Tag] = {}
    for each in elements:
        if (place := destination(document, each)) is not None:
            found.setdefault(json.dumps(place), each)
    return list(found.values())


def _is_dialog(element: Tag) -> bool:
    return (element.name == "dialog" and "open" in element.attrs) or attribute(element, "role") == "dialog"
