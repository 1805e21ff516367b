"""Bindings: the versions of host tools, each with the schemas it was registered with."""

import hashlib

import sqlalchemy as sa
from msgspec import json

from app.contract.hosttools import HostTool
from app.contract.ids import BindingId, WorkspaceId
from app.errors import Conflict
from app.stores.database import Database
from app.stores.schema import host_tools
from app.stores.upsert import first_kept

_row = host_tools.c
_decoder = json.Decoder(HostTool)
_first = first_kept(host_tools)
_in_order = json.Encoder(order="deterministic")
_KEY = (_row.workspace, _row.binding, _row.version)


class DatabaseHostTools:
    """See `app.ports.HostTools`."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def put(self, tool: HostTool) -> bool:
        return await self._database.write(lambda connection: _put(connection, tool))

    async def get(self, workspace: WorkspaceId, binding: BindingId, version: str) -> HostTool | None:
        asked = sa.select(_row.record).where(
            _row.workspace == workspace, _row.binding == binding, _row.version == version
        )
        record = await self._database.read(lambda connection: connection.execute(asked).scalar())
        return None if record is None else _decoder.decode(record)

    async def of(self, workspace: WorkspaceId, binding: BindingId | None = None) -> list[HostTool]:
        asked = sa.select(_row.record).where(_row.workspace == workspace).order_by(_row.binding, _row.version)
        if binding is not None:
            asked = asked.where(_row.binding == binding)
        records = await self._database.read(lambda connection: connection.execute(asked).scalars().all())
        return [_decoder.decode(record) for record in records]


def _put(connection: sa.Connection, tool: HostTool) -> bool:
    row = {
        "workspace": tool.workspace,
        "binding": tool.binding,
        "version": tool.version,
        "schemas": _digest(tool),
        "record": json.encode(tool).decode(),
    }
    if _first.run(connection, row).rowcount:
        return True
    is_this = sa.and_(*(column == row[column.name] for column in _KEY))
    replacing = host_tools.update().where(is_this, _row.schemas == row["schemas"]).values(record=row["record"])
    if not connection.execute(replacing).rowcount:
        raise Conflict(
            f"Version {tool.version!r} of {tool.binding!r} is pinned to other schemas; these need a new version."
        )
    return False


def _digest(tool: HostTool) -> str:
    return hashlib.sha256(_in_order.encode([tool.input_schema, tool.output_schema])).hexdigest()
