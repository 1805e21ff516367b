"""All parts of the room, joined: what the routes ask, and the crews that do the work behind them."""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from datetime import datetime

from app.auth.secrets import Vault
from app.contract.hosttools import Claim, Delivery, Job, Run
from app.conversations.log import Journal
from app.hosttools.bindings import Bindings
from app.hosttools.checkpoints import Checkpoint, unwatched
from app.hosttools.consequences import Consequences
from app.hosttools.crew import LEASE_SECONDS, SWEEP_SECONDS, Crew
from app.hosttools.deliveries import WAITS as DELIVERY_WAITS
from app.hosttools.deliveries import Courier
from app.hosttools.events import Events
from app.hosttools.inbox import InboxBell
from app.hosttools.proposals import Decisions
from app.hosttools.replies import Replies
from app.hosttools.runs import WAITS, Runner
from app.outbound.client import Outbound
from app.ports import Bus, Conversations, HostTools, Proposals, Queue, Runs, Workspaces


@dataclass(frozen=True, kw_only=True)
class Stores:
    """What the room keeps things in."""

    tools: HostTools
    runs: Runs
    run_queue: Queue[Run]
    proposals: Proposals
    deliveries: Queue[Delivery]
    workspaces: Workspaces
    conversations: Conversations


@dataclass(frozen=True)
class Pace:
    """How long a lease holds, how often is looked, and how long is waited before each retry. In seconds."""

    lease_seconds: float = LEASE_SECONDS
    sweep_seconds: float = SWEEP_SECONDS
    waits: tuple[float, ...] = WAITS
    delivery_waits: tuple[float, ...] = DELIVERY_WAITS


@dataclass(frozen=True)
class Room:
    """Events in, proposals and their decisions; `runs` and `deliveries` work once somebody sweeps them."""

    bindings: Bindings
    events: Events
    decisions: Decisions
    runs: Crew[Run]
    deliveries: Crew[Delivery]

    async def close(self) -> None:
        """Let what is under way end soon."""
        await asyncio.gather(self.runs.close(), self.deliveries.close())


def furnish(
    stores: Stores,
    journal: Journal,
    bus: Bus,
    vault: Vault,
    outbound: Outbound,
    *,
    clock: Callable[[], datetime],
    at: Checkpoint = unwatched,
    pace: Pace | None = None,
) -> Room:
    """
    Join the parts.

    at: told of each step as it is passed; tests crash there.
    """
    pace = pace or Pace()
    bindings, bell = Bindings(stores.tools, vault, outbound), InboxBell(bus)
    consequences = Consequences(
        stores.runs, stores.run_queue, Replies(stores.conversations, journal), bell, clock=clock, at=at
    )
    runner = Runner(stores.run_queue, bindings, outbound, consequences, clock=clock, at=at, waits=pace.waits)
    courier = Courier(
        stores.deliveries, bindings, stores.workspaces, vault, outbound, clock=clock, at=at, waits=pace.delivery_waits
    )
    runs = _crew(stores.run_queue, runner.carry, clock, pace)
    deliveries = _crew(stores.deliveries, courier.carry, clock, pace)
    return Room(
        bindings=bindings,
        events=Events(bindings, stores.runs, runs.wake, clock=clock, at=at),
        decisions=Decisions(stores.proposals, bindings, bell, deliveries.wake, clock=clock, at=at),
        runs=runs,
        deliveries=deliveries,
    )


def _crew(
    queue: Queue[Job], carry: Callable[[Claim[Job]], Awaitable[None]], clock: Callable[[], datetime], pace: Pace
) -> Crew[Job]:
    return Crew(queue, carry, clock=clock, lease_seconds=pace.lease_seconds, sweep_seconds=pace.sweep_seconds)
