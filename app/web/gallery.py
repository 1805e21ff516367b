"""
`/assist/gallery`: every fragment in every state, each at an address of its own. For whoever works on the panel, and
for tests; a server that is no demo shows nothing here.
"""

from litestar import MediaType, Response, get
from litestar.di import NamedDependency
from litestar.params import FromPath, FromQuery, SkipValidation

from app.errors import NotFound
from app.web.exhibits import ROOMS
from app.web.languages import language, named, speak
from app.web.parts import Parts

_POLICY = (
    "default-src 'none'; style-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
_PLACES = {"frame": "gallery/frame.html", "transcript": "gallery/transcript.html"}
"""Where a fragment hangs, when it isn't in the transcript."""


@get("/gallery")
async def index(parts: NamedDependency[SkipValidation[Parts]], lang: FromQuery[str] = "") -> Response[str]:
    """All cases by name. lang: the language they speak, whatever the browser's is."""
    _only_in_a_demo(parts)
    speak(named(lang) or language())
    asked = f"?lang={language()}" if named(lang) else ""
    shelves = [_shelf(parts, name, asked) for name in ROOMS]
    return _page(parts.templates.draw("gallery/index.html", assets=parts.assets.url, rooms=shelves))


@get("/gallery/{fragment:str}/{case:str}")
async def exhibit(
    fragment: FromPath[str],
    case: FromPath[str],
    parts: NamedDependency[SkipValidation[Parts]],
    lang: FromQuery[str] = "",
) -> Response[str]:
    """One case, alone on a page that looks as the panel does."""
    _only_in_a_demo(parts)
    speak(named(lang) or language())
    draw = ROOMS.get(fragment, {}).get(case)
    if draw is None:
        raise NotFound(f"Nothing named {case!r} of {fragment!r} hangs here.")
    template = _PLACES.get(fragment, "gallery/exhibit.html")
    drawn = draw(parts.templates)
    return _page(parts.templates.draw(template, assets=parts.assets.url, title=f"{fragment}/{case}", exhibit=drawn))


def _shelf(parts: Parts, name: str, asked: str) -> str:
    cases = [(case, f"/assist/gallery/{name}/{case}{asked}") for case in ROOMS[name]]
    return parts.templates.fragment("gallery/room", name=name, cases=cases)


def _only_in_a_demo(parts: Parts) -> None:
    if not parts.settings.demo:
        raise NotFound("There is no gallery here: this server is no demo.")


def _page(html: str) -> Response[str]:
    return Response(html, media_type=MediaType.HTML, headers={"Content-Security-Policy": _POLICY})


handlers = [index, exhibit]
