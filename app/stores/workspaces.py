"""Workspaces: the customers of this server."""

import sqlalchemy as sa
from msgspec import json

from app.contract.ids import WorkspaceId
from app.contract.people import Workspace
from app.contract.workspace_settings import WorkspaceSettings
from app.stores.database import Database
from app.stores.schema import workspaces
from app.stores.upsert import replacing

_row = workspaces.c
_whole = sa.select(
    _row.id, _row.name, _row.key_hash, _row.sealed_secret, _row.origins, _row.instructions, _row.settings
)
_one = _whole.where(_row.id == sa.bindparam("workspace"))
_keyed = _whole.where(_row.key_hash == sa.bindparam("key"))
_all = _whole.order_by(_row.id)
_changed = replacing(workspaces, ["name", "key_hash", "sealed_secret", "origins", "instructions", "settings"])
_origins = json.Decoder(tuple[str, ...])
_settings = json.Decoder(WorkspaceSettings)


class DatabaseWorkspaces:
    """See `app.ports.Workspaces`."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def put(self, workspace: Workspace) -> None:
        await self._database.write(lambda connection: _put(connection, workspace))

    async def get(self, workspace: WorkspaceId) -> Workspace | None:
        return await self._first(_one, {"workspace": workspace})

    async def by_key(self, key_hash: str) -> Workspace | None:
        return await self._first(_keyed, {"key": key_hash})

    async def all(self) -> list[Workspace]:
        rows = await self._database.read(lambda connection: connection.execute(_all).all())
        return [_workspace(*row) for row in rows]

    async def _first(self, which: sa.Executable, asked: dict[str, str]) -> Workspace | None:
        row = await self._database.read(lambda connection: connection.execute(which, asked).first())
        return None if row is None else _workspace(*row)


def _put(connection: sa.Connection, workspace: Workspace) -> None:
    row = {
        "id": workspace.id,
        "name": workspace.name,
        "key_hash": workspace.key_hash,
        "sealed_secret": workspace.sealed_secret,
        "origins": json.encode(workspace.origins).decode(),
        "instructions": workspace.instructions,
        "settings": json.encode(workspace.settings).decode(),
    }
    _changed.run(connection, row)


def _workspace(
    workspace: WorkspaceId, name: str, key_hash: str, sealed_secret: str, origins: str, instructions: str, settings: str
) -> Workspace:
    decoded = _settings.decode(settings)
    return Workspace(workspace, name, key_hash, sealed_secret, _origins.decode(origins), instructions, decoded)
