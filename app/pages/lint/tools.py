"""Tools: schemas that are no JSON, tools without a request, and descriptions."""

import json
import re
from collections.abc import Iterator
from typing import cast

from bs4 import Tag

from app.contract.ids import Json
from app.pages.lint.finding import Finding
from app.pages.lint.sheet import Sheet
from app.pages.lint.template import is_unknown
from app.pages.scan.controls import fillable
from app.pages.scan.entries import strict_json
from app.pages.scan.entries import tool as tool_facts
from app.pages.scan.lending import is_tool
from app.pages.scan.markup import attr, attribute, text_content
from app.pages.scan.names import button_type

_REQUEST = re.compile(r"(?:data-)?hx-(?:get|post|put|patch|delete|query|action)")
NAME = 30
DESCRIPTION = 500
"""Most characters of a tool's name and description that browsers' WebMCP lends."""


def faults(sheet: Sheet) -> Iterator[Finding]:
    for element in sheet.document.elements:
        if is_tool(element):
            yield from _schema(sheet, element)
            yield from _no_request(sheet, element)
            yield from _words(sheet, element)
        elif element.name == "form" and "toolname" in element.attrs and not sheet.is_open(element):
            message = "A form with toolname but without tooldescription is not lent; both would be right."
            yield sheet.finding("error", "no-description", message, element, "toolname")


def _schema(sheet: Sheet, element: Tag) -> Iterator[Finding]:
    schema = attr(element, "parameters")
    if schema is None or is_unknown(schema):
        return
    where = "hx-assist-parameters"
    try:
        parsed = strict_json(schema)
    except json.JSONDecodeError as broken:
        message = (
            f"{sheet.written(element, 'parameters')} is no JSON: {_lower(broken.msg)} at character {broken.pos + 1}."
        )
        yield sheet.finding("error", "broken-schema", message, element, where, within=broken.pos)
    else:
        for name in _without_control(sheet, element, parsed):
            message = f"No control here is named {name!r}, so what the model gives for it goes nowhere."
            yield sheet.finding("warning", "no-control", message, element, where)


def _without_control(sheet: Sheet, element: Tag, schema: Json) -> list[str]:
    """Properties no control of the tool would take; none where a template may bring the controls."""
    properties = cast("dict[str, Json]", schema).get("properties") if isinstance(schema, dict) else None
    controls = fillable(sheet.document, element)
    names = {attribute(each, "name") or "" for each in controls}
    if not isinstance(properties, dict) or is_unknown(text_content(element)) or any(map(is_unknown, names)):
        return []
    brought = any(sheet.is_open(each) for each in sheet.document.inside(element))
    return [] if brought else [name for name in cast("dict[str, Json]", properties) if name not in names]


def _no_request(sheet: Sheet, element: Tag) -> Iterator[Finding]:
    if sheet.is_open(element) or _requests(sheet, element):
        return
    right = "action, method or hx-get, hx-post, …" if element.name == "form" else "hx-get, hx-post, … on it"
    message = f"The tool's <{element.name}> makes no request; {right} would be right."
    where = "toolname" if attr(element, "tool") is None else "hx-assist-tool"
    yield sheet.finding("error", "no-request", message, element, where)


def _requests(sheet: Sheet, element: Tag) -> bool:
    if any(map(_REQUEST.fullmatch, element.attrs)):
        return True
    if element.name == "form":
        buttons = [each for each in sheet.document.form_elements(element) if button_type(each) == "submit"]
        sends = any("formaction" in each.attrs or any(map(_REQUEST.fullmatch, each.attrs)) for each in buttons)
        return sends or "action" in element.attrs or "method" in element.attrs
    submits = button_type(element) == "submit" and sheet.document.form_of(element) is not None
    return submits or (element.name == "a" and "href" in element.attrs)


def _words(sheet: Sheet, element: Tag) -> Iterator[Finding]:
    facts = tool_facts(sheet.document, element)
    name, description = str(facts["name"]), str(facts["description"])
    named = "toolname" if attr(element, "tool") is None else "hx-assist-tool"
    described = "tooldescription" if attr(element, "description") is None else "hx-assist-description"
    if len(name) > NAME and not is_unknown(name):
        message = f"The name has {len(name)} characters; WebMCP lends at most {NAME}."
        yield sheet.finding("warning", "webmcp-name", message, element, named)
    if len(description) > DESCRIPTION and not is_unknown(description):
        message = f"The description has {len(description):,} characters; WebMCP lends at most {DESCRIPTION}."
        yield sheet.finding("warning", "webmcp-description", message, element, described)
    if not description and not sheet.is_open(element) and attribute(element, "tooldescription") is None:
        message = "The tool has no description, and its name says little; hx-assist-description would be right."
        yield sheet.finding("warning", "no-description", message, element, named)


def _lower(sentence: str) -> str:
    return sentence[:1].lower() + sentence[1:]
