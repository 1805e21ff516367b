"""
What a file is, by its own bytes: names and declared types are not asked. Nothing is decoded.

Only what the model's API takes is anything: PNG, JPEG, GIF and WebP images, and PDFs. An image's size stands in its
head, so one that would unpack into gigabytes is known without unpacking it.
"""

import re
from collections.abc import Callable
from typing import Final

from msgspec import Struct

Size = tuple[int, int]

_PNG: Final = b"\x89PNG\r\n\x1a\n"
_JPEG: Final = b"\xff\xd8"
_JPEG_FRAMES: Final = frozenset(range(0xC0, 0xD0)) - {0xC4, 0xC8, 0xCC}
_JPEG_BARE: Final = frozenset({0x01, *range(0xD0, 0xD9)})
_FILL: Final = 0xFF
_PDF: Final = b"%PDF-"
_PAGE: Final = re.compile(rb"/Type\s*/Page(?![A-Za-z])")


class FileType(Struct, frozen=True):
    """
    width, height: of an image, in pixels. pages: of a PDF, those that can be counted without unpacking it.
    locked: a PDF that asks for a password.
    """

    media_type: str
    width: int | None = None
    height: int | None = None
    pages: int = 0
    locked: bool = False


def file_type(body: bytes) -> FileType | None:
    """None when it is nothing the model can read, or its head is broken."""
    if body.startswith(_PDF):
        return FileType("application/pdf", pages=len(_PAGE.findall(body)), locked=b"/Encrypt" in body)
    for media_type, measure in _IMAGES.items():
        size = measure(body)
        if size and all(size):
            return FileType(media_type, *size)
    return None


def _png(body: bytes) -> Size | None:
    if not body.startswith(_PNG) or body[12:16] != b"IHDR":
        return None
    return _big(body[16:20]), _big(body[20:24])


def _gif(body: bytes) -> Size | None:
    return (_little(body[6:8]), _little(body[8:10])) if body[:6] in {b"GIF87a", b"GIF89a"} else None


def _webp(body: bytes) -> Size | None:
    if body[:4] != b"RIFF" or body[8:12] != b"WEBP":
        return None
    match body[12:16]:
        case b"VP8X":
            return _little(body[24:27]) + 1, _little(body[27:30]) + 1
        case b"VP8L" if body[20:21] == b"\x2f":
            bits = _little(body[21:25])
            return (bits & 0x3FFF) + 1, (bits >> 14 & 0x3FFF) + 1
        case b"VP8 " if body[23:26] == b"\x9d\x01\x2a":
            return _little(body[26:28]) & 0x3FFF, _little(body[28:30]) & 0x3FFF
        case _:
            return None


def _jpeg(body: bytes) -> Size | None:
    """The size in the first frame's head, found by stepping over the segments before it."""
    at = 2 if body.startswith(_JPEG) else len(body)
    while body[at : at + 1] == b"\xff" and at + 9 <= len(body):
        marker = body[at + 1]
        if marker in _JPEG_FRAMES:
            return _big(body[at + 7 : at + 9]), _big(body[at + 5 : at + 7])
        if marker == _FILL:
            at += 1
        elif marker in _JPEG_BARE:
            at += 2
        else:
            at += 2 + _big(body[at + 2 : at + 4])
    return None


def _big(raw: bytes) -> int:
    return int.from_bytes(raw, "big")


def _little(raw: bytes) -> int:
    return int.from_bytes(raw, "little")


_IMAGES: Final[dict[str, Callable[[bytes], Size | None]]] = {
    "image/png": _png,
    "image/jpeg": _jpeg,
    "image/gif": _gif,
    "image/webp": _webp,
}
