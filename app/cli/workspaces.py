"""`assist workspace`: create, list, give a new key."""

import asyncio
import json
from typing import Annotated

import msgspec
from cyclopts import App, Parameter

from app.auth.keys import NewWorkspace, new_workspace
from app.contract.ids import WorkspaceId
from app.errors import NotFound
from app.main import open_workspaces
from app.settings import Settings

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


async def _rotate_key(workspace_id: WorkspaceId) -> str:
    async with open_workspaces(Settings.from_environment()) as (workspaces, vault):
        found = await workspaces.get(workspace_id)
        if found is None:
            raise NotFound(f"There is no workspace {workspace_id!r}; `assist workspace list` shows them.")
        fresh = new_workspace(found.name, found.origins, vault, workspace_id=found.id)
        await workspaces.put(msgspec.structs.replace(found, key_hash=fresh.workspace.key_hash))
        return fresh.api_key.reveal()


def _print(told: dict[str, str], *, as_json: bool) -> None:
    if as_json:
        print(json.dumps(told))
        return
    for name, value in told.items():
        print(f"{name}: {value}")
