"""
`/assist/gallery`: every fragment in every state, each at an address of its own. For whoever works on the panel, and
for tests; a server that is no demo shows nothing here.
"""

from collections.abc import Iterable

from litestar import MediaType, Response, get
from litestar.di import NamedDependency
from litestar.params import FromPath, FromQuery, SkipValidation

from app.contract.workspace_settings import Look
from app.errors import NotFound
from app.samples.catalogue import SAMPLES
from app.samples.looks import LOOKS
from app.web.exhibits import ROOMS
from app.web.fragments import Fragments
from app.web.languages import language, named, speak
from app.web.looks import dress
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
    panels = [_shelf(parts, f"panel, {look}", "panel", SAMPLES, f"{asked or '?'}&look={look}") for look in LOOKS]
    shelves = [*panels, *(_shelf(parts, name, name, cases, asked) for name, cases in ROOMS.items())]
    return _page(parts.templates.draw("gallery/index.html", assets=parts.assets.url, rooms=shelves))


@get("/gallery/{fragment:str}/{case:str}")
async def exhibit(
    fragment: FromPath[str],
    case: FromPath[str],
    parts: NamedDependency[SkipValidation[Parts]],
    lang: FromQuery[str] = "",
    look: FromQuery[str] = "",
) -> Response[str]:
    """One case, alone on a page that looks as the panel does. look: one of the samples of `app/samples/looks.py`."""
    _only_in_a_demo(parts)
    speak(named(lang) or language())
    draw = ROOMS.get(fragment, {}).get(case)
    if draw is None:
        raise NotFound(f"Nothing named {case!r} of {fragment!r} hangs here.")
    template = _PLACES.get(fragment, "gallery/exhibit.html")
    drawn = draw(parts.templates)
    style = dress(parts.templates, look, LOOKS.get(look, Look())).style
    title = f"{fragment}/{case}"
    return _page(parts.templates.draw(template, assets=parts.assets.url, title=title, exhibit=drawn, style=style))


@get("/gallery/panel/{case:str}")
async def whole(
    case: FromPath[str],
    parts: NamedDependency[SkipValidation[Parts]],
    lang: FromQuery[str] = "",
    look: FromQuery[str] = "",
) -> Response[str]:
    """The whole panel with a sample in it, in one of the looks."""
    _only_in_a_demo(parts)
    speak(named(lang) or language())
    make, chosen = SAMPLES.get(case), LOOKS.get(look, Look())
    if make is None:
        raise NotFound(f"No panel named {case!r} hangs here.")
    transcript = Fragments(parts.templates, greeting=chosen.greeting).draw(make().thread)
    html = parts.templates.draw(
        "gallery/panel.html",
        assets=parts.assets.url,
        title=f"panel/{case}",
        exhibit=transcript,
        dress=dress(parts.templates, look, chosen),
    )
    return _page(html)


def _shelf(parts: Parts, name: str, place: str, cases: Iterable[str], asked: str) -> str:
    listed = [(case, f"/assist/gallery/{place}/{case}{asked}") for case in cases]
    return parts.templates.fragment("gallery/room", name=name, cases=listed)


def _only_in_a_demo(parts: Parts) -> None:
    if not parts.settings.demo:
        raise NotFound("There is no gallery here: this server is no demo.")


def _page(html: str) -> Response[str]:
    return Response(html, media_type=MediaType.HTML, headers={"Content-Security-Policy": _POLICY})


handlers = [index, exhibit, whole]
