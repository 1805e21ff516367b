"""The bytes of a page as text, in the encoding a browser takes them to be in."""

import codecs
import re
from collections.abc import Mapping

from app.pages.scan.markup import attribute
from app.pages.scan.tree import parse

_MARKS = ((codecs.BOM_UTF8, "utf-8"), (codecs.BOM_UTF16_LE, "utf-16-le"), (codecs.BOM_UTF16_BE, "utf-16-be"))
_LOOKED_AT_BYTES = 1024
"""A browser looks for a `<meta>` no further."""

_NAMED = re.compile(r"charset\s*=\s*[\"']?([^\"'\s;]+)", re.IGNORECASE)
_KNOWN = re.compile(
    r"utf-(?:8|16(?:-[bl]e)?)|ascii|cp(?:125\d|866|874|949|932)|iso8859-\d+|koi8-[ru]|mac-(?:roman|cyrillic)"
    r"|gb(?:k|2312|18030)|big5(?:hkscs)?|euc_(?:jp|kr)|iso2022_jp|shift_jis"
)
"""What Python calls those a browser reads; it has others, some of which are no text at all."""

_WIDER: Mapping[str, str] = {
    "ascii": "cp1252",
    "iso8859-1": "cp1252",
    "iso8859-9": "cp1254",
    "iso8859-11": "cp874",
    "gb2312": "gbk",
    "euc_kr": "cp949",
    "shift_jis": "cp932",
    "utf-16": "utf-16-le",
}
"""What a browser reads where a page names the narrower one."""


def page_text(body: bytes, charset: str | None) -> str:
    """
    The text of a page. A mark at its beginning tells how it is encoded, else the header, else a `<meta>`.

    charset: The one the header names, if it names one. Where nothing names one it is UTF-8.

    See https://html.spec.whatwg.org/multipage/parsing.html#determining-the-character-encoding
    """
    for mark, encoding in _MARKS:
        if body.startswith(mark):
            return body[len(mark) :].decode(encoding, errors="replace")
    return body.decode(_known(charset) or _declared(body) or "utf-8", errors="replace")


def _declared(body: bytes) -> str | None:
    """What the first `<meta>` says that names a known one. UTF-16 there is UTF-8, or it could not be read."""
    for meta in parse(body[:_LOOKED_AT_BYTES].decode("latin-1")).find_all("meta"):
        named = attribute(meta, "charset")
        if named is None and (attribute(meta, "http-equiv") or "").lower() == "content-type":
            found = _NAMED.search(attribute(meta, "content") or "")
            named = found and found[1]
        if encoding := _known(named):
            return "utf-8" if encoding.startswith("utf-16") else encoding
    return None


def _known(label: str | None) -> str | None:
    try:
        name = codecs.lookup((label or "").strip()).name
    except (LookupError, ValueError):
        return None
    return _WIDER.get(name, name) if _KNOWN.fullmatch(name) else None
