"""`/v1/host-tools`: a workspace's bindings and their versions."""

from litestar import Request, Response, get, put
from litestar.di import NamedDependency
from litestar.params import FromPath, SkipValidation
from msgspec import Struct

from app.contract.hosttools import HostTool, ToolStatus
from app.contract.ids import BindingId, Json
from app.contract.people import Workspace
from app.hosttools.bindings import Registration
from app.web.bodies import read_json
from app.web.parts import Parts


class HostToolLine(Struct, frozen=True):
    """A version as it is told; its key never is, only whether it has one."""

    binding_id: BindingId
    version: str
    name: str
    url: str
    status: ToolStatus
    has_api_key: bool
    decision_url: str | None
    input_schema: dict[str, Json]
    output_schema: dict[str, Json]


class HostToolList(Struct, frozen=True):
    items: tuple[HostToolLine, ...]


@put("/host-tools/{binding:str}/versions/{version:str}")
async def register(
    request: Request[Json, Workspace, Json],
    binding: FromPath[str],
    version: FromPath[str],
    parts: NamedDependency[SkipValidation[Parts]],
    workspace: NamedDependency[SkipValidation[Workspace]],
) -> Response[HostToolLine]:
    """201 for a new version, 200 where it replaces all but the schemas of one."""
    body = await read_json(request, Registration)
    tool, is_new = await parts.host_tools.bindings.register(workspace.id, binding, version, body)
    return Response(_line(tool), status_code=201 if is_new else 200)


@get("/host-tools")
async def index(
    parts: NamedDependency[SkipValidation[Parts]], workspace: NamedDependency[SkipValidation[Workspace]]
) -> HostToolList:
    """By binding and version."""
    return HostToolList(tuple(_line(tool) for tool in await parts.host_tools.bindings.of(workspace.id)))


def _line(tool: HostTool) -> HostToolLine:
    return HostToolLine(
        binding_id=tool.binding,
        version=tool.version,
        name=tool.name,
        url=tool.url,
        status=tool.status,
        has_api_key=tool.sealed_key is not None,
        decision_url=tool.decision_url,
        input_schema=tool.input_schema,
        output_schema=tool.output_schema,
    )


handlers = [register, index]
