"""
How one workspace's panel looks: the words and the picture in its frame, and a stylesheet of its own.

The stylesheet only sets tokens, of validated values, and is served under a hash of itself: the panel's policy needs
no exception for it, and a browser keeps it for ever. `/assist/looks/{owner}.{hash}.css` says whose it is.
"""

import hashlib
from typing import Final

from litestar import Response, get
from litestar.di import NamedDependency
from litestar.params import FromPath, SkipValidation
from markupsafe import Markup
from msgspec import Struct

from app.contract.ids import WorkspaceId
from app.contract.people import Principal
from app.contract.workspace_settings import Look
from app.errors import NotFound
from app.outbound.links import ImageLinks
from app.samples.looks import LOOKS
from app.web.fragments import Fragments
from app.web.parts import Parts
from app.web.plain import without_direction
from app.web.stylesheets import stylesheet
from app.web.templating import Templates
from app.web.words import word

_FOR_EVER: Final = "public, max-age=31536000, immutable"
_ASK_FIRST: Final = "public, max-age=0, must-revalidate"
_HEADERS: Final = {"Cross-Origin-Resource-Policy": "same-origin", "X-Content-Type-Options": "nosniff"}


class Dress(Struct, frozen=True):
    """
    What a look puts into the panel's document.

    style: the address of its stylesheet, None when the product's own tokens stand. avatar: None for none.
    """

    name: str
    greeting: str
    avatar: Markup | None = None
    side: str = "end"
    style: str | None = None


def dress(templates: Templates, owner: str, look: Look, images: ImageLinks | None = None) -> Dress:
    """
    The look of a workspace, or in the gallery of a sample.

    images: signs the link to the avatar; without it a picture is left out.
    """
    return Dress(
        name=without_direction(look.name) or word("panel.title"),
        greeting=without_direction(look.greeting) or word("panel.greeting"),
        avatar=_avatar(templates, owner, look.avatar, images),
        side=look.side,
        style=_address(owner, look),
    )


async def fragments_for(parts: Parts, principal: Principal, origin: str) -> Fragments:
    """What draws the log as this user's workspace has it, for a panel on `origin`."""
    found = await parts.workspaces.get(principal.owner.workspace)
    greeting = without_direction(found.settings.look.greeting) if found else ""
    return parts.fragments.seen_from(origin, greeting=greeting)


@get("/looks/{name:str}")
async def style(name: FromPath[str], parts: NamedDependency[SkipValidation[Parts]]) -> Response[str]:
    """A workspace's stylesheet. What it was under another hash is gone: then it is the one of today, kept by nobody."""
    owner = name.partition(".")[0]
    look = await _look_of(parts, owner)
    css = stylesheet(look) if look else ""
    if look is None or not css or not name.endswith(".css"):
        raise NotFound(f"There is no look named {name!r}.")
    caching = _FOR_EVER if _address(owner, look) == f"/assist/looks/{name}" else _ASK_FIRST
    return Response(css, headers={**_HEADERS, "Cache-Control": caching}, media_type="text/css")


async def _look_of(parts: Parts, owner: str) -> Look | None:
    if parts.settings.demo and owner in LOOKS:
        return LOOKS[owner]
    found = await parts.workspaces.get(WorkspaceId(owner))
    return found.settings.look if found else None


def _address(owner: str, look: Look) -> str | None:
    css = stylesheet(look)
    return f"/assist/looks/{owner}.{hashlib.sha256(css.encode()).hexdigest()[:12]}.css" if css else None


def _avatar(templates: Templates, owner: str, avatar: str, images: ImageLinks | None) -> Markup | None:
    if not avatar.startswith(("https://", "http://")):
        return templates.fragment("avatar/letter", letter=without_direction(avatar)) if avatar else None
    signed = images.sign(WorkspaceId(owner), avatar) if images else None
    return templates.fragment("avatar/picture", url=f"/assist/images/{signed}") if signed else None


handlers = [style]
