"""A form tool's parameters: one property for each named control a person could set (contract section 3.1)."""

from collections.abc import Sequence
from decimal import Decimal, InvalidOperation

from msgspec import Struct

from app.contract.ids import Json
from app.contract.page import Control, ControlOption
from app.pages.renaming import keys
from app.pages.schemas import is_linear
from app.pages.text import one_line, prose

_LEFT_OUT = frozenset(
    {"hidden", "file", "password", "submit", "button", "reset", "image", "output", "fieldset", "object"}
)
_FORMATS = {"email": "email", "url": "uri", "date": "date", "time": "time", "datetime-local": "date-time"}
_PATTERNED = frozenset({"text", "search", "url", "tel", "email"})
_PATTERNS = {
    "month": r"^[0-9]{4,}-(0[1-9]|1[0-2])$",
    "week": r"^[0-9]{4,}-W(0[1-9]|[1-4][0-9]|5[0-3])$",
    "color": r"^#[0-9a-fA-F]{6}$",
}


class Form(Struct, frozen=True):
    """
    A form as a tool.

    parameters: the object schema of its arguments, properties in the form's order.
    renamed: property → control name, where the model API does not take the control's own, such as `order[note]`.
    """

    parameters: dict[str, Json]
    renamed: dict[str, str]


def of_form(controls: Sequence[Control]) -> Form:
    """The parameters of a form with these controls."""
    groups: dict[str, list[Control]] = {}
    for control in controls:
        if control.name and control.type not in _LEFT_OUT:
            groups.setdefault(control.name, []).append(control)
    enabled = {name: group for name, group in groups.items() if not all(each.disabled for each in group)}
    named = keys(enabled)
    schema: dict[str, Json] = {
        "type": "object",
        "properties": {named[name]: _property(group) for name, group in enabled.items()},
        "required": [named[name] for name, group in enabled.items() if any(each.required for each in group)],
        "additionalProperties": False,
    }
    return Form(schema, {key: name for name, key in named.items() if key != name})


def _property(group: Sequence[Control]) -> Json:
    """One property of the same-name controls, described where somebody described it, else by its label."""
    described = next((control.description for control in group if control.description), None) or _label(group)
    shape = _shape(group)
    return {**shape, "description": prose(described)} if described else shape


def _label(group: Sequence[Control]) -> str | None:
    """What names a control. A radio's or a grouped checkbox's own label names its option instead."""
    first = group[0]
    return None if first.type == "radio" or (first.type == "checkbox" and len(group) > 1) else first.label


def _shape(group: Sequence[Control]) -> dict[str, Json]:
    first = next(each for each in group if not each.disabled)
    boxes = [ControlOption(each.value or "on", each.label, disabled=each.disabled) for each in group]
    match first.type:
        case "checkbox":
            return _some_of(boxes) if len(group) > 1 else {"type": "boolean"}
        case "select-multiple":
            return _some_of(first.options or ())
        case "radio" | "select" | "select-one" as kind:
            return _one_of(boxes if kind == "radio" else first.options or ())
        case "number" | "range":
            return _number(first)
        case _:
            return _string(first)


def _one_of(options: Sequence[ControlOption]) -> dict[str, Json]:
    """An enum of what can be picked, with titles where a label says more than its value."""
    pickable = {each.value: one_line(each.label or "") for each in options if each.value and not each.disabled}
    if not pickable:
        return {"type": "string"}
    schema: dict[str, Json] = {"type": "string", "enum": list(pickable)}
    if all(title in {"", value} for value, title in pickable.items()):
        return schema
    return {**schema, "anyOf": [{"const": value, "title": title or value} for value, title in pickable.items()]}


def _some_of(options: Sequence[ControlOption]) -> dict[str, Json]:
    return {"type": "array", "items": _one_of(options), "uniqueItems": True}


def _number(control: Control) -> dict[str, Json]:
    ranges = control.type == "range"
    least = _decimal(control.min) if control.min else Decimal(0) if ranges else None
    most = _decimal(control.max) if control.max else Decimal(100) if ranges else None
    bounds = {"minimum": least, "maximum": most, "multipleOf": _step(control, least)}
    return {"type": "number", **{keyword: _plain(value) for keyword, value in bounds.items() if value is not None}}


def _step(control: Control, least: Decimal | None) -> Decimal | None:
    """The step, 1 when none is given; where HTML counts from a minimum off its grid, `multipleOf` can't say it."""
    if control.step == "any":
        return None
    step = _decimal(control.step)
    step = step if step is not None and step > 0 else Decimal(1)
    return step if least is None or least % step == 0 else None


def _string(control: Control) -> dict[str, Json]:
    schema: dict[str, Json] = {"type": "string"}
    if form := _FORMATS.get(control.type):
        schema["format"] = form
    own = f"^(?:{control.pattern})$" if control.pattern and control.type in _PATTERNED else None
    pattern = own or _PATTERNS.get(control.type)
    # A pattern the linear engine can't run is left to the browser, which judges the filled form anyway.
    if pattern and is_linear(pattern):
        schema["pattern"] = pattern
    if control.maxlength is not None and control.maxlength > 0:
        schema["maxLength"] = control.maxlength
    return schema


def _decimal(text: str | None) -> Decimal | None:
    try:
        number = Decimal(text) if text else None
    except InvalidOperation:
        return None
    return number if number is not None and number.is_finite() and abs(number) < Decimal("1e15") else None


def _plain(number: Decimal) -> int | float:
    return int(number) if number == number.to_integral_value() else float(number)
