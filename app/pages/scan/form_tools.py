"""A form tool's controls as facts, in document order; what announces them makes the schema."""

from collections import Counter

from bs4 import Tag

from app.contract.ids import Json
from app.pages.scan.controls import (
    box_value,
    fillable,
    is_disabled,
    is_shut,
    option_label,
    option_value,
    options_of,
    pickable,
    type_of,
)
from app.pages.scan.document import Document
from app.pages.scan.groups import is_radio, radios_of
from app.pages.scan.markup import attr, attribute, closest, squeeze, whole_number
from app.pages.scan.names import label


def controls(document: Document, tool: Tag) -> list[Json]:
    """The facts of each control a call may fill."""
    found = fillable(document, tool)
    named = Counter(attribute(each, "name") for each in found)
    offered = _offered_radios(document, found)
    return [
        _control(document, each, named[attribute(each, "name")])
        | {"disabled": is_disabled(each) or (is_radio(each) and id(each) not in offered)}
        for each in found
    ]


def _offered_radios(document: Document, controls: list[Tag]) -> set[int]:
    """Those a person could pick, by identity; looked for once in each group."""
    groups = (radios_of(document, each) for each in controls)
    firsts = {id(group[0]): group[0] for group in groups if group}
    return {id(each) for first in firsts.values() for each in pickable(document, first)}


def _control(document: Document, control: Tag, many: int) -> dict[str, Json]:
    return {
        "name": attribute(control, "name"),
        "type": type_of(control),
        "label": label(document, control, filled=True) or None,
        "description": _description(document, control, many),
        "required": "required" in control.attrs,
        "value": box_value(control) if type_of(control) in {"checkbox", "radio"} else None,
        "options": [_choice(each) for each in options_of(document, control)] if control.name == "select" else None,
        **{name: attribute(control, name) for name in ("min", "max", "step", "pattern")},
        "maxlength": _length(control),
    }


def _description(document: Document, control: Tag, many: int) -> str | None:
    own = _own_description(control)
    return squeeze(_grouped(document, control, many) if own is None else own) or None


def _own_description(element: Tag) -> str | None:
    own = attr(element, "description")
    return attribute(element, "toolparamdescription") if own is None else own


def _grouped(document: Document, control: Tag, many: int) -> str | None:
    """What describes a set of boxes, of which so many have its name: its fieldset's words."""
    around = closest(control, "fieldset")
    if around is None or not (is_radio(control) or (type_of(control) == "checkbox" and many > 1)):
        return None
    own = _own_description(around)
    return label(document, around, filled=True) if own is None else own


def _choice(option: Tag) -> Json:
    return {"value": option_value(option), "label": option_label(option) or None, "disabled": is_shut(option)}


def _length(control: Tag) -> int | None:
    return whole_number(control, "maxlength") if control.name in {"input", "textarea"} else None
