"""The facts of contract section 4, found in a document as `static/assist/scan.js` finds them in a browser."""

import json
from typing import NoReturn

from bs4 import Tag
from msgspec import Struct

from app.contract.ids import Json
from app.pages.scan.controls import boxes, disabled, kind, options, readonly, type_of
from app.pages.scan.document import Document
from app.pages.scan.form_tools import controls
from app.pages.scan.markup import ancestry, attr, attribute, marks, squeeze, text_content
from app.pages.scan.names import label
from app.pages.scan.places import origin_of, path_of, resolved
from app.pages.scan.showing import showing, visible
from app.pages.scan.values import value


class Lending(Struct, frozen=True):
    """The elements one page lends, each list in the document's order; `facts_of` says the same as JSON."""

    page: Tag | None
    tools: tuple[Tag, ...]
    actions: tuple[Tag, ...]
    fields: tuple[Tag, ...]
    destinations: tuple[Tag, ...]
    content: tuple[Tag, ...]


def facts_of(document: Document, lending: Lending | None = None) -> dict[str, Json]:
    """The facts without `document` and `seq`, of the page that shows unless another one is asked for."""
    lends = lending or lending_of(document, open_page(document))
    described = next(iter(document.all("destinations-description")), None)
    return {
        "origin": origin_of(document.url),
        "path": path_of(document.url).split("#", 1)[0],
        "page": None if lends.page is None else _introduction(document, lends.page, content=bool(lends.content)),
        "tools": [tool(document, each) for each in lends.tools],
        "actions": [action(document, each) for each in lends.actions],
        "fields": [field(document, each) for each in lends.fields],
        "destinations": [place for each in lends.destinations if (place := destination(document, each)) is not None],
        "destinations_description": described and (squeeze(attr(described, "destinations-description")) or None),
    }


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
    )


def page_around(element: Tag) -> Tag | None:
    """The page element an element is inside, itself included."""
    return next((each for each in ancestry(element) if marks(each, "page")), None)


def belongs(element: Tag, page: Tag | None) -> bool:
    around = page_around(element)
    return around is None or around is page


def is_tool(element: Tag) -> bool:
    """Annotated as a tool, or a WebMCP form."""
    webmcp = element.name == "form" and "toolname" in element.attrs and "tooldescription" in element.attrs
    return webmcp or marks(element, "tool")


def tool(document: Document, element: Tag) -> dict[str, Json]:
    schema = attr(element, "parameters")
    own, described = attr(element, "tool"), attr(element, "description")
    return {
        "name": squeeze(attribute(element, "toolname") if own is None else own),
        "description": squeeze(attribute(element, "tooldescription") if described is None else described),
        **({"controls": controls(document, element)} if schema is None else {"parameters": _parsed(schema)}),
        "consequential": consequence(element),
    }


def action(document: Document, element: Tag) -> dict[str, Json]:
    return {
        "name": squeeze(attr(element, "action")),
        "id": squeeze(attr(element, "id")) or None,
        "label": label(document, element),
        "consequential": consequence(element),
        "disabled": disabled(document, element),
        "showing": showing(document, element),
    }


def field(document: Document, element: Tag) -> dict[str, Json]:
    known = kind(document, element)
    return {
        "name": squeeze(attr(element, "field")),
        "id": squeeze(attr(element, "id")) or None,
        "label": field_label(document, element),
        "kind": known,
        "value": value(document, element, known),
        "options": options(document, element, known),
        "consequential": consequence(element),
        "disabled": disabled(document, element, known),
        "readonly": readonly(element),
        "showing": showing(document, element),
    }


def field_label(document: Document, element: Tag) -> str:
    """A radio that stands for its group is named by the group."""
    if type_of(element) == "radio" and not attr(element, "label"):
        group = next((each for each in ancestry(element) if _is_group(each)), None)
        if group is not None and (named := label(document, group, filled=True)):
            return named
    return label(document, element, filled=True)


def consequence(element: Tag) -> str | bool:
    marker = attr(element, "consequential")
    return False if marker is None else marker.strip() or True


def destination(document: Document, element: Tag) -> dict[str, Json] | None:
    """A place on the page's own origin; None when it is none."""
    href = attribute(element, "href")
    url = None if href is None else resolved(href, document.base)
    if url is None or origin_of(url) != origin_of(document.url):
        return None
    return {"name": squeeze(attr(element, "destination")), "path": path_of(url)}


def strict_json(text: str) -> Json:
    """
    JSON as a browser parses it.

    Raises:
        json.JSONDecodeError: It is none; `pos` tells where.
    """
    return json.loads(text, parse_constant=lambda name: _refuse(name, text))


def _refuse(name: str, text: str) -> NoReturn:
    raise json.JSONDecodeError("Expecting value", text, max(text.find(name), 0))


def _parsed(text: str) -> Json:
    try:
        return strict_json(text)
    except (json.JSONDecodeError, RecursionError):
        return text


def _introduction(document: Document, page: Tag, *, content: bool) -> dict[str, Json]:
    return {
        "name": squeeze(attr(page, "page")),
        "instructions": _instructions(document, page),
        "content": content,
    }


def _instructions(document: Document, page: Tag) -> str:
    if own := attr(page, "instructions"):
        return own.strip()
    for each in document.all("instructions"):
        if each.name in {"template", "script"} and page_around(each) is page and each is not page:
            return _dedent(text_content(each))
    return ""


def _dedent(text: str) -> str:
    """Without the indentation of the markup around it, which Markdown would read as code."""
    lines = text.rstrip().split("\n")
    depths = [len(line) - len(line.lstrip()) for line in lines if line.strip()]
    return "\n".join(line[min(depths, default=0) :] for line in lines).strip()


def _one_of_each_group(document: Document, fields: list[Tag]) -> list[Tag]:
    """Fields, each radio group once."""
    seen: set[int] = set()
    kept: list[Tag] = []
    for each in fields:
        radios = boxes(document, each) if type_of(each) == "radio" and attribute(each, "name") else []
        if not any(id(radio) in seen for radio in radios):
            kept.append(each)
        seen.update(map(id, radios))
    return kept


def _one_of_each_place(document: Document, elements: list[Tag]) -> list[Tag]:
    """Destinations that are on the page's origin, each place once."""
    found: dict[str, Tag] = {}
    for each in elements:
        if (place := destination(document, each)) is not None:
            found.setdefault(json.dumps(place), each)
    return list(found.values())


def _is_dialog(element: Tag) -> bool:
    return (element.name == "dialog" and "open" in element.attrs) or attribute(element, "role") == "dialog"


def _is_group(element: Tag) -> bool:
    return element.name == "fieldset" or attribute(element, "role") == "radiogroup"
