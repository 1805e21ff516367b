"""Integrations: the remote tool servers of a workspace."""

from datetime import datetime

import sqlalchemy as sa
from msgspec import json

from app.contract.ids import WorkspaceId
from app.contract.remote import Integration, ProviderId
from app.stores.database import Database
from app.stores.schema import integrations
from app.stores.upsert import replacing

_row = integrations.c
_whole = sa.select(
    _row.workspace, _row.provider, _row.base_url, _row.sealed_secret, _row.allowed_tools, _row.connected_at
)
_of = _whole.where(_row.workspace == sa.bindparam("workspace")).order_by(_row.connected_at, _row.provider)
_one = _whole.where(_row.workspace == sa.bindparam("workspace"), _row.provider == sa.bindparam("provider"))
_connected = replacing(integrations, ["base_url", "sealed_secret", "allowed_tools"])
_names = json.Decoder(tuple[str, ...])


class DatabaseIntegrations:
    """See `app.ports.Integrations`."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def put(self, integration: Integration) -> None:
        await self._database.write(lambda connection: _put(connection, integration))

    async def get(self, workspace: WorkspaceId, provider: ProviderId) -> Integration | None:
        asked = {"workspace": workspace, "provider": provider}
        row = await self._database.read(lambda connection: connection.execute(_one, asked).first())
        return None if row is None else _integration(*row)

    async def of(self, workspace: WorkspaceId) -> list[Integration]:
        asked = {"workspace": workspace}
        rows = await self._database.read(lambda connection: connection.execute(_of, asked).all())
        return [_integration(*row) for row in rows]

    async def delete(self, workspace: WorkspaceId, provider: ProviderId) -> bool:
        leaving = integrations.delete().where(_row.workspace == workspace, _row.provider == provider)
        return bool(await self._database.write(lambda connection: connection.execute(leaving).rowcount))


def _put(connection: sa.Connection, integration: Integration) -> None:
    row = {
        "workspace": integration.workspace,
        "provider": integration.provider,
        "base_url": integration.base_url,
        "sealed_secret": integration.sealed_secret,
        "allowed_tools": json.encode(integration.allowed_tools).decode(),
        "connected_at": integration.connected_at,
    }
    _connected.run(connection, row)


def _integration(
    workspace: WorkspaceId,
    provider: ProviderId,
    base_url: str,
    sealed_secret: str,
    allowed_tools: str,
    connected_at: datetime,
) -> Integration:
    return Integration(workspace, provider, base_url, sealed_secret, _names.decode(allowed_tools), connected_at)
