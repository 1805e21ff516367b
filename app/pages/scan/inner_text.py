"""The text an editable element shows, its lines kept: what a browser calls `innerText`."""

import re

from bs4 import Tag

from app.pages.scan.markup import is_text, text_content
from app.pages.scan.showing import visible
from app.pages.scan.tree import unshielded

_LINES = re.compile(
    "address|article|aside|blockquote|dd|details|div|dl|dt|fieldset|figure|footer|form|h[1-6]|header|hr|li|main|nav|ol"
    "|pre|section|table|tr|ul"
)
_LINE, _PARAGRAPH = "\x01", "\x02"
_GAPS = re.compile("[ \x01\x02]*[\x01\x02][ \x01\x02]*")
"""Breaks around blocks: of neighbours the widest holds, and white space between them is none."""

_AROUND_BREAK = re.compile(r" ?\n ?")
_SPACE = re.compile(r"[ \t\n\r\f]+")


def inner_text(element: Tag) -> str:
    """
    Paragraphs stand apart by an empty line, other blocks and breaks by a new one; white space runs are one space.

    Of an element that does not show, all its text as it is written.
    """
    if not visible(element):
        return text_content(element).strip()
    said = _AROUND_BREAK.sub("\n", _inside(element, preformatted=element.name == "pre"))
    return _GAPS.sub(lambda found: "\n\n" if _PARAGRAPH in found[0] else "\n", said).strip()


def _inside(element: Tag, *, preformatted: bool) -> str:
    said = ""
    for node in element.children:
        if isinstance(node, Tag):
            said += _block(node, preformatted=preformatted) if visible(node) else ""
        elif is_text(node):
            text = unshielded(str(node))
            said += text if preformatted else _SPACE.sub(" ", text)
    return said


def _block(node: Tag, *, preformatted: bool) -> str:
    if node.name == "br":
        return "\n"
    inside = _inside(node, preformatted=preformatted or node.name == "pre")
    around = _PARAGRAPH if node.name == "p" else _LINE if _LINES.fullmatch(node.name) else ""
    return f"{around}{inside}{around}"
