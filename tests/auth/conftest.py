"""A workspace, the server that knows it, and a clock to turn."""

from datetime import UTC, datetime, timedelta

import pytest

from app.auth.keys import NewWorkspace, new_workspace
from app.auth.secrets import Vault
from app.auth.tokens import Tokens
from app.contract.ids import WorkspaceId
from app.contract.people import Workspace
from app.contract.secret import Secret


class Clock:
    def __init__(self) -> None:
        self.now = datetime(2026, 11, 30, 12, 0, tzinfo=UTC)

    def __call__(self) -> datetime:
        return self.now

    def pass_by(self, **span: int) -> None:
        self.now += timedelta(**span)


class ListedWorkspaces:
    """Workspaces in a dict; counts how often it was asked."""

    def __init__(self) -> None:
        self.rows: dict[WorkspaceId, Workspace] = {}
        self.asked = 0

    async def put(self, workspace: Workspace) -> None:
        self.rows[workspace.id] = workspace

    async def get(self, workspace: WorkspaceId) -> Workspace | None:
        self.asked += 1
        return self.rows.get(workspace)

    async def by_key(self, key_hash: str) -> Workspace | None:
        return next((row for row in self.rows.values() if row.key_hash == key_hash), None)

    async def all(self) -> list[Workspace]:
        return list(self.rows.values())


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def vault() -> Vault:
    return Vault([Secret("the server's key, long enough to be one")])


@pytest.fixture
def northwind(vault: Vault) -> NewWorkspace:
    return new_workspace("Northwind", ["https://shop.example"], vault)


@pytest.fixture
async def workspaces(northwind: NewWorkspace) -> ListedWorkspaces:
    listed = ListedWorkspaces()
    await listed.put(northwind.workspace)
    return listed


@pytest.fixture
def tokens(workspaces: ListedWorkspaces, vault: Vault, clock: Clock) -> Tokens:
    return Tokens(workspaces, vault, clock=clock)
