"""What a loop repeats under one name, with nothing to tell the repetitions apart."""

from collections.abc import Iterator

from bs4 import Tag

from app.pages.lint.branches import Loop
from app.pages.lint.finding import Finding
from app.pages.lint.sheet import Sheet
from app.pages.lint.template import is_unknown
from app.pages.scan.controls import type_of
from app.pages.scan.markup import attr, marks, page_around


def faults(sheet: Sheet) -> Iterator[Finding]:
    for mark in ("action", "field", "tool"):
        for element in sheet.document.all(mark):
            loop = sheet.loop_of(element)
            if loop is not None and _repeats(sheet, element, mark, loop):
                yield _finding(sheet, element, mark, loop)


def _repeats(sheet: Sheet, element: Tag, mark: str, loop: Loop) -> bool:
    apart = (attr(element, mark), attr(element, "id") if mark != "tool" else None)
    grouped = mark == "field" and type_of(element) == "radio"
    page = page_around(element)
    within = page is not None and loop.start <= sheet.offset(page) < loop.end
    return not (any(map(is_unknown, apart)) or grouped or within or sheet.is_open(element))


def _finding(sheet: Sheet, element: Tag, mark: str, loop: Loop) -> Finding:
    name = attr(element, mark) or ""
    own = "a name of its own" if mark == "tool" else "an hx-assist-id that each one fills with its own"
    fixed = mark != "tool" and marks(element, "id")
    wrong = "with one and the same id" if fixed else "with nothing to tell them apart"
    message = f"The loop of line {loop.line} repeats the {mark} {name!r} {wrong}; {own} would be right."
    return sheet.finding("error", "repeated", message, element, f"hx-assist-{'id' if fixed else mark}")
