"""Asks as the product does, with a name service and a clock that do as a test says."""

import asyncio
from collections.abc import AsyncGenerator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

import pytest

from app.contract.secret import Secret
from app.outbound.client import Outbound
from app.outbound.faults import OutboundFault

SECRET = "s3cret-of-the-tests-0123456789"
BEARER = Secret(SECRET)


@dataclass
class Names:
    """A name service that answers what a test says: each time the next answer, the last one again."""

    answers: dict[str, list[Sequence[str]]]
    asked: list[str] = field(default_factory=list[str])

    async def __call__(self, host: str, port: int) -> Sequence[str]:
        self.asked.append(host)
        answers = self.answers.get(host)
        if answers is None:
            raise OSError("no such name")
        return answers.pop(0) if len(answers) > 1 else answers[0]


@dataclass
class Clock:
    """Stands still until it is told to move."""

    now: float = 1000.0

    def __call__(self) -> float:
        return self.now


@asynccontextmanager
async def asking(outbound: Outbound, urls: Sequence[str]) -> AsyncGenerator[None]:
    """Asks for all of them at once, and gives up when the block is left."""
    tasks = [asyncio.create_task(outbound.get_json(url, seconds=60)) for url in urls]
    try:
        yield
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


async def fault_of(outbound: Outbound, url: str, *, post: bool = False, seconds: float = 5) -> OutboundFault:
    """What comes of asking."""
    order = {"tool": "create_order"}
    asked = outbound.post_json(url, order, bearer=BEARER, seconds=seconds) if post else None
    with pytest.raises(OutboundFault) as raised:
        await (asked or outbound.get_json(url, bearer=BEARER, seconds=seconds))
    return raised.value
