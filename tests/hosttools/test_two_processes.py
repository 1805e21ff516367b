"""The whole story on PostgreSQL and Redis, over processes that share nothing else: told once, whoever does what."""

import asyncio
import subprocess
from collections import Counter
from collections.abc import AsyncGenerator, Generator
from contextlib import asynccontextmanager, contextmanager
from uuid import uuid4

import httpx
import pytest
import sqlalchemy as sa

from app.auth.keys import new_workspace
from app.contract.ids import Json
from app.main import open_workspaces
from app.settings import Settings
from app.stores.database import open_database
from app.stores.schema import metadata
from app.testing.people import Stream
from tests.hosttools.host import PROPOSAL, Host
from tests.hosttools.workshop import until
from tests.processes import first_line, program

SECRET = "a key for this test that is long enough to be one"
EVENTS = [f"event-{number}" for number in range(5)]
CONTEXT: Json = {"organization_slug": "acme", "host_context": {}, "external_user_id": "ada", "payload": {}}


class Servers:
    """Processes of the real server over one PostgreSQL and one Redis."""

    def __init__(self, postgres_url: str, redis_url: str, host: Host) -> None:
        self.environ = {
            "ASSIST_DATABASE_URL": postgres_url,
            "ASSIST_REDIS_URL": redis_url,
            "ASSIST_SECRET_KEY": SECRET,
            "ASSIST_OUTBOUND_ALLOW": host.address,
        }

    async def workspace(self) -> str:
        """A new one's API key."""
        async with open_workspaces(Settings.from_environ(self.environ)) as (workspaces, vault):
            made = new_workspace(f"Example {uuid4()}", ["https://app.example.com"], vault)
            await workspaces.put(made.workspace)
            return made.api_key.reveal()

    @contextmanager
    def server(self, dies_at: str = "nowhere") -> Generator[tuple[str, "subprocess.Popen[str]"]]:
        with program("tests.hosttools.dying_server", dies_at, environment=self.environ) as process:
            yield first_line(process), process
            process.kill()


@asynccontextmanager
async def client(url: str, token: str) -> AsyncGenerator[httpx.AsyncClient]:
    headers = {"Authorization": f"Bearer {token}", "Accept": "application/json"}
    async with httpx.AsyncClient(base_url=url, headers=headers, timeout=30) as http:
        yield http


@asynccontextmanager
async def inbox(ada: httpx.AsyncClient) -> AsyncGenerator[Stream]:
    headers = {"Accept": "text/event-stream"}
    async with ada.stream("GET", "/assist/stream?tab=t_a-tab-of-hers", headers=headers) as response:
        stream = Stream(response)
        reading = asyncio.create_task(stream.read())
        yield await stream.until(lambda s: s.of("ping"))
        reading.cancel()


async def runs(api: httpx.AsyncClient, events: list[httpx.Response]) -> list[Json]:
    """Each, once it is over."""

    async def look() -> list[Json]:
        return [(await api.get(f"/v1/runs/{event.json()['id']}")).json() for event in events]

    return await until(look, lambda now: all(run["status"] == "completed" for run in now), seconds=60)


def event(name: str) -> Json:
    return {"binding_id": "advisor", "version": "1", "source_event_id": name, **CONTEXT}


async def register(api: httpx.AsyncClient, host: Host) -> None:
    tool: Json = {"name": "Advisor", "url": host.url, "input_schema": {}, "output_schema": {}, "status": "active"}
    made = await api.put(
        "/v1/host-tools/advisor/versions/1", json={**tool, "decision_url": f"http://{host.address}/decisions"}
    )
    made.raise_for_status()


@pytest.fixture
async def servers(postgres_url: str, redis_url: str, host: Host) -> AsyncGenerator[Servers]:
    host.answering = lambda seen: (200, PROPOSAL) if seen.path == "/events" else (204, b"")
    yield Servers(postgres_url, redis_url, host)
    database = open_database(postgres_url)
    tables = ", ".join(table.name for table in metadata.sorted_tables)
    await database.write(lambda connection: connection.execute(sa.text(f"TRUNCATE {tables}")))
    await database.close()


async def test_one_of_each_comes_of_what_two_processes_are_told_at_once(servers: Servers, host: Host) -> None:
    key = await servers.workspace()
    with servers.server() as (first_url, _), servers.server() as (second_url, _):
        async with client(first_url, key) as first, client(second_url, key) as second:
            await register(first, host)
            token = (await first.post("/v1/embed-tokens", json={"externalUserId": "ada"})).json()["token"]
            async with client(second_url, token) as ada, inbox(ada) as stream:
                posted = await asyncio.gather(
                    *(api.post("/v1/events", json=event("e")) for api in [first, second] * 25)
                )
                await stream.until(lambda s: 'data-state="open"' in s.html)
                [proposal] = (await second.get("/v1/proposals")).json()["items"]

                path = f"proposals/{proposal['id']}/decision"
                decided = await asyncio.gather(
                    *(first.post(f"/v1/{path}", json={"accepted": True}) for _ in range(5)),
                    *(ada.post(f"/assist/{path}", json={"accepted": False}) for _ in range(5)),
                )
                taken = "accepted" if any(answer.status_code == 200 for answer in decided[:5]) else "dismissed"
                await stream.until(lambda s: f'data-state="{taken}"' in s.html)
                [told] = await until(lambda: asyncio.sleep(0, host.of("/decisions")), bool)
                settled = await first.post(f"/v1/proposals/{proposal['id']}/outcome", json={"outcome": "applied"})
                if taken == "accepted":
                    await stream.until(lambda s: 'data-state="applied"' in s.html)

    assert {answer.status_code for answer in posted} == {202}
    assert len({answer.json()["id"] for answer in posted}) == 1
    assert len(host.of("/events")) == 1
    assert Counter(answer.status_code for answer in decided) == {200: 1, 409: 9}
    assert told.body["decision"] == taken
    assert settled.status_code == (200 if taken == "accepted" else 409)


async def test_what_a_killed_process_leaves_another_finishes_once(servers: Servers, host: Host) -> None:
    key = await servers.workspace()
    with servers.server("run.answered") as (dying_url, process):
        async with client(dying_url, key) as api:
            await register(api, host)
            posted = [await api.post("/v1/events", json=event(EVENTS[0]))]
            assert process.wait(30) == -9

    with servers.server() as (url, _):
        async with client(url, key) as api:
            posted += await asyncio.gather(*(api.post("/v1/events", json=event(name)) for name in EVENTS))
            ended = await runs(api, posted)
            proposals = (await api.get("/v1/proposals")).json()["items"]

    assert len({run["id"] for run in ended}) == len(EVENTS)
    assert sorted(each["run_id"] for each in proposals) == sorted({run["id"] for run in ended})
    asked = Counter(seen.body["idempotency_key"] for seen in host.of("/events"))
    assert asked == {f"host:advisor:{name}": 2 if name == EVENTS[0] else 1 for name in EVENTS}
    assert [line["level"] for line in ended[0]["trace"]].count("warning") == 1
