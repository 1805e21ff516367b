"""A form tool's controls as facts, in document order; what announces them makes the schema."""

from bs4 import Tag

from app.contract.ids import Json
from app.pages.scan.controls import box_value, fillable, is_disabled, option_label, option_value, options_of, type_of
from app.pages.scan.document import Document
from app.pages.scan.markup import attr, attribute, closest, squeeze, whole_number
from app.pages.scan.names import label


def controls(document: Document, tool: Tag) -> list[Json]:
    """The facts of each control a call may fill."""
    found = fillable(document, tool)
    return [_control(document, each, found) for each in found]


def _control(document: Document, control: Tag, beside: list[Tag]) -> Json:
    return {
        "name": attribute(control, "name"),
        "type": type_of(control),
        "label": label(document, control, filled=True) or None,
        "description": _description(document, control, beside),
        "required": "required" in control.attrs,
        "value": box_value(control) if type_of(control) in {"checkbox", "radio"} else None,
        "options": [_choice(each) for each in options_of(document, control)] if control.name == "select" else None,
        **{name: attribute(control, name) for name in ("min", "max", "step", "pattern")},
        "maxlength": _length(control),
        "disabled": is_disabled(control),
    }


def _description(document: Document, control: Tag, beside: list[Tag]) -> str | None:
    own = _own_description(control)
    return squeeze(_grouped(document, control, beside) if own is None else own) or None


def _own_description(element: Tag) -> str | None:
    own = attr(element, "description")
    return attribute(element, "toolparamdescription") if own is None else own


def _grouped(document: Document, control: Tag, beside: list[Tag]) -> str | None:
    """What describes a set of boxes: its fieldset's words."""
    around = closest(control, "fieldset")
    same_name = [each for each in beside if attribute(each, "name") == attribute(control, "name")]
    type_ = type_of(control)
    alone = type_ != "radio" and (type_ != "checkbox" or len(same_name) == 1)
    if around is None or alone:
        return None
    own = _own_description(around)
    return label(document, around, filled=True) if own is None else own


def _choice(option: Tag) -> Json:
    return {"value": option_value(option), "label": option_label(option) or None, "disabled": is_disabled(option)}


def _length(control: Tag) -> int | None:
    return whole_number(control, "maxlength") if control.name in {"input", "textarea"} else None
