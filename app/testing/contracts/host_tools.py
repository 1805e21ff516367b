"""Host tools: versions whose schemas never change."""

import pytest
from msgspec.structs import replace

from app.contract.hosttools import HostTool
from app.contract.ids import BindingId, WorkspaceId
from app.errors import Conflict
from app.ports import HostTools

_MINE = WorkspaceId("ws_1")
_ASKS = {"type": "object", "required": ["order"]}
_ONE = HostTool(_MINE, BindingId("advisor"), "1", "Advisor", "https://host.example/", "active", _ASKS, {}, "sealed")


class HostToolsContract:
    """Give it a fixture `host_tools`, empty."""

    async def test_a_version_is_new_once(self, host_tools: HostTools) -> None:
        assert await host_tools.put(_ONE)
        assert not await host_tools.put(_ONE)

        assert _ONE == await host_tools.get(_MINE, _ONE.binding, "1")
        assert await host_tools.get(_MINE, _ONE.binding, "2") is None

    async def test_all_but_its_schemas_may_change(self, host_tools: HostTools) -> None:
        await host_tools.put(_ONE)
        changed = replace(_ONE, name="Other", url="https://other.example/", status="sunset", sealed_key=None)
        reordered = replace(changed, input_schema={"required": ["order"], "type": "object"})

        assert not await host_tools.put(reordered)

        assert [changed] == await host_tools.of(_MINE)

    async def test_other_schemas_conflict_and_change_nothing(self, host_tools: HostTools) -> None:
        await host_tools.put(_ONE)

        for other in (replace(_ONE, input_schema={}), replace(_ONE, output_schema={"type": "object"})):
            with pytest.raises(Conflict):
                await host_tools.put(other)

        assert [_ONE] == await host_tools.of(_MINE)

    async def test_versions_come_by_binding_and_version_and_only_a_workspaces_own(self, host_tools: HostTools) -> None:
        other = replace(_ONE, binding=BindingId("watch"))
        for tool in (other, replace(_ONE, version="2"), _ONE, replace(_ONE, workspace=WorkspaceId("ws_2"))):
            await host_tools.put(tool)

        assert [_ONE, replace(_ONE, version="2"), other] == await host_tools.of(_MINE)
        assert [other] == await host_tools.of(_MINE, other.binding)
        assert await host_tools.of(_MINE, BindingId("none")) == []
