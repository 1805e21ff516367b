"""One reading of a source: its document, and where each element and attribute of it stands."""

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence

from bs4 import Tag

from app.pages.lint.branches import Loop
from app.pages.lint.finding import Finding, Level
from app.pages.lint.template import is_unknown
from app.pages.scan import Document
from app.pages.scan.markup import attribute

_NAME = re.compile(r"<[^\s/>]+")
_ATTRIBUTE = re.compile(r"[\s/]*([^\s\"'>/=]+)(?:\s*=\s*(?:\"([^\"]*)\"|'([^']*)'|([^\s\"'>]+)))?")


class Sheet:
    """
    The document of one reading, and the text it was read from.

    template: Whether the source is a template, so that what it lacks may come from another file.
    """

    def __init__(self, text: str, url: str, *, loops: Sequence[Loop] = (), template: bool = False) -> None:
        self.document = Document(text, url)
        self.template = template
        self.loops = loops
        self._text = text
        self._lines = [0, *(found.end() for found in re.finditer("\n", text))]

    def offset(self, element: Tag) -> int:
        assert element.sourceline is not None
        assert element.sourcepos is not None
        return self._lines[element.sourceline - 1] + element.sourcepos

    def finding(
        self, level: Level, rule: str, message: str, element: Tag, name: str | None = None, *, within: int = 0
    ) -> Finding:
        """
        A finding where an element stands, or its attribute of that name.

        name: With or without `data-`; where the element has no such attribute its own place is told.
        within: Characters into the attribute's value.
        """
        at = self._attribute_at(element, name, within) if name else None
        offset = self.offset(element) if at is None else at
        line = bisect_right(self._lines, offset)
        return Finding(line, offset - self._lines[line - 1] + 1, level, rule, message)

    def is_open(self, element: Tag) -> bool:
        """Whether a template puts attributes on the element that can't be known."""
        return any(is_unknown(name) for name in element.attrs)

    def written(self, element: Tag, mark: str) -> str:
        """The attribute's name as the page writes it: `hx-assist-<mark>`, or with `data-`."""
        own = f"hx-assist-{mark}"
        return own if attribute(element, own) is not None else f"data-{own}"

    def loop_of(self, element: Tag) -> Loop | None:
        """The innermost loop that repeats the element."""
        offset = self.offset(element)
        return next((loop for loop in self.loops if loop.start <= offset < loop.end), None)

    def _attribute_at(self, element: Tag, name: str, within: int) -> int | None:
        for found in self._attributes(element):
            if found[1].lower() in {name, f"data-{name}"}:
                value = next((group for group in (2, 3, 4) if found[group] is not None), None)
                as_written = value is not None and "&" not in found[value]
                return found.start(value) + within if within and value and as_written else found.start(1)
        return None

    def _attributes(self, element: Tag) -> Iterator[re.Match[str]]:
        tag = _NAME.match(self._text, self.offset(element))
        found = tag and _ATTRIBUTE.match(self._text, tag.end())
        while found:
            yield found
            found = _ATTRIBUTE.match(self._text, found.end())
