"""`/assist/static`: the files of the panel and the page script, with the headers other origins need to load them."""

from litestar import Request, Response, get
from litestar.di import NamedDependency
from litestar.params import FromPath, SkipValidation

from app.contract.ids import Json
from app.errors import NotFound
from app.web.languages import language
from app.web.packing import Asset, encoding
from app.web.parts import Parts

_SHARED = {"Access-Control-Allow-Origin": "*", "Cross-Origin-Resource-Policy": "cross-origin"}
_FOR_EVER = "public, max-age=31536000, immutable"
_ASK_FIRST = "public, max-age=0, must-revalidate"


@get("/static/assist.js")
async def loader(request: Request[Json, Json, Json], parts: NamedDependency[SkipValidation[Parts]]) -> Response[bytes]:
    """The page script, at the one address that never changes."""
    return _served(request, parts.assets.loader(language()), _ASK_FIRST, vary="Accept-Encoding, Accept-Language")


@get("/static/{build:str}/{path:path}")
async def asset(
    request: Request[Json, Json, Json],
    build: FromPath[str],
    path: FromPath[str],
    parts: NamedDependency[SkipValidation[Parts]],
) -> Response[bytes]:
    """
    A file of a build. Another build than this process's gets what there is, to be asked for again: it is a document
    from before a deployment, or one from after it that reached an old process.
    """
    is_current = build == parts.assets.build
    found = parts.assets.get(path.lstrip("/"))
    if found is None:
        raise NotFound(f"There is nothing at {request.url.path!r}.")
    return _served(request, found, _FOR_EVER if is_current else _ASK_FIRST)


def _served(
    request: Request[Json, Json, Json], found: Asset, caching: str, *, vary: str = "Accept-Encoding"
) -> Response[bytes]:
    headers = {**_SHARED, "Cache-Control": caching, "ETag": found.etag, "Vary": vary}
    if found.etag in request.headers.get("if-none-match", ""):
        return Response(b"", status_code=304, headers=headers, media_type=found.media_type)
    form = encoding(found, ",".join(request.headers.getall("accept-encoding", [])))
    if form is None:
        return Response(found.body, headers=headers, media_type=found.media_type)
    return Response(found.packed[form], headers={**headers, "Content-Encoding": form}, media_type=found.media_type)


handlers = [loader, asset]
