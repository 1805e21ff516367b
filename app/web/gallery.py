"""
`/assist/gallery`: every fragment in every state, each at an address of its own. For whoever works on the panel, and
for tests; a server that is no demo shows nothing here.
"""

from litestar import MediaType, Response, get
from litestar.di import NamedDependency
from litestar.params import FromPath, SkipValidation

from app.errors import NotFound
from app.web.exhibits import ROOMS
from app.web.parts import Parts

_POLICY = (
    "default-src 'none'; style-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
_PLACES = {"frame": "gallery/frame.html", "transcript": "gallery/transcript.html"}
"""Where a fragment hangs, when it isn't in the transcript."""


@get("/gallery")
async def index(parts: NamedDependency[SkipValidation[Parts]]) -> Response[str]:
    """All cases by name."""
    _only_in_a_demo(parts)
    rooms = [(name, [(case, f"/assist/gallery/{name}/{case}") for case in cases]) for name, cases in ROOMS.items()]
    shelves = [parts.templates.fragment("gallery/room", name=name, cases=cases) for name, cases in rooms]
    return _page(parts.templates.draw("gallery/index.html", assets=parts.assets.url, rooms=shelves))


@get("/gallery/{fragment:str}/{case:str}")
async def exhibit(
    fragment: FromPath[str], case: FromPath[str], parts: NamedDependency[SkipValidation[Parts]]
) -> Response[str]:
    """One case, alone on a page that looks as the panel does."""
    _only_in_a_demo(parts)
    draw = ROOMS.get(fragment, {}).get(case)
    if draw is None:
        raise NotFound(f"Nothing named {case!r} of {fragment!r} hangs here.")
    template = _PLACES.get(fragment, "gallery/exhibit.html")
    drawn = draw(parts.templates)
    return _page(parts.templates.draw(template, assets=parts.assets.url, title=f"{fragment}/{case}", exhibit=drawn))


def _only_in_a_demo(parts: Parts) -> None:
    if not parts.settings.demo:
        raise NotFound("There is no gallery here: this server is no demo.")


def _page(html: str) -> Response[str]:
    return Response(html, media_type=MediaType.HTML, headers={"Content-Security-Policy": _POLICY})


handlers = [index, exhibit]
