"""Workspaces: found by id and by the hash of their key."""

from msgspec.structs import replace

from app.contract.ids import WorkspaceId
from app.contract.people import Workspace
from app.contract.workspace_settings import Look, WorkspaceSettings
from app.ports import Workspaces

_NORTHWIND = Workspace(
    WorkspaceId("ws_1"), "Northwind", "hash-1", "sealed", ("https://a.example", "http://127.0.0.1:8000"), "Be brief."
)
_OTHER = replace(_NORTHWIND, id=WorkspaceId("ws_2"), key_hash="hash-2", origins=())


class WorkspacesContract:
    """Give it a fixture `workspaces`, empty."""

    async def test_a_workspace_is_found_by_its_id_and_by_its_keys_hash(self, workspaces: Workspaces) -> None:
        await workspaces.put(_NORTHWIND)
        await workspaces.put(_OTHER)

        assert _NORTHWIND == await workspaces.get(_NORTHWIND.id)
        assert _OTHER == await workspaces.by_key("hash-2")
        assert [_NORTHWIND, _OTHER] == await workspaces.all()

    async def test_what_is_not_there_is_none(self, workspaces: Workspaces) -> None:
        assert await workspaces.get(_NORTHWIND.id) is None
        assert await workspaces.by_key("hash-1") is None
        assert await workspaces.all() == []

    async def test_putting_it_again_replaces_all_of_it(self, workspaces: Workspaces) -> None:
        settings = WorkspaceSettings(
            Look(accent="#4a6b3c", density="compact"), starters=("What needs shipping?",), pointing=True
        )
        renamed = Workspace(
            _NORTHWIND.id, "Southwind", "hash-3", "resealed", ("https://b.example",), "Be long.", settings
        )
        await workspaces.put(_NORTHWIND)

        await workspaces.put(renamed)

        assert [renamed] == await workspaces.all()
        assert await workspaces.by_key("hash-1") is None
