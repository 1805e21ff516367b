"""`/assist/tabs/{tab}`: pages announce themselves, and one may look at what the model would read of them."""

import re

from litestar import Request, Response, delete, get, put
from litestar.di import NamedDependency
from litestar.params import FromPath, FromQuery, SkipValidation
from msgspec import Struct

from app.contract.ids import DocumentId, Json, TabId
from app.contract.page import Fault
from app.contract.people import Principal
from app.errors import Unacceptable
from app.pages.announcement import read
from app.pages.body import SIZE_BYTES
from app.turns.context import TabContext
from app.web.bodies import raw_json
from app.web.parts import Parts

_TAB = re.compile(r"[A-Za-z0-9_-]{1,64}")


class Faults(Struct, frozen=True):
    """Entries of an announcement that were dropped; the rest was kept."""

    errors: tuple[Fault, ...]


def tab_id(tab: str) -> TabId:
    """A tab's id as the page script makes them. Raises `Unacceptable`."""
    if not _TAB.fullmatch(tab):
        raise Unacceptable(f"{tab[:64]!r} is no tab id: it takes 1 to 64 letters, digits, - and _.")
    return TabId(tab)


@put("/tabs/{tab:str}/page", status_code=200, request_max_body_size=SIZE_BYTES)
async def announce(
    request: Request[Json, Principal, Json],
    tab: FromPath[str],
    parts: NamedDependency[SkipValidation[Parts]],
    principal: NamedDependency[SkipValidation[Principal]],
) -> Response[Faults | None]:
    """204 when all of it was kept, else what was not."""
    mine = tab_id(tab)
    announced = read(await raw_json(request))
    await parts.registry.announce(principal.owner, mine, announced.facts)
    if announced.faults:
        return Response(Faults(announced.faults))
    return Response(None, status_code=204)


@delete("/tabs/{tab:str}/page")
async def leave(
    tab: FromPath[str],
    document: FromQuery[str],
    parts: NamedDependency[SkipValidation[Parts]],
    principal: NamedDependency[SkipValidation[Principal]],
) -> None:
    """That document left the tab. Another one's farewell changes nothing."""
    await parts.registry.leave(principal.owner, tab_id(tab), DocumentId(document))


@get("/tabs/{tab:str}/context")
async def read_context(
    tab: FromPath[str],
    parts: NamedDependency[SkipValidation[Parts]],
    principal: NamedDependency[SkipValidation[Principal]],
) -> TabContext:
    """Exactly what the next model request from this tab would carry, beside its messages."""
    return await parts.contexts.of(principal, tab_id(tab))


handlers = [announce, leave, read_context]
