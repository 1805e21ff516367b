"""The entries of the facts: the page that introduces itself, a tool, an action, a field, a destination."""

import json
from collections.abc import Iterable
from typing import NoReturn

from bs4 import Tag

from app.contract.ids import Json
from app.contract.signals import utf16_length
from app.pages.body import without_lone_surrogates
from app.pages.scan.controls import disabled, group, kind, options, readonly
from app.pages.scan.document import Document
from app.pages.scan.form_tools import controls
from app.pages.scan.groups import holds_several_fields, is_radio, radios_of
from app.pages.scan.markup import ancestry, attr, attribute, page_around, squeeze, text_content
from app.pages.scan.names import label
from app.pages.scan.places import origin_of, path_of, resolved
from app.pages.scan.showing import showing
from app.pages.scan.values import value

_MOST_DIGITS = 310
_REPORTED = 1_000
"""So much of a value is reported, and how long it is; in UTF-16 code units, as the page script counts."""


_CALLED = 4
"""Of so many options a group without a name is called."""


def introduction(document: Document, page: Tag, *, content: bool) -> dict[str, Json]:
    return {
        "name": squeeze(attr(page, "page")),
        "instructions": _instructions(document, page),
        "content": content,
    }


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
        **_said(value(document, element, known)),
        "options": options(document, element, known),
        "consequential": consequence(element, group(document, element, known) or []),
        "disabled": disabled(document, element, known),
        "readonly": readonly(element),
        "showing": showing(document, element),
    }


def _said(whole: Json) -> dict[str, Json]:
    if not isinstance(whole, str) or utf16_length(whole) <= _REPORTED:
        return {"value": whole}
    beginning = whole.encode("utf-16-le", "surrogatepass")[: 2 * _REPORTED].decode("utf-16-le", "ignore")
    return {"value": beginning, "length": len(whole)}


def ask(document: Document, element: Tag) -> dict[str, Json]:
    named = label(document, element)
    return {"label": named, "text": (attr(element, "ask") or "").strip() or named}


def field_label(document: Document, element: Tag) -> str:
    """A radio that stands for its group is named by the group."""
    named = is_radio(element) and not attr(element, "label") and _group_label(document, element)
    return named or label(document, element, filled=True)


def _group_label(document: Document, radio: Tag) -> str:
    """What is around a group names it; where that holds other fields too, or has no name, what it offers does."""
    around = next((each for each in ancestry(radio) if _is_group(each)), None)
    named = "" if around is None else label(document, around, filled=True)
    if named and around is not None and not holds_several_fields(document, around):
        return named
    radios = radios_of(document, radio)
    offers = [label(document, each, filled=True) for each in radios[:_CALLED]]
    offered = " / ".join([*offers, "…"] if len(radios) > _CALLED else offers)
    return ": ".join(filter(None, (named, offered)))


def consequence(element: Tag, group: Iterable[Tag] = ()) -> str | bool:
    """What any box of a group is, the whole of it is."""
    markers = (attr(each, "consequential") for each in (element, *group))
    marker = next((each for each in markers if each is not None), None)
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
    JSON as a browser parses it, and as its announcement is read: half an emoji is U+FFFD.

    Raises:
        json.JSONDecodeError: It is none; `pos` tells where.
    """
    whole = without_lone_surrogates(text.encode()).decode()
    return json.loads(whole, parse_constant=lambda name: _refuse(name, text), parse_int=_whole)


def _whole(digits: str) -> float:
    """Of more digits than a float holds there is no number, in a browser as here."""
    return int(digits) if len(digits) < _MOST_DIGITS else float(digits)


def _refuse(name: str, text: str) -> NoReturn:
    raise json.JSONDecodeError("Expecting value", text, max(text.find(name), 0))


def _parsed(text: str) -> Json:
    try:
        return strict_json(text)
    except (json.JSONDecodeError, RecursionError):
        return text


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


def _is_group(element: Tag) -> bool:
    return element.name == "fieldset" or attribute(element, "role") == "radiogroup"
