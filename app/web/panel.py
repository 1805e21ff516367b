"""
`GET /assist/panel`: the panel's document, and `/assist/page.js`: what the page script asks of a workspace's choices.

Both are the same for every user and hold nothing of any.
"""

from litestar import MediaType, Response, get
from litestar.di import NamedDependency
from litestar.params import FromQuery, SkipValidation

from app.contract.ids import WorkspaceId
from app.contract.workspace_settings import Look
from app.web.languages import language, named, speak
from app.web.looks import dress
from app.web.parts import Parts
from app.web.security import panel_policy

_CACHING = "private, max-age=300, stale-while-revalidate=86400"


@get("/panel")
async def panel(
    parts: NamedDependency[SkipValidation[Parts]], workspace: FromQuery[str] = "", lang: FromQuery[str] = ""
) -> Response[str]:
    """
    Framed by the workspace's own origins; by nobody when there is no such workspace.

    lang: the language a token named in this tab before; the panel asks for itself anew once it learns of another.
    """
    speak(named(lang) or language())
    found = await parts.workspaces.get(WorkspaceId(workspace))
    origins = found.origins if found else ()
    html = parts.templates.draw(
        "panel.html",
        assets=parts.assets.url,
        origins=origins,
        workspace=workspace if found else "",
        rehearsal=parts.rehearsal,
        dress=dress(parts.templates, workspace, found.settings.look if found else Look(), parts.image_links),
    )
    headers = {
        "Content-Security-Policy": panel_policy(origins),
        "Cache-Control": _CACHING,
        "Content-Language": language(),
        "Vary": "Accept-Language",
        "Cross-Origin-Resource-Policy": "cross-origin",
    }
    return Response(str(html), media_type=MediaType.HTML, headers=headers)


@get("/page.js", media_type="text/javascript")
async def page_settings(parts: NamedDependency[SkipValidation[Parts]], workspace: FromQuery[str] = "") -> Response[str]:
    """A module, because a page that runs our script may import it, whatever else its policy forbids."""
    found = await parts.workspaces.get(WorkspaceId(workspace))
    pointing = found is not None and found.settings.pointing
    headers = {
        "Access-Control-Allow-Origin": "*",
        "Cross-Origin-Resource-Policy": "cross-origin",
        "Cache-Control": _CACHING,
    }
    return Response(
        f"export const pointing = {str(pointing).lower()};\n", media_type="text/javascript", headers=headers
    )


handlers = [panel, page_settings]
