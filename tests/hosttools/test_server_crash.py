"""The whole server, killed in the middle of a run and started again: the run ends, once, and its host can tell."""

import subprocess
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest

from app.auth.keys import NewWorkspace, new_workspace
from app.contract.ids import Json
from app.main import open_workspaces
from app.settings import Settings
from tests.hosttools.host import PROPOSAL, REPLY, Host
from tests.hosttools.workshop import until
from tests.processes import first_line, program

KEY = "a key for this test that is long enough to be one"


@contextmanager
def server(folder: Path, host: Host, dies_at: str) -> Generator[tuple[str, "subprocess.Popen[str]"]]:
    ours = {
        "ASSIST_DATABASE_URL": f"sqlite+aiosqlite:///{folder / 'assist.sqlite3'}",
        "ASSIST_SECRET_KEY": KEY,
        "ASSIST_OUTBOUND_ALLOW": host.address,
    }
    with program("tests.hosttools.dying_server", dies_at, environment=ours) as process:
        yield first_line(process), process
        process.kill()


async def workspace(folder: Path) -> NewWorkspace:
    environ = {
        "ASSIST_DATABASE_URL": f"sqlite+aiosqlite:///{folder / 'assist.sqlite3'}",
        "ASSIST_SECRET_KEY": KEY,
    }
    async with open_workspaces(Settings.from_environ(environ)) as (workspaces, vault):
        made = new_workspace("Example", ["https://app.example.com"], vault)
        await workspaces.put(made.workspace)
        return made


@pytest.mark.parametrize(("point", "effect"), [("run.answered", PROPOSAL), ("reply.written", REPLY)])
async def test_a_run_outlives_the_server_that_began_it(tmp_path: Path, host: Host, point: str, effect: Json) -> None:
    host.answering = lambda _: (200, effect)
    key = (await workspace(tmp_path)).api_key.reveal()
    event: Json = {"binding_id": "advisor", "version": "1", "source_event_id": "e", "payload": {}}
    context: Json = {"organization_slug": "acme", "host_context": {}, "external_user_id": "ada"}
    tool: Json = {"name": "Advisor", "url": host.url, "input_schema": {}, "output_schema": {}, "status": "active"}
    async with httpx.AsyncClient(headers={"Authorization": f"Bearer {key}"}, timeout=20) as http:
        with server(tmp_path, host, point) as (url, process):
            await http.put(f"{url}/v1/host-tools/advisor/versions/1", json=tool)
            run = (await http.post(f"{url}/v1/events", json={**event, **context})).json()
            assert process.wait(20) == -9

        with server(tmp_path, host, "nowhere") as (url, _):

            async def look() -> Json:
                return (await http.get(f"{url}/v1/runs/{run['id']}")).json()

            ended = await until(look, lambda now: now["status"] not in {"queued", "running"}, seconds=30)
            proposals = (await http.get(f"{url}/v1/proposals")).json()["items"]

    assert (ended["status"], ended["effect"]) == ("completed", effect["effect"])
    assert [line["level"] for line in ended["trace"]].count("warning") == 1
    assert len(proposals) == (effect is PROPOSAL)
    assert len({seen.raw for seen in host.seen}) == 1
    assert len(host.seen) == (2 if point == "run.answered" else 1)
