"""The room on real parts: a SQLite file, the in-process bus, the real guarded client. Its retries don't dawdle."""

import asyncio
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

import msgspec
import sqlalchemy as sa

from app.auth.keys import NewWorkspace, new_workspace
from app.auth.secrets import Vault
from app.bus.memory import MemoryBus
from app.contract.hosttools import HostTool, Proposal, Run
from app.contract.ids import Json, WorkspaceId
from app.contract.secret import Secret
from app.conversations.log import Journal
from app.hosttools.bindings import Registration
from app.hosttools.checkpoints import Checkpoint, unwatched
from app.hosttools.events import Event
from app.hosttools.room import Pace, Room, Stores, furnish
from app.outbound.client import Outbound
from app.stores.conversations import DatabaseConversations
from app.stores.database import Database
from app.stores.host_tools import DatabaseHostTools
from app.stores.log import DatabaseLog
from app.stores.proposals import DatabaseDeliveries, DatabaseProposals
from app.stores.runs import DatabaseRuns
from app.stores.schema import deliveries, runs
from app.stores.workspaces import DatabaseWorkspaces
from app.tending import for_ever

WORKSPACE = WorkspaceId("ws_1")
KEY = "hk_the-host-knows-this-key"
SIGNING_SECRET = "a signing secret that is long enough for HS256"
QUICK = Pace(lease_seconds=10, sweep_seconds=0.02, waits=(0.02, 0.02, 0.02), delivery_waits=(0.02, 0.02))
EVENT: Json = {
    "binding_id": "event_advisor",
    "version": "1",
    "organization_slug": "tonetify-workspace",
    "host_context": {"organization_slug": "host-tenant"},
    "payload": {},
}
ANYTHING: dict[str, Json] = {"type": "object"}

_VAULT = Vault([Secret("a key for tests that is long enough to seal with")])


class Clock:
    """Time that a test moves."""

    def __init__(self) -> None:
        self.ahead = timedelta()

    def __call__(self) -> datetime:
        return datetime.now(UTC) + self.ahead


@dataclass(frozen=True)
class Workshop:
    """The room, and what it keeps things in."""

    room: Room
    database: Database
    stores: Stores
    journal: Journal
    bus: MemoryBus
    clock: Clock

    async def register(self, url: str, *, version: str = "1", **more: Json) -> HostTool:
        given = {"name": "event_advisor", "input_schema": ANYTHING, "output_schema": ANYTHING, "api_key": KEY}
        registration = msgspec.convert({**given, "url": url, **more}, Registration)
        tool, _ = await self.room.bindings.register(WORKSPACE, "event_advisor", version, registration)
        return tool

    async def post(self, source_event_id: str = "event-1", **more: Json) -> Run:
        given = {**EVENT, "external_user_id": "ada", "source_event_id": source_event_id}
        return await self.room.events.take(WORKSPACE, msgspec.convert({**given, **more}, Event))

    async def run(self, run: Run) -> Run:
        """The run as it stands now."""
        return await self.room.events.get(WORKSPACE, run.id)

    async def finished(self, run: Run) -> Run:
        """The run, once it is over."""
        return await until(lambda: self.run(run), lambda now: now.status in {"completed", "failed", "rejected"})

    async def ran(self, source_event_id: str = "event-1", **more: Json) -> Run:
        """An event's run, once it is over."""
        return await self.finished(await self.post(source_event_id, **more))

    async def proposals(self) -> list[Proposal]:
        return await self.stores.proposals.after(WORKSPACE, 0)

    async def idle(self) -> None:
        """Wait until nothing is queued any more, runs and deliveries both."""
        await until(lambda: self.database.read(_open_jobs), lambda jobs: jobs == 0)


async def until(look: Callable[[], Awaitable[Json]], seen: Callable[[Json], bool], *, seconds: float = 60) -> Json:
    """What `look` gives, once it is as wanted."""
    async with asyncio.timeout(seconds):
        while not seen(found := await look()):  # noqa: ASYNC110 -- watched from outside, as a host would
            await asyncio.sleep(0.01)
    return found


def made_workspace() -> NewWorkspace:
    return new_workspace(
        "Example", ["https://app.example.com"], _VAULT, workspace_id=WORKSPACE, signing_secret=Secret(SIGNING_SECRET)
    )


def equip(database: Database, allow: str, *, at: Checkpoint = unwatched, pace: Pace = QUICK) -> Workshop:
    """A workshop over a migrated database, nobody at work in it yet. allow: the host's address."""
    clock, bus = Clock(), MemoryBus()
    run_rows = DatabaseRuns(database, clock=clock)
    stores = Stores(
        tools=DatabaseHostTools(database),
        runs=run_rows,
        run_queue=run_rows,
        proposals=DatabaseProposals(database, clock=clock),
        deliveries=DatabaseDeliveries(database, clock=clock),
        workspaces=DatabaseWorkspaces(database),
        conversations=DatabaseConversations(database),
    )
    journal = Journal(DatabaseLog(database), bus)
    room = furnish(stores, journal, bus, _VAULT, Outbound({allow}), clock=clock, at=at, pace=pace)
    return Workshop(room, database, stores, journal, bus, clock)


@asynccontextmanager
async def working(workshop: Workshop) -> AsyncGenerator[Workshop]:
    """The same, with its crews at work until the block is left."""
    async with for_ever(workshop.room.runs.sweep, workshop.room.deliveries.sweep):
        yield workshop
        await workshop.room.close()


def _open_jobs(connection: sa.Connection) -> int:
    """Jobs that are due, will be due, or are somebody's."""
    counts = [
        sa.select(sa.func.count()).select_from(table).where(table.c.due_at.is_not(None)).scalar_subquery()
        for table in (runs, deliveries)
    ]
    return connection.execute(sa.select(counts[0] + counts[1])).scalar_one()
