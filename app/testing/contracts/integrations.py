"""Integrations: a workspace's own, in the order they were connected."""

from datetime import timedelta

from msgspec.structs import replace

from app.contract.ids import WorkspaceId
from app.contract.remote import Integration, ProviderId
from app.ports import Integrations
from app.testing.contracts.examples import NOON

_MINE = WorkspaceId("ws_1")
_SHOP = Integration(_MINE, ProviderId("shop"), "https://shop.example/tools", "sealed", ("find", "buy"), NOON)
_DESK = replace(_SHOP, provider=ProviderId("desk"), allowed_tools=(), connected_at=NOON + timedelta(seconds=1))


class IntegrationsContract:
    """Give it a fixture `integrations`, empty."""

    async def test_the_first_connected_comes_first(self, integrations: Integrations) -> None:
        await integrations.put(_DESK)
        await integrations.put(_SHOP)

        assert [_SHOP, _DESK] == await integrations.of(_MINE)
        assert _DESK == await integrations.get(_MINE, _DESK.provider)

    async def test_replacing_one_keeps_its_place(self, integrations: Integrations) -> None:
        await integrations.put(_SHOP)
        await integrations.put(_DESK)
        changed = replace(_SHOP, base_url="https://other.example", allowed_tools=())

        await integrations.put(replace(changed, connected_at=NOON + timedelta(days=1)))

        assert [changed, _DESK] == await integrations.of(_MINE)

    async def test_a_workspace_sees_only_its_own(self, integrations: Integrations) -> None:
        theirs = replace(_SHOP, workspace=WorkspaceId("ws_2"), base_url="https://theirs.example")
        await integrations.put(_SHOP)
        await integrations.put(theirs)

        assert [_SHOP] == await integrations.of(_MINE)
        assert theirs == await integrations.get(theirs.workspace, _SHOP.provider)

    async def test_what_is_disconnected_is_gone(self, integrations: Integrations) -> None:
        await integrations.put(_SHOP)

        assert await integrations.delete(_MINE, _SHOP.provider)

        assert await integrations.get(_MINE, _SHOP.provider) is None
        assert not await integrations.delete(_MINE, _SHOP.provider)
