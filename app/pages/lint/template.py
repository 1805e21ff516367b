"""
Jinja and Django syntax in a template, masked so that what is left is HTML.

Nothing moves: every mask is as long as what it covers, and line breaks stay. An expression becomes a run of characters
nobody writes, which marks a value as unknown; a comment or a tag that only steers becomes white space.
"""

import re
from bisect import bisect_right
from collections.abc import Iterator
from typing import Literal, TypeAlias

from msgspec import Struct

_TOKEN = re.compile(
    r"\{\{(?>(?:\"[^\"\n]*\"|'[^'\n]*'|(?!\}\}).)*)\}\}|\{\{.*?\}\}|\{%.*?%\}|\{#.*?#\}",
    re.DOTALL,
)
_TAG_NAME = re.compile(r"\{%[-+]?\s*(\w+)")
_STEERS = re.compile(
    "if|elif|elsif|else|for|empty|with|set|extends|import|from|load|autoescape|spaceless|filter|macro|do|break|continue"
    r"|ifchanged|ifequal|ifnotequal|csrf_token|end\w+|raw|verbatim|comment"
)
_TAG = r"(?:\"[^\"]*\"|'[^']*'|[^\"'>])*+>"
_MARKUP = re.compile(
    rf"<!--.*?-->|(?P<raw><(?:script|style)\b{_TAG}).*?</(?:script|style)|(?P<tag><[a-zA-Z]{_TAG})",
    re.DOTALL | re.IGNORECASE,
)
_QUOTED = re.compile(r"=\s*(\"[^\"]*\"|'[^']*')")

_FIRST = 0xF0000
_MOST = 0xFFFD
_FILL = "\ue001"
_STEER = "\ue002"
_UNKNOWN = re.compile(f"[\U000f0000-\U000ffffd](?:[{_FILL}\\s]*{_FILL})?")

Context: TypeAlias = Literal["text", "tag", "value"]


class Steering(Struct, frozen=True):
    """A tag that steers, such as `{% if … %}`, where it stands between elements: `start` and `end` are offsets."""

    name: str
    start: int
    end: int


class Template(Struct, frozen=True):
    """
    A template, masked.

    masked: as long as the source. expressions: what each unknown run stands for, as it is written.
    steering: the tags that steer between elements, in order; those inside a start tag are not among them.
    """

    masked: str
    expressions: tuple[str, ...] = ()
    steering: tuple[Steering, ...] = ()

    def reveal(self, text: str, *, compact: bool = False, bare: bool = False) -> str:
        """
        The text with its expressions as they are written.

        compact: without white space in them. bare: without their braces.
        """

        def written(run: re.Match[str]) -> str:
            said = self.expressions[ord(run[0][0]) - _FIRST]
            said = said.strip("{}%-+ ") if bare else said
            return ("" if compact else " ").join(said.split())

        return _UNKNOWN.sub(written, text)


def is_unknown(text: str | None) -> bool:
    """Whether a value holds what only the rendered page will say."""
    return text is not None and _UNKNOWN.search(text) is not None


def mask(source: str) -> Template:
    """The template's HTML, and what was in it beside."""
    tokens = list(_tokens(source))
    expressions: list[str] = []
    steering: list[Steering] = []
    rough = _covered(source, [(start, end, _STEER * (end - start)) for _, start, end in tokens])
    contexts = _Contexts(rough)
    covers: list[tuple[int, int, str]] = []
    for kind, start, end in tokens:
        context = contexts.at(start)
        if kind == "comment" or (_STEERS.fullmatch(kind) and context != "value"):
            covers.append((start, end, " " * (end - start)))
            if context == "text" and kind != "comment":
                steering.append(Steering(kind, start, end))
        else:
            first = chr(_FIRST + min(len(expressions), _MOST))
            expressions.append(source[start:end])
            covers.append((start, end, first + _FILL * (end - start - 1)))
    return Template(_covered(source, covers), tuple(expressions), tuple(steering))


class _Contexts:
    """Whether an offset is between elements, in a start tag, or in an attribute's quoted value."""

    def __init__(self, rough: str) -> None:
        markup = _MARKUP.finditer(rough)
        self._tags = [found.span(found.lastgroup) for found in markup if found.lastgroup]
        self._values = [found.span(1) for tag in self._tags for found in _QUOTED.finditer(rough, *tag)]

    def at(self, offset: int) -> Context:
        if _within(self._values, offset):
            return "value"
        return "tag" if _within(self._tags, offset) else "text"


def _within(spans: list[tuple[int, int]], offset: int) -> bool:
    """Whether an offset is in one of the spans, which are in order."""
    before = bisect_right(spans, offset, key=lambda span: span[0]) - 1
    return before >= 0 and spans[before][0] < offset < spans[before][1]


def _tokens(source: str) -> Iterator[tuple[str, int, int]]:
    """What is template syntax: `expression`, `comment` or a tag's name, and its offsets; raw parts are left alone."""
    at = 0
    while found := _TOKEN.search(source, at):
        kind, end = _kind(found[0]), found.end()
        if kind == "comment" and found[0].startswith("{%"):
            end = _end_of(kind, source, end).end()
        yield kind, found.start(), end
        at = _end_of(kind, source, end).start() if kind in {"raw", "verbatim"} else end


def _kind(token: str) -> str:
    if token.startswith("{{"):
        return "expression"
    name = None if token.startswith("{#") else _TAG_NAME.match(token)
    return name[1] if name else "comment"


def _end_of(kind: str, source: str, start: int) -> re.Match[str]:
    """The tag that ends a raw part or a comment, or the end of the source."""
    found = re.compile(r"\{%[-+]?\s*end" + kind + r"\b.*?%\}|\Z", re.DOTALL).search(source, start)
    assert found is not None
    return found


def _covered(source: str, covers: list[tuple[int, int, str]]) -> str:
    """The source with covers laid over it; line breaks show through."""
    parts: list[str] = []
    at = 0
    for start, end, cover in covers:
        shown = source[start:end]
        laid = "".join("\n" if below == "\n" else above for below, above in zip(shown, cover, strict=True))
        parts += (source[at:start], laid)
        at = end
    return "".join([*parts, source[at:]])
