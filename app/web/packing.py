"""How a static file travels: packed once when it is read, and sent in the smallest form its asker takes."""

import gzip
import hashlib
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import cast

import brotli

_TYPES = {
    ".js": "text/javascript",
    ".css": "text/css",
    ".svg": "image/svg+xml",
    ".png": "image/png",
    ".ico": "image/x-icon",
    ".woff2": "font/woff2",
    ".json": "application/json",
    ".map": "application/json",
}
_PACKED = frozenset({".js", ".css", ".svg", ".json", ".map"})
_WORTH_PACKING_BYTES = 512
_brotli = cast("Callable[[bytes], bytes]", brotli.compress)  # pyright: ignore[reportUnknownMemberType] -- untyped
_QUALITY = re.compile(r"q=(0(?:\.\d{0,3})?|1(?:\.0{0,3})?)\Z", re.IGNORECASE)


@dataclass(frozen=True)
class Asset:
    """A file as it is sent. `packed` has its other forms by their `Content-Encoding`, the smallest first."""

    body: bytes
    packed: Mapping[str, bytes]
    media_type: str
    etag: str


@lru_cache(maxsize=512)
def asset(body: bytes, suffix: str) -> Asset:
    """A file of that suffix. A process packs the same bytes once, however many servers it starts."""
    worth = suffix in _PACKED and len(body) >= _WORTH_PACKING_BYTES
    return Asset(
        body=body,
        packed={"br": _brotli(body), "gzip": gzip.compress(body, 9, mtime=0)} if worth else {},
        media_type=_TYPES.get(suffix, "application/octet-stream"),
        # Weak, because one name stands for the file in all its forms.
        etag=f'W/"{hashlib.sha256(body).hexdigest()[:20]}"',
    )


def encoding(asset: Asset, accepted: str) -> str | None:
    """
    Which of its forms to send, the smallest of those liked best; None for the file as it is.

    accepted: an `Accept-Encoding` header. A form at `q=0` is refused; `*` speaks for those not named.

    See https://www.rfc-editor.org/rfc/rfc9110#name-accept-encoding
    """
    likings = dict(_liking(each) for each in accepted.lower().split(",") if each.strip())
    liked = {form: likings.get(form, likings.get("*", 0.0)) for form in asset.packed}
    best = max(liked, key=lambda form: liked[form], default=None)
    return best if best is not None and liked[best] > 0 else None


def _liking(given: str) -> tuple[str, float]:
    form, *parameters = (part.strip() for part in given.split(";"))
    quality = next((found[1] for each in parameters if (found := _QUALITY.match(each))), "1")
    return form, float(quality)
