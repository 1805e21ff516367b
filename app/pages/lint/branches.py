"""
What of a template is never there together: the branches of an `{% if %}`, and what a `{% for %}` repeats.

A template is read once for each branch: the first time with every first branch, then with every second one, and so
on; a block with fewer branches shows its last. So two branches are never taken for one page, and each is read.
"""

import re
from bisect import bisect_right

from msgspec import Struct

from app.pages.lint.template import Template

_OPENS = re.compile("if|for|ifchanged|ifequal|ifnotequal")
_DIVIDES = re.compile("elif|elsif|else|empty")
_READINGS = 8
_INK = re.compile(r"[^\n]")


class Loop(Struct, frozen=True):
    """The body of a `{% for %}`, as offsets, and the line it begins on."""

    start: int
    end: int
    line: int


class _Block(Struct):
    name: str
    start: int
    branches: list[tuple[int, int]]


def readings(template: Template) -> list[str]:
    """The masked template with other branches left blank; one where there are none."""
    divided = [block.branches for block in _blocks(template) if len(block.branches) > 1]
    count = min(max(map(len, divided), default=1), _READINGS)
    return [_with_branch(template.masked, divided, which) for which in range(count)]


def loops(template: Template) -> list[Loop]:
    """What repeats, innermost first."""
    found = [block for block in _blocks(template) if block.name == "for"]
    breaks = [at for at, letter in enumerate(template.masked) if letter == "\n"]
    return [Loop(*each.branches[0], line=bisect_right(breaks, each.start) + 1) for each in found]


def _with_branch(masked: str, divided: list[list[tuple[int, int]]], which: int) -> str:
    for branches in divided:
        kept = branches[min(which, len(branches) - 1)]
        for start, end in branches:
            if (start, end) != kept:
                masked = masked[:start] + _INK.sub(" ", masked[start:end]) + masked[end:]
    return masked


def _blocks(template: Template) -> list[_Block]:
    """Blocks that were closed, innermost first; what does not pair up is left alone."""
    closed: list[_Block] = []
    open_: list[_Block] = []
    for tag in template.steering:
        if _OPENS.fullmatch(tag.name):
            open_.append(_Block(tag.name, tag.start, [(tag.end, tag.end)]))
        elif open_ and _DIVIDES.fullmatch(tag.name):
            _end_branch(open_[-1], tag.start)
            open_[-1].branches.append((tag.end, tag.end))
        elif open_ and tag.name == f"end{open_[-1].name}":
            _end_branch(open_[-1], tag.start)
            closed.append(open_.pop())
    return closed


def _end_branch(block: _Block, end: int) -> None:
    block.branches[-1] = (block.branches[-1][0], end)
