"""
Who works on a queue: a few tasks in this process, and one claim a job over all processes.

A claim that its process did not live to give back runs out, and whoever looks next takes the job up.
"""

import asyncio
import contextlib
import secrets
from collections.abc import Awaitable, Callable
from datetime import datetime, timedelta
from typing import Final, Generic

import structlog

from app.contract.hosttools import Claim, Job
from app.errors import AssistError, LeaseLost
from app.ports import Queue

AT_ONCE: Final = 8
LEASE_SECONDS: Final = 10.0
SWEEP_SECONDS: Final = 1.0
GRACE_SECONDS: Final = 5.0

_log = structlog.get_logger("app.hosttools")


class Crew(Generic[Job]):
    """Carries a queue's jobs on as they become due."""

    def __init__(
        self,
        queue: Queue[Job],
        carry: Callable[[Claim[Job]], Awaitable[None]],
        *,
        clock: Callable[[], datetime],
        lease_seconds: float = LEASE_SECONDS,
        sweep_seconds: float = SWEEP_SECONDS,
    ) -> None:
        self._queue = queue
        self._carry = carry
        self._clock = clock
        self._lease_seconds = lease_seconds
        self._sweep_seconds = sweep_seconds
        self._me = secrets.token_hex(8)
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._bell = asyncio.Event()
        self._closed = False

    @property
    def busy(self) -> bool:
        """Whether anything is being worked on here."""
        return bool(self._tasks)

    def wake(self) -> None:
        """Look now, for a job that has just become due."""
        self._bell.set()

    async def sweep(self) -> None:
        """For ever: take up what is due, and what a dead process left."""
        while True:
            self._bell.clear()
            for job in await self._queue.due(self._clock(), limit=AT_ONCE):
                if job not in self._tasks and len(self._tasks) < AT_ONCE and not self._closed:
                    self._start(job)
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(self._sweep_seconds):
                    await self._bell.wait()

    async def close(self) -> None:
        """Take nothing up any more, let what is under way end soon, and leave the rest to whoever looks next."""
        self._closed = True
        if self._tasks:
            _, late = await asyncio.wait(list(self._tasks.values()), timeout=GRACE_SECONDS)
            for task in late:
                task.cancel()

    def _start(self, job: str) -> None:
        task = asyncio.create_task(self._work(job), name=f"job {job}")
        self._tasks[job] = task
        task.add_done_callback(lambda done: self._done(job, done))

    def _done(self, job: str, task: asyncio.Task[None]) -> None:
        """A fault of ours is no end of the job: its claim runs out, and it is taken up again, no sooner."""
        del self._tasks[job]
        self._bell.set()
        fault = None if task.cancelled() else task.exception()
        if isinstance(fault, AssistError):
            _log.warning("work on a job broke off", job=job, code=fault.code, detail=str(fault))
        elif fault is not None:
            _log.error("work on a job failed", job=job, exc_info=fault)

    async def _work(self, job: str) -> None:
        claim = await self._queue.claim(job, self._me, until=self._until())
        if claim is None:
            return
        carrying = asyncio.ensure_future(self._carry(claim))
        keeping = asyncio.create_task(self._keep(claim, carrying))
        try:
            await carrying
        except LeaseLost:
            _log.info("somebody else works on a job by now", job=job)
        finally:
            carrying.cancel()
            keeping.cancel()

    async def _keep(self, claim: Claim[Job], carrying: "asyncio.Future[None]") -> None:
        """Renew the lease while the job is carried on, and break it off once the lease is another's."""
        while True:
            await asyncio.sleep(self._lease_seconds / 3)
            try:
                await self._queue.renew(claim, until=self._until())
            except LeaseLost:
                carrying.cancel()
                return
            except AssistError as fault:
                _log.warning("a lease could not be renewed", job=claim.id, code=fault.code)

    def _until(self) -> datetime:
        return self._clock() + timedelta(seconds=self._lease_seconds)
