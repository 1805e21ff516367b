"""Where a crash is tried: each step of a run names itself as it is passed. Only tests listen."""

from collections.abc import Awaitable, Callable
from typing import Literal, TypeAlias

Point = Literal[
    "event.checked",
    "event.kept",
    "run.claimed",
    "run.read",
    "run.noted",
    "run.answered",
    "run.judged",
    "run.rejecting",
    "run.rejected",
    "run.failing",
    "run.failed",
    "run.postponing",
    "run.postponed",
    "run.closing",
    "run.closed",
    "proposal.keeping",
    "proposal.kept",
    "proposal.told",
    "reply.placing",
    "reply.placed",
    "reply.writing",
    "reply.written",
    "decision.keeping",
    "decision.kept",
    "decision.told",
    "delivery.claimed",
    "delivery.noted",
    "delivery.answered",
    "delivery.closing",
    "delivery.closed",
    "outcome.keeping",
    "outcome.kept",
]

Checkpoint: TypeAlias = Callable[[Point], Awaitable[None]]


async def unwatched(_: Point) -> None:
    """Nothing happens; what production passes."""
