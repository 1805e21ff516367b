"""
A reply cut into Markdown blocks while it streams: a block that is finished never changes again.

So a reply's cost grows with its length: each block is parsed, logged and rendered once. Parsing happens only
where a block can end (a blank line outside a fence, or a fence's end), and a block that would not end is tried
again only when it has grown by half, which keeps one endless block linear too.
"""

import re
from itertools import pairwise

from markdown_it import MarkdownIt
from markdown_it.token import Token

MARKDOWN = MarkdownIt("commonmark", {"html": False, "linkify": False, "maxNesting": 20}).enable(
    ["table", "strikethrough"]
)
"""The one Markdown dialect of the house; `app.web.markdown` renders with it."""

_FENCE = re.compile(r" {0,3}(?P<mark>`{3,}|~{3,})(?P<info>[^\n]*)")
_PARAGRAPH = re.compile(r"(?:[A-Za-z][^\n]*\n)+\n")
"""Lines that each begin with a letter are a paragraph whatever else they hold; most blocks are, and need no parsing."""
_ENDED_BY_A_BLANK_LINE = frozenset({"paragraph_open", "heading_open", "table_open", "hr", "fence"})
_LONG_FENCE = 4096


class BlockCutter:
    """Feed it text; it gives back finished blocks, verbatim: joined with the rest they are the whole text."""

    def __init__(self) -> None:
        self._tail = ""
        self._scanned = 0
        self._fence: str | None = None
        self._try_at = 0

    @property
    def rest(self) -> str:
        """What belongs to no finished block yet."""
        return self._tail

    def feed(self, text: str) -> list[str]:
        """Blocks that `text` finished, in order; usually none."""
        self._tail += text
        if "\n" not in text or not self._scan_lines() or len(self._tail) < self._try_at:
            return []
        return self._cut()

    def finish(self) -> list[str]:
        """The remaining blocks, at the end of the text."""
        rest, self._tail, self._scanned, self._fence = self._tail, "", 0, None
        if not rest.strip():
            return [rest] if rest else []
        return _slices(rest, [start for start, _ in _top_level(rest)[1:]])

    def _scan_lines(self) -> bool:
        """Look at the lines completed since the last look; True when one of them may have ended a block."""
        ripe = False
        while (end := self._tail.find("\n", self._scanned)) >= 0:
            ripe = self._scan_line(self._tail[self._scanned : end]) or ripe
            self._scanned = end + 1
        return ripe or (self._fence is not None and len(self._tail) > max(_LONG_FENCE, 2 * self._try_at))

    def _scan_line(self, line: str) -> bool:
        found = _FENCE.match(line)
        if self._fence is None:
            if found and not (found["mark"][0] == "`" and "`" in found["info"]):
                self._fence = found["mark"]
            return not line.strip()
        if found and found["mark"].startswith(self._fence) and not found["info"].strip():
            self._fence = None
            return True
        return False

    def _cut(self) -> list[str]:
        complete = self._tail[: self._scanned]
        if _PARAGRAPH.fullmatch(complete):
            self._tail, self._scanned, self._try_at = self._tail[self._scanned :], 0, 0
            return [complete]
        tops = _top_level(complete)
        starts = [start for start, _ in tops[1:]]
        if tops and self._fence is None and _is_over(tops[-1][1], complete):
            starts.append(complete.count("\n"))
        if not starts:
            self._try_at = len(self._tail) + len(self._tail) // 2
            return []
        *blocks, _ = _slices(complete, starts)
        self._tail = self._tail[sum(map(len, blocks)) :]
        self._scanned = len(complete) - sum(map(len, blocks))
        self._try_at = 0
        return blocks


def _top_level(text: str) -> list[tuple[int, Token]]:
    """The top-level blocks: the line each starts on, and its opening token. What is inside a line does not matter."""
    tokens: list[Token] = []
    MARKDOWN.block.parse(text, MARKDOWN, {}, tokens)
    return [(token.map[0], token) for token in tokens if token.level == 0 and token.map and token.nesting >= 0]


def _is_over(last: Token, text: str) -> bool:
    """Whether nothing that may follow can still belong to the last block."""
    if last.type not in _ENDED_BY_A_BLANK_LINE or last.map is None:
        return False
    lines = text.split("\n")
    return last.type == "fence" or not lines[-2].strip() if len(lines) > 1 else False


def _slices(text: str, starts: list[int]) -> list[str]:
    """`text` cut before the lines numbered in `starts`; what is left of the last one is the last slice."""
    if not starts:
        return [text]
    lines = text.split("\n")
    edges = [0, *starts, len(lines)]
    parts = ["\n".join(lines[a:b]) + "\n" for a, b in pairwise(edges)]
    parts[-1] = parts[-1][:-1]
    return parts
