"""`assist workspace`: create, list, change, give a new key."""

import asyncio
import json
from typing import Annotated

import msgspec
from cyclopts import App, Parameter

from app.auth.keys import NewWorkspace, new_workspace
from app.cli.choices import Choices
from app.contract.ids import Json, WorkspaceId
from app.contract.people import Workspace
from app.errors import NotFound
from app.main import open_workspaces
from app.settings import Settings
from app.web.workspaces import changed_settings

app = App(name="workspace", help="Customers of the server: their keys, origins and secrets.")

AsJson = Annotated[bool, Parameter(name="--json", negative="")]


@app.command
def create(
    name: str,
    *,
    origin: Annotated[tuple[str, ...], Parameter(negative="")],
    instructions: str = "",
    as_json: AsJson = False,
) -> None:
    """
    Make a workspace. Its API key and its signing secret are printed once, and kept nowhere in the clear.

    Args:
        name: What it is called in lists.
        origin: An origin whose pages may show the panel, such as https://app.example.com. May be given several times.
        instructions: The workspace's own words for the model.
        as_json: Print JSON.
    """
    made = asyncio.run(_create(name, origin, instructions))
    told = {
        "workspace_id": made.workspace.id,
        "api_key": made.api_key.reveal(),
        "signing_secret": made.signing_secret.reveal(),
    }
    _print(told, as_json=as_json)


@app.command(name="list")
def show(*, as_json: AsJson = False) -> None:
    """
    List the workspaces.

    Args:
        as_json: Print JSON.
    """
    rows = asyncio.run(_list())
    if as_json:
        print(json.dumps(rows))
        return
    for row in rows:
        print(f"{row['workspace_id']}  {row['name']}  {' '.join(row['origins'])}")


@app.command(name="set")
def change(
    workspace_id: str,
    *,
    name: str | None = None,
    instructions: str | None = None,
    choices: Choices | None = None,
    as_json: AsJson = False,
) -> None:
    """
    Change what a workspace is called, how its panel looks and what it offers. Prints what it chose, then.

    Args:
        workspace_id: As `assist workspace list` shows it.
        name: What it is called in lists.
        instructions: The workspace's own words for the model.
        as_json: Print JSON.
    """
    changed = asyncio.run(_change(WorkspaceId(workspace_id), name, instructions, (choices or Choices()).settings()))
    settings = msgspec.to_builtins(changed.settings)
    told = {"workspace_id": changed.id, "name": changed.name, "instructions": changed.instructions}
    if as_json:
        print(json.dumps({**told, "settings": settings}))
        return
    _print(told, as_json=False)
    for setting, value in settings.items():
        print(f"{setting}: {json.dumps(value, ensure_ascii=False)}")


@app.command
def rotate_key(workspace_id: str, *, as_json: AsJson = False) -> None:
    """
    Give a workspace a new API key. The old one stops at once.

    Args:
        workspace_id: As `assist workspace list` shows it.
        as_json: Print JSON.
    """
    key = asyncio.run(_rotate_key(WorkspaceId(workspace_id)))
    _print({"workspace_id": workspace_id, "api_key": key}, as_json=as_json)


async def _create(name: str, origins: tuple[str, ...], instructions: str) -> NewWorkspace:
    async with open_workspaces(Settings.from_environment()) as (workspaces, vault):
        made = new_workspace(name, origins, vault, instructions=instructions)
        await workspaces.put(made.workspace)
        return made


async def _list() -> list[dict[str, str | list[str]]]:
    async with open_workspaces(Settings.from_environment()) as (workspaces, _vault):
        return [
            {"workspace_id": each.id, "name": each.name, "origins": list(each.origins)}
            for each in await workspaces.all()
        ]


async def _change(
    workspace_id: WorkspaceId, name: str | None, instructions: str | None, settings: dict[str, Json]
) -> Workspace:
    async with open_workspaces(Settings.from_environment()) as (workspaces, _vault):
        found = _known(await workspaces.get(workspace_id), workspace_id)
        changed = msgspec.structs.replace(
            found,
            name=found.name if name is None else name,
            instructions=found.instructions if instructions is None else instructions,
            settings=changed_settings(found.settings, settings),
        )
        await workspaces.put(changed)
        return changed


async def _rotate_key(workspace_id: WorkspaceId) -> str:
    async with open_workspaces(Settings.from_environment()) as (workspaces, vault):
        found = _known(await workspaces.get(workspace_id), workspace_id)
        fresh = new_workspace(found.name, found.origins, vault, workspace_id=found.id)
        await workspaces.put(msgspec.structs.replace(found, key_hash=fresh.workspace.key_hash))
        return fresh.api_key.reveal()


def _known(found: Workspace | None, workspace_id: WorkspaceId) -> Workspace:
    if found is None:
        raise NotFound(f"There is no workspace {workspace_id!r}; `assist workspace list` shows them.")
    return found


def _print(told: dict[str, str], *, as_json: bool) -> None:
    if as_json:
        print(json.dumps(told))
        return
    for name, value in told.items():
        print(f"{name}: {value}")
