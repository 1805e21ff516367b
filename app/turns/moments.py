"""What stands beside a message at the moment it is sent: the page's note and the workspace's own words."""

from msgspec import Struct

from app.contract.ids import TabId
from app.contract.people import Owner
from app.pages.note import note
from app.pages.registry import Registry
from app.ports import Workspaces


class Moment(Struct, frozen=True):
    note: str
    instructions: str


class Moments:
    """Looks moments up."""

    def __init__(self, registry: Registry, workspaces: Workspaces) -> None:
        self._registry = registry
        self._workspaces = workspaces

    async def of(self, owner: Owner, tab: TabId) -> Moment:
        workspace = await self._workspaces.get(owner.workspace)
        return Moment(note(await self._registry.open(owner, tab)), workspace.instructions if workspace else "")
