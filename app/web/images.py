"""
`GET /assist/images/{signed}`: a display card's image, from this origin.

The panel's policy lets images come from nowhere else, and an `<img>` can't send a token, so the link itself is signed.
"""

from typing import Final

from litestar import Response, get
from litestar.di import NamedDependency
from litestar.params import FromPath, SkipValidation

from app.errors import NotFound
from app.web.parts import Parts

_HEADERS: Final = {
    "Cache-Control": "private, max-age=86400, immutable",
    "Content-Security-Policy": "default-src 'none'; sandbox",
    "Cross-Origin-Resource-Policy": "same-origin",
    "X-Content-Type-Options": "nosniff",
}


@get("/images/{signed:str}")
async def image(signed: FromPath[str], parts: NamedDependency[SkipValidation[Parts]]) -> Response[bytes]:
    """404 alike for a link nobody signed and an image that can't be had: neither is the asker's to tell apart."""
    url = parts.image_links.open(signed)
    found = await parts.images.get(url) if url is not None else None
    if found is None:
        raise NotFound("There is no image here.")
    return Response(found.body, headers=_HEADERS, media_type=found.media_type)


handlers = [image]
