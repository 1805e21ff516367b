"""What a control says before anybody touched it, sanitised as a browser does."""

import re
from collections.abc import Callable, Mapping
from contextlib import suppress
from datetime import date, datetime, time
from decimal import ROUND_HALF_UP, Decimal
from math import isfinite

from bs4 import Tag

from app.contract.ids import Json
from app.pages.scan.controls import box_value, boxes, is_disabled, option_value, options_of, type_of
from app.pages.scan.document import Document
from app.pages.scan.inner_text import inner_text
from app.pages.scan.markup import attribute, text_content, whole_number

_NUMBER = re.compile(r"-?(?:\d+(?:\.\d+)?|\.\d+)(?:[eE][-+]?\d+)?")
_COLOR = re.compile(r"#[0-9a-fA-F]{6}")
_TIME = re.compile(r"\d\d:\d\d(?::\d\d(?:\.\d{1,3})?)?")
_MONTH = re.compile(r"\d{4,}-(?:0[1-9]|1[0-2])")
_WEEK = re.compile(r"(\d{4})-W(\d\d)")
_BREAK = re.compile(r"[\r\n]+")


def value(document: Document, element: Tag, kind: str | None) -> Json:
    """In the shape of the facts: a string, a boolean, a list, or None for nothing picked."""
    match kind:
        case "checkbox":
            return "checked" in element.attrs
        case "choices":
            return list[Json](_picked(document, element))
        case "choice":
            return next(iter(_picked(document, element)), None) or None
        case None | "custom":
            return attribute(element, "value") if kind else None
        case _:
            return text_value(element) if element.name in {"input", "textarea"} else inner_text(element)


def selected(document: Document, select: Tag) -> list[Tag]:
    """The options that are picked: of a plain select the last one marked, else the first that can be."""
    every = options_of(document, select)
    marked = [each for each in every if "selected" in each.attrs]
    if "multiple" in select.attrs:
        return marked
    if marked:
        return marked[-1:]
    if (whole_number(select, "size") or 1) > 1:
        return []
    return [each for each in every if not is_disabled(each)][:1]


def text_value(control: Tag) -> str:
    """The value of an input that is no box, or of a text area."""
    if control.name == "textarea":
        return text_content(control).replace("\r\n", "\n").removeprefix("\n")
    raw = attribute(control, "value") or ""
    match type_of(control):
        case "range":
            return _range(control, raw)
        case "color":
            return raw.lower() if _COLOR.fullmatch(raw) else "#000000"
        case "datetime-local":
            return _moment(raw)
        case type_ if type_ in _VALID:
            return raw if _VALID[type_](raw) else ""
        case type_:
            return _line(control, type_, _BREAK.sub("", raw))


def _line(control: Tag, type_: str, line: str) -> str:
    if type_ == "email" and "multiple" in control.attrs:
        return ",".join(each.strip() for each in line.split(","))
    return line.strip() if type_ in {"email", "url"} else line


def _picked(document: Document, element: Tag) -> list[str]:
    if element.name == "select":
        return [option_value(each) for each in selected(document, element)]
    group = [each for each in boxes(document, element) if "checked" in each.attrs]
    # Of radios the last one marked is on.
    return [box_value(each) for each in (group[-1:] if group and type_of(group[0]) == "radio" else group)]


def _range(control: Tag, raw: str) -> str:
    least, most = _decimal(control, "min", Decimal(0)), _decimal(control, "max", Decimal(100))
    middle = least if most < least else least + (most - least) / 2
    wanted = _exact(raw) if _is_number(raw) else middle
    within = max(least, min(wanted, max(least, most)))
    # Steps are counted from the least, or else from the value as it is written.
    start = _decimal(control, "min", _decimal(control, "value", least))
    fitted = within if attribute(control, "step") == "any" else _on_the_grid(control, within, start, most)
    return raw if _is_number(raw) and fitted == wanted else f"{fitted.normalize():f}"


def _on_the_grid(control: Tag, wanted: Decimal, start: Decimal, most: Decimal) -> Decimal:
    step = _decimal(control, "step", Decimal(1))
    step = step if step > 0 else Decimal(1)
    fitted = start + ((wanted - start) / step).to_integral_value(ROUND_HALF_UP) * step
    return fitted if fitted <= most or fitted == start else fitted - step


def _decimal(control: Tag, name: str, otherwise: Decimal) -> Decimal:
    raw = attribute(control, name) or ""
    return _exact(raw) if _is_number(raw) else otherwise


def _exact(raw: str) -> Decimal:
    """As it is written; too small for a float it is nothing."""
    return Decimal(raw) if float(raw) else Decimal(0)


def _parses(parse: Callable[[str], object], raw: str) -> bool:
    with suppress(ValueError):
        parse(raw)
        return True
    return False


def _is_date(raw: str) -> bool:
    return re.fullmatch(r"\d{4}-\d\d-\d\d", raw) is not None and _parses(date.fromisoformat, raw)


def _is_time(raw: str) -> bool:
    return _TIME.fullmatch(raw) is not None and _parses(time.fromisoformat, raw)


def _is_number(raw: str) -> bool:
    return _NUMBER.fullmatch(raw) is not None and isfinite(float(raw))


def _is_month(raw: str) -> bool:
    return _MONTH.fullmatch(raw) is not None


def _is_week(raw: str) -> bool:
    found = _WEEK.fullmatch(raw)
    return found is not None and _parses(lambda _: date.fromisocalendar(int(found[1]), int(found[2]), 1), raw)


_VALID: Mapping[str, Callable[[str], bool]] = {
    "number": _is_number,
    "date": _is_date,
    "time": _is_time,
    "month": _is_month,
    "week": _is_week,
}


def _moment(raw: str) -> str:
    day, separator, clock = raw[:10], raw[10:11], raw[11:]
    if separator not in {"T", " "} or not (_is_date(day) and _is_time(clock)):
        return ""
    at = datetime.fromisoformat(f"{day}T{clock}")
    if at.microsecond:
        return at.isoformat(timespec="milliseconds").rstrip("0")
    return at.isoformat(timespec="seconds" if at.second else "minutes")
