"""`/v1/integrations`: the remote tool servers of a workspace. A secret comes in here and never goes out again."""

from typing import Annotated

from litestar import Request, Response, delete, get, post
from litestar.di import NamedDependency
from litestar.params import FromPath, SkipValidation
from msgspec import Meta, Struct

from app.contract.ids import Json
from app.contract.people import Workspace
from app.contract.remote import Integration
from app.contract.secret import Secret
from app.web.bodies import read_json
from app.web.parts import Parts

Bearer = Annotated[str, Meta(min_length=1, max_length=4_096, pattern=r"^[\x21-\x7e]+\Z")]
ToolName = Annotated[str, Meta(min_length=1, max_length=128)]


class ConnectBody(Struct, frozen=True):
    """`allowed_tools`: the host's own names; none of them for all, absent for as before."""

    base_url: str
    secret: Bearer
    allowed_tools: Annotated[tuple[ToolName, ...], Meta(max_length=1_000)] | None = None

    def __repr__(self) -> str:
        return f"ConnectBody({self.base_url!r})"


class IntegrationLine(Struct, frozen=True):
    """Times are ISO 8601 in UTC."""

    provider: str
    base_url: str
    allowed_tools: tuple[str, ...]
    connected_at: str


class Listing(Struct, frozen=True):
    items: tuple[IntegrationLine, ...]


@post("/integrations/{provider:str}/connect")
async def connect(
    request: Request[Json, Workspace, Json],
    provider: FromPath[str],
    parts: NamedDependency[SkipValidation[Parts]],
    workspace: NamedDependency[SkipValidation[Workspace]],
) -> Response[IntegrationLine]:
    """201 for a new one, 200 for one that replaces another."""
    body = await read_json(request, ConnectBody)
    connected = await parts.connections.connect(
        workspace.id,
        provider,
        base_url=body.base_url,
        secret=Secret(body.secret),
        allowed_tools=body.allowed_tools,
    )
    return Response(_line(connected.integration), status_code=201 if connected.is_new else 200)


@get("/integrations")
async def index(
    parts: NamedDependency[SkipValidation[Parts]], workspace: NamedDependency[SkipValidation[Workspace]]
) -> Listing:
    """The first connected first."""
    return Listing(tuple(_line(each) for each in await parts.connections.of(workspace.id)))


@delete("/integrations/{provider:str}")
async def disconnect(
    provider: FromPath[str],
    parts: NamedDependency[SkipValidation[Parts]],
    workspace: NamedDependency[SkipValidation[Workspace]],
) -> None:
    """Its tools are lent no more, and what waits for a decision on one of them will not run."""
    await parts.connections.disconnect(workspace.id, provider)


def _line(found: Integration) -> IntegrationLine:
    return IntegrationLine(found.provider, found.base_url, found.allowed_tools, found.connected_at.isoformat())


handlers = [connect, index, disconnect]
