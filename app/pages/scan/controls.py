"""What a control is: its kind, options and state, as `static/assist/controls.js` reports them."""

import re

from bs4 import Tag

from app.contract.ids import Json
from app.pages.scan.document import Document
from app.pages.scan.groups import is_radio, radios_of
from app.pages.scan.markup import ancestry, attribute, child_elements, squeeze, text_content
from app.pages.scan.names import button_type, label
from app.pages.scan.showing import shows

FAMILY = frozenset({"date", "time", "month", "week", "datetime-local"})

_TYPES = re.compile(
    "hidden|text|search|tel|url|email|password|number|range|color|checkbox|radio|file|submit|image|reset|button"
    "|date|time|month|week|datetime-local"
)
_BUTTONS = frozenset({"submit", "button", "image", "reset"})
_SECRET = frozenset({"password", "hidden", "file"})
_FILLED_IN = frozenset({"current-password", "new-password", "one-time-code"})
"""What a browser would fill in of its own is secret also while it can be read."""

_AS_IT_IS = frozenset({"number", "color", "range", "checkbox"})
_NEVER_READONLY = frozenset({"checkbox", "radio", "range", "color"})
_CONTROLS = frozenset({"button", "fieldset", "input", "optgroup", "option", "select", "textarea"})


def type_of(element: Tag) -> str:
    """The `type` a browser gives a control; empty for what is none."""
    match element.name:
        case "input":
            type_ = (attribute(element, "type") or "").lower()
            return type_ if _TYPES.fullmatch(type_) else "text"
        case "select":
            return "select-multiple" if "multiple" in element.attrs else "select-one"
        case "textarea" | "fieldset" | "output":
            return element.name
        case _:
            return button_type(element) or ""


def secret(element: Tag) -> bool:
    """Never read and never filled."""
    if element.name == "input" and type_of(element) in _SECRET:
        return True
    hints = (attribute(element, "autocomplete") or "").lower().split()
    return any(each.startswith("cc-") or each in _FILLED_IN for each in hints)


def kind(document: Document, element: Tag) -> str | None:
    """One of the contract's known kinds, or None."""
    if secret(element):
        return None
    match type_of(element):
        case "select-multiple":
            return "choices"
        case "select-one":
            return "choice"
        case "textarea":
            return "multiline"
        case type_ if element.name == "input":
            return _input_kind(type_)
        case _:
            return _kind_of_container(document, element)


def boxes(document: Document, element: Tag) -> list[Tag]:
    """The radios or checkboxes of a group: of a radio's own name, or inside a container."""
    if element.name == "input":
        return radios_of(document, element) or [element]
    inside = document.inside(element)[1:]
    return [each for each in inside if is_radio(each)] or [each for each in inside if type_of(each) == "checkbox"]


def group(document: Document, element: Tag, kind: str | None) -> list[Tag] | None:
    """The boxes a field stands for, if it is a group of them."""
    return boxes(document, element) if kind in {"choice", "choices"} and element.name != "select" else None


def pickable(document: Document, element: Tag) -> list[Tag]:
    """What of a choice a person could pick: no box or option that is disabled, and none out of sight."""
    if element.name == "select":
        return [each for each in options_of(document, element) if not is_shut(each)]
    every = boxes(document, element)
    # Where none shows, something else draws them, or the whole group is out of sight.
    seen = [each for each in every if shows(document, each)] or every
    return [each for each in seen if not is_disabled(each) and attribute(each, "aria-disabled") != "true"]


def options(document: Document, element: Tag, kind: str | None) -> list[Json] | None:
    """What can be picked, a label only where it says more than the value; None for other kinds."""
    if kind not in {"choice", "choices"}:
        return None
    if element.name != "select":
        found = pickable(document, element)
        return [_option(box_value(each), label(document, each, filled=True)) for each in found]
    required = "required" in element.attrs
    return [
        _option(option_value(each), option_label(each))
        for each in pickable(document, element)
        if option_value(each) or not required
    ]


def options_of(document: Document, select: Tag) -> list[Tag]:
    return [each for each in document.inside(select) if each.name == "option"]


def is_shut(option: Tag) -> bool:
    """Whether nobody could pick an option, for it or its group is disabled or hidden."""
    around = (each for each in ancestry(option) if each.name in {"option", "optgroup"})
    return any("disabled" in each.attrs or "hidden" in each.attrs for each in around)


def option_value(option: Tag) -> str:
    own = attribute(option, "value")
    return squeeze(text_content(option)) if own is None else own


def option_label(option: Tag) -> str:
    return squeeze(attribute(option, "label") or text_content(option))


def box_value(box: Tag) -> str:
    """What a radio or checkbox stands for."""
    own = attribute(box, "value")
    return "on" if own is None else own


def is_disabled(control: Tag) -> bool:
    """What the selector `:disabled` finds, and the options of a disabled group."""
    if control.name not in _CONTROLS:
        return False
    if "disabled" in control.attrs:
        return True
    if control.name == "option":
        return any(each.name == "optgroup" and "disabled" in each.attrs for each in ancestry(control))
    inner = control
    for each in list(ancestry(control))[1:]:
        if each.name == "fieldset" and "disabled" in each.attrs and inner is not _first_legend(each):
            return True
        inner = each
    return False


def disabled(document: Document, element: Tag, kind: str | None = None) -> bool:
    """A group is when all of it is."""
    boxes = group(document, element, kind)
    if boxes is not None and all(map(_is_off, boxes)):
        return True
    return not (boxes is not None and is_radio(element)) and _is_off(element)


def readonly(element: Tag) -> bool:
    if element.name in {"input", "textarea"} and "readonly" in element.attrs:
        return type_of(element) not in _NEVER_READONLY
    return attribute(element, "aria-readonly") == "true" or attribute(element, "contenteditable") == "false"


def fillable(document: Document, tool: Tag) -> list[Tag]:
    """The named controls a person could fill, of a form or of an element with a request."""
    return [
        each
        for each in (document.form_elements(tool) if tool.name == "form" else document.inside(tool))
        if each.name in {"input", "select", "textarea"}
        and attribute(each, "name")
        and not secret(each)
        and type_of(each) not in _BUTTONS
        and not readonly(each)
    ]


def _input_kind(type_: str) -> str | None:
    if type_ in _BUTTONS:
        return None
    if type_ in FAMILY:
        return "date"
    if type_ == "radio":
        return "choice"
    return type_ if type_ in _AS_IT_IS else "text"


def _kind_of_container(document: Document, element: Tag) -> str | None:
    """Of a custom element, an editable one, or what holds radios or checkboxes."""
    if "-" in element.name:
        return "custom"
    if "contenteditable" in element.attrs:
        return "multiline"
    first = next(iter(boxes(document, element)), None)
    return None if first is None else "choice" if type_of(first) == "radio" else "choices"


def _is_off(element: Tag) -> bool:
    if is_disabled(element) or attribute(element, "aria-disabled") == "true":
        return True
    return any("inert" in each.attrs for each in ancestry(element))


def _option(value: str, label: str) -> Json:
    return {"value": value, "label": None if label == value else label}


def _first_legend(fieldset: Tag) -> Tag | None:
    return next((each for each in child_elements(fieldset) if each.name == "legend"), None)
