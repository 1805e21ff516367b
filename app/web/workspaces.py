"""`/v1/workspace`: what the key's own workspace is called, who may frame its panel, and what it chose for it."""

from typing import Annotated

import msgspec
from litestar import Request, get, patch
from litestar.di import NamedDependency
from litestar.params import SkipValidation
from msgspec import Meta, Struct

from app.contract.ids import Json
from app.contract.people import Workspace
from app.contract.workspace_settings import WorkspaceSettings
from app.errors import Unacceptable
from app.web.bodies import read_json
from app.web.parts import Parts


class WorkspaceLine(Struct, frozen=True):
    """Origins are changed on the command line only: they say whom to trust."""

    id: str
    name: str
    origins: tuple[str, ...]
    instructions: str
    settings: WorkspaceSettings


class ChangeBody(Struct, frozen=True, forbid_unknown_fields=True):
    """What is absent stays as it is; so does each setting, and each part of the look, that is absent."""

    name: Annotated[str, Meta(min_length=1, max_length=200)] | None = None
    instructions: Annotated[str, Meta(max_length=20_000)] | None = None
    settings: dict[str, Json] = {}


@get("/workspace")
async def show(workspace: NamedDependency[SkipValidation[Workspace]]) -> WorkspaceLine:
    return _line(workspace)


@patch("/workspace")
async def change(
    request: Request[Json, Workspace, Json],
    parts: NamedDependency[SkipValidation[Parts]],
    workspace: NamedDependency[SkipValidation[Workspace]],
) -> WorkspaceLine:
    """All of it or, with a sentence that says what is wrong where, nothing."""
    body = await read_json(request, ChangeBody)
    changed = msgspec.structs.replace(
        workspace,
        name=workspace.name if body.name is None else body.name,
        instructions=workspace.instructions if body.instructions is None else body.instructions,
        settings=changed_settings(workspace.settings, body.settings),
    )
    await parts.workspaces.put(changed)
    return _line(changed)


def changed_settings(settings: WorkspaceSettings, given: dict[str, Json]) -> WorkspaceSettings:
    """What is given instead of what was, the rest as it was. Raises `Unacceptable`."""
    chosen = {**msgspec.to_builtins(settings), **given}
    if isinstance(look := given.get("look"), dict):
        chosen["look"] = {**msgspec.to_builtins(settings.look), **look}
    try:
        return msgspec.convert(chosen, WorkspaceSettings)
    except msgspec.ValidationError as fault:
        raise Unacceptable(f"{fault}.".replace("`$", "`$.settings")) from None


def _line(found: Workspace) -> WorkspaceLine:
    return WorkspaceLine(found.id, found.name, found.origins, found.instructions, found.settings)


handlers = [show, change]
