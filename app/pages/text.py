"""
Text a page sent, made fit to be read by a model and a person alike.

What nobody can see goes: controls, bidi overrides, zero-width and tag characters, private use, lone surrogates.
They can make a label read otherwise than it is, or hide words from everyone but the model. Joiners stay, scripts
and emoji need them; so do the visible format signs of Arabic and its neighbours.
"""

import re
import unicodedata
from typing import Final

LONGEST_TITLE: Final = 80

_HIDDEN = (
    "\u007f-\u009f\u00ad\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb"
    "\ud800-\uf8ff\ufdd0-\ufdef\ufffe\uffff\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U0010ffff"
)
HIDDEN = re.compile(f"[\u0000-\u0008\u000e-\u001f{_HIDDEN}]")
_JOINERS = re.compile("([\u200c\u200d])[\u200c\u200d]+")


def one_line(text: str) -> str:
    """A name, label or id: every run of white space is one space, nothing hidden, composed (NFC)."""
    if text.isascii() and text.isprintable() and "  " not in text:
        return text.strip()
    visible = _JOINERS.sub(r"\1", HIDDEN.sub("", " ".join(text.split())))
    return unicodedata.normalize("NFC", " ".join(visible.split()))


def prose(text: str) -> str:
    """Instructions or a description: its lines stay, what is hidden goes, no white space around it."""
    if text.isascii() and text.isprintable():
        return text.strip()
    lines = text.replace("\r\n", "\n").replace("\r", "\n").replace("\u2028", "\n").replace("\u2029", "\n\n")
    return _JOINERS.sub(r"\1", HIDDEN.sub("", lines)).strip()


def cut(text: str, most: int) -> str:
    """The text, or its beginning and an ellipsis when it is longer than `most` characters."""
    return text if len(text) <= most else f"{text[: most - 1].rstrip()}…"


def first_words(text: str) -> str:
    """What a text begins with, on one line: enough to call a conversation by."""
    return cut(one_line(text), LONGEST_TITLE)
