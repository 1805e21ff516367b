"""What a tab's panel offers to begin with: `/assist/tabs/{tab}/starters` and, behind a slash, `/commands`."""

from litestar import Response, get
from litestar.di import NamedDependency
from litestar.params import FromPath, SkipValidation

from app.contract.ids import Json
from app.contract.people import Principal
from app.web.answers import fragment
from app.web.parts import Parts
from app.web.suggestions import draw_commands, draw_starters
from app.web.tabs import tab_id


@get("/tabs/{tab:str}/starters")
async def starters(
    tab: FromPath[str],
    parts: NamedDependency[SkipValidation[Parts]],
    principal: NamedDependency[SkipValidation[Principal]],
) -> Response[Json]:
    """The page's own, then the workspace's."""
    facts = await parts.registry.open(principal.owner, tab_id(tab))
    workspace = await parts.workspaces.get(principal.owner.workspace)
    return fragment(draw_starters(parts.templates, facts, workspace.settings.starters if workspace else ()))


@get("/tabs/{tab:str}/commands")
async def commands(
    tab: FromPath[str],
    parts: NamedDependency[SkipValidation[Parts]],
    principal: NamedDependency[SkipValidation[Principal]],
) -> Response[Json]:
    """The tools the tab's page lends now."""
    return fragment(draw_commands(parts.templates, await parts.registry.open(principal.owner, tab_id(tab))))


handlers = [starters, commands]
