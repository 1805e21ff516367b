"""Raster images, told by their first bytes: what a server says of them is not asked. SVG is a document, and none."""

from typing import Final

from msgspec import Struct

_HEADS: Final = (
    (b"\x89PNG\r\n\x1a\n", "image/png"),
    (b"\xff\xd8\xff", "image/jpeg"),
    (b"GIF87a", "image/gif"),
    (b"GIF89a", "image/gif"),
)
_AVIF_BRANDS: Final = (b"avif", b"avis")
_BOX_BYTES: Final = range(16, 4097)
ACCEPTED: Final = "image/avif, image/webp, image/png, image/jpeg, image/gif"


class Raster(Struct, frozen=True):
    """An image's bytes with the media type they begin like."""

    media_type: str
    body: bytes


def raster_of(body: bytes) -> Raster | None:
    """None when it is no image of a kind that is shown."""
    for head, media_type in _HEADS:
        if body.startswith(head):
            return Raster(media_type, body)
    if body[:4] == b"RIFF" and body[8:12] == b"WEBP":
        return Raster("image/webp", body)
    return Raster("image/avif", body) if _is_avif(body) else None


def _is_avif(body: bytes) -> bool:
    """The first box is a file type that names AVIF, as its own brand or among those it is compatible with."""
    size = int.from_bytes(body[:4], "big")
    if body[4:8] != b"ftyp" or size not in _BOX_BYTES:
        return False
    brands = body[8:12] + body[16:size]
    return any(brands[at : at + 4] in _AVIF_BRANDS for at in range(0, len(brands), 4))
