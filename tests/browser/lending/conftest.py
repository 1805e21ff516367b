"""The real server and the real panel beside host pages that lend all a page can; each test is another workspace."""

import secrets
from collections.abc import Generator
from threading import Thread

import pytest
import pytest_asyncio
from playwright.async_api import Page

from app.auth.keys import NewWorkspace, new_workspace
from app.contract.ids import Json, UserId
from app.main import open_workspaces
from app.testing.running import Running, running_beside
from tests.browser.lending.desk import Desk, Host

_TOOLS = {
    "acts": "echo answer refuse data live look failing",
    "plain": "save pay fail",
    "scripted": "count explode publish forget shout refuse_all",
    "every page": "go_to_page",
    "changing": "open_dialog place leave press_me customer note",
    "crowded": "ship note",
    "react": "text story amount day tint volume gift size speed tags status code late stars",
}
"""By page, what the model can be told to call there."""


def _steps(*calls: str) -> list[Json]:
    return [{"calls": [{"call": call, "raw": "{}", "anyway": True}]} for call in calls]


def _called(tool: str) -> Json:
    """`tool {"its": "arguments"}`: the model calls it so, lent or not."""
    call = {"call": tool, "raw": "{given}", "anyway": True}
    name = f"call-{tool.replace('_', '-')}"
    return {"name": name, "says": f"^{tool} (?P<given>.+)$", "steps": [{"calls": [call]}, {"text": "So it is."}]}


SCRIPTS: list[Json] = [
    {
        "name": "both-at-once",
        "says": "^forget twice",
        "steps": [
            {"calls": [{"call": "forget", "raw": "{}"}, {"call": "forget", "raw": "{}"}]},
            {"text": "So it is."},
        ],
    },
    {
        "name": "order-in-the-dialog",
        "says": "^an order for (?P<who>.+)",
        "steps": [
            *_steps("open_dialog"),
            {"calls": [{"call": "customer", "with": {"value": "{who}"}}]},
            *_steps("place", "place"),
            {"text": "So it is."},
        ],
    },
    {
        "name": "say-the-note",
        "says": "^what does the note say",
        "steps": [{"find": {"now": 'note: Note, now "([^"]*)"'}, "text": "The note says {now}."}],
    },
    *(_called(tool) for tool in sorted({tool for tools in _TOOLS.values() for tool in tools.split()})),
]


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Generator[Running]:
    with running_beside(tmp_path_factory.mktemp("server"), SCRIPTS) as running:
        yield running


@pytest.fixture
def host(server: Running) -> Generator[Host]:
    host = Host(server)
    thread = Thread(target=host.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)
    thread.start()
    yield host
    host.shutdown()
    host.server_close()
    thread.join()


@pytest_asyncio.fixture(loop_scope="session")
async def workspace(server: Running, host: Host) -> NewWorkspace:
    async with open_workspaces(server.parts.settings) as (workspaces, vault):
        made = new_workspace("Host", (host.host,), vault)
        await workspaces.put(made.workspace)
    host.workspace = made.workspace.id
    host.token = server.parts.tokens.sign(made.workspace, UserId(f"alice-{secrets.token_hex(4)}"))
    return made


@pytest_asyncio.fixture(loop_scope="session")
async def desk(page: Page, host: Host, workspace: NewWorkspace) -> Desk:
    return Desk(page, host, workspace.api_key.reveal())
