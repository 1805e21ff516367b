"""
The arguments of a call as a form: a control for each of its schema's properties, and arguments from what was filled in.

What a plain control can't say (objects, lists of anything, several types) is written as JSON. An empty control of
what is not required leaves it out. Everything read is judged by the schema, one fault a control.
"""

import math
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Final, Literal, cast

import msgspec
from msgspec import Struct

from app.contract.ids import Json
from app.outbound.untrusted_json import parse
from app.pages.text import one_line
from app.tools.misfits import Fault, faults

ControlKind = Literal["line", "date", "number", "text", "choice", "choices", "tick", "json"]
Filled = Mapping[str, Sequence[str]]
"""What a form came back with: each control's values, by the argument's name."""

_LINE: Final = 80
_LONGEST_LABEL: Final = 80
_LONGEST_NUMBER: Final = 40
_WHOLE: Final = re.compile(r"[-+]?\d+")
_NUMBER: Final = re.compile(r"[-+]?(\d+\.?\d*|\.\d+)([eE][-+]?\d+)?")
_DAY: Final = re.compile(r"\d{4}-\d{2}-\d{2}|")
_encode = msgspec.json.encode


class Control(Struct, frozen=True):
    """
    One argument to fill in.

    values: what it says: one text; of choices, the numbers of those picked; of a tick, `on` or nothing.
    options: number and title of each. most: characters, where the schema has a limit.
    """

    name: str
    kind: ControlKind
    label: str
    hint: str | None
    required: bool
    values: tuple[str, ...]
    options: tuple[tuple[str, str], ...] = ()
    most: int | None = None


def controls(schema: dict[str, Json], args: dict[str, Json], filled: Filled | None = None) -> tuple[Control, ...]:
    """The form over some arguments, or over what was `filled` in, right or wrong."""
    required = schema.get("required", ())
    return tuple(
        _control(name, part, args, filled, required=name in required) for name, part in _properties(schema, args)
    )


def read(schema: dict[str, Json], filled: Filled, before: dict[str, Json]) -> tuple[dict[str, Json], tuple[Fault, ...]]:
    """The arguments a form says, and what is wrong with them; `before` tells what a control left empty was."""
    args: dict[str, Json] = {}
    unread: list[Fault] = []
    for control in controls(schema, before, filled):
        said = _said(control, _property(schema, control.name), before)
        if isinstance(said, Fault):
            unread.append(said)
        elif said is not _NOTHING:
            args[control.name] = said
    misread = {fault.name for fault in unread}
    return args, (*unread, *(fault for fault in faults(schema, args) if fault.name not in misread))


class _Nothing:
    """An argument that is left out."""


_NOTHING: Final = _Nothing()


def _properties(schema: dict[str, Json], args: dict[str, Json]) -> Iterator[tuple[str, dict[str, Json]]]:
    """The schema's own, then what else there is."""
    named = cast("dict[str, Json]", schema.get("properties", {}))
    for name in (*named, *(name for name in args if name not in named)):
        yield name, _property(schema, name)


def _property(schema: dict[str, Json], name: str) -> dict[str, Json]:
    part = schema.get("properties", {}).get(name)
    return cast("dict[str, Json]", part) if isinstance(part, dict) else {}


def _control(
    name: str, part: dict[str, Json], args: dict[str, Json], filled: Filled | None, *, required: bool
) -> Control:
    kind = _kind(part, args.get(name))
    title, description = part.get("title"), part.get("description")
    told = one_line(description) if isinstance(description, str) else ""
    label = one_line(title) if isinstance(title, str) else told if len(told) <= _LONGEST_LABEL else ""
    most = part.get("maxLength")
    return Control(
        name,
        kind,
        label or name,
        told if told and told != label else None,
        required,
        tuple(filled.get(name, ())) if filled is not None else _shown(kind, part, args, name),
        tuple((str(number), title) for number, (_, title) in enumerate(_options(part))),
        most if isinstance(most, int) and kind in {"line", "text"} else None,
    )


def _kind(part: dict[str, Json], value: Json) -> ControlKind:  # noqa: PLR0911 -- one for each kind
    match part:
        case {"enum": [*_]} | {"const": _}:
            return "choice" if value is None or value in [option for option, _ in _options(part)] else "json"
        case {"type": "string", "format": "date"} if _DAY.fullmatch(str(value or "")):
            return "date"
        case {"type": "string"} if isinstance(value, str | None):
            return "text" if _is_long(part, value or "") else "line"
        case {"type": "integer" | "number"} if not isinstance(value, dict | list | str | bool):
            return "number"
        case {"type": "boolean"} if isinstance(value, bool | None):
            return "tick"
        case {"type": "array", "items": {"enum": [*_]}} if _are_among(value, part):
            return "choices"
        case _:
            return "json"


def _is_long(part: dict[str, Json], value: str) -> bool:
    return len(value) > _LINE or "\n" in value or part.get("format") == "textarea"


def _are_among(value: Json, part: dict[str, Json]) -> bool:
    options = [option for option, _ in _options(part)]
    return value is None or (isinstance(value, list) and all(each in options for each in cast("list[Json]", value)))


def _options(part: dict[str, Json]) -> list[tuple[Json, str]]:
    """What can be picked, with the titles an `anyOf` of constants gives."""
    items = part.get("items")
    holder = cast("dict[str, Json]", items) if isinstance(items, dict) else part
    named = cast("list[Json]", holder.get("anyOf") or holder.get("oneOf") or [])
    constants = [cast("dict[str, Json]", each) for each in named if isinstance(each, dict)]
    titles = {_encode(each.get("const")): each.get("title") for each in constants}
    values = cast("list[Json]", holder.get("enum", [holder["const"]] if "const" in holder else []))
    return [(value, _title(value, titles.get(_encode(value)))) for value in values]


def _title(value: Json, title: Json) -> str:
    if isinstance(title, str) and (said := one_line(title)):
        return said
    return value if isinstance(value, str) else _encode(value).decode()


def _shown(kind: ControlKind, part: dict[str, Json], args: dict[str, Json], name: str) -> tuple[str, ...]:
    """What a control says of an argument."""
    if name not in args:
        return ()
    value = args[name]
    match kind:
        case "choice" | "choices":
            picked = cast("list[Json]", value) if kind == "choices" else [value]
            return tuple(str(number) for number, (option, _) in enumerate(_options(part)) if _is_picked(option, picked))
        case "tick":
            return ("on",) if value else ()
        case "json":
            return (msgspec.json.format(_encode(value)).decode(),)
        case _:
            return (value if isinstance(value, str) else "" if value is None else _encode(value).decode(),)


def _is_picked(option: Json, picked: list[Json]) -> bool:
    """To Python `0` is `False`; to a schema, and to whoever picks, they are two."""
    return any(option == each and isinstance(option, bool) == isinstance(each, bool) for each in picked)


def _said(control: Control, part: dict[str, Json], before: dict[str, Json]) -> Json | Fault | _Nothing:
    """What a control came back with, as an argument."""
    text = (control.values or ("",))[0].replace("\r\n", "\n")
    was_there = control.required or control.name in before
    match control.kind:
        case "tick":
            return bool(control.values) if control.values or was_there else _NOTHING
        case "choices":
            picked = [option for number, (option, _) in enumerate(_options(part)) if str(number) in control.values]
            return picked if picked or was_there else _NOTHING
        case "choice":
            return next((option for n, (option, _) in enumerate(_options(part)) if str(n) == text), _NOTHING)
        case "line" | "text" | "date":
            return text if text or control.required or before.get(control.name) == "" else _NOTHING
        case "number":
            return _number(control, text.strip()) if text.strip() else _NOTHING
        case "json":
            return _parsed(control, text) if text.strip() else _NOTHING


def _number(control: Control, text: str) -> Json | Fault:
    if len(text) <= _LONGEST_NUMBER and _WHOLE.fullmatch(text):
        return int(text)
    if len(text) <= _LONGEST_NUMBER and _NUMBER.fullmatch(text) and math.isfinite(value := float(text)):
        return value
    return Fault(control.name, "number")


def _parsed(control: Control, text: str) -> Json | Fault:
    try:
        return parse(text.encode("utf-8", "replace"))
    except ValueError:
        return Fault(control.name, "json")
