"""
A run, carried on from wherever it stands: each step is kept before the next, and a step that was lost is done again.

What was sent is never known to have arrived until there is an answer, so it is sent again under the same key, and the
host's own duty makes that harmless. What the answer makes here is made once (`app.hosttools.consequences`).
"""

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Final, assert_never

import msgspec
from msgspec.structs import replace

from app.contract.hosttools import Claim, HostTool, Run, RunError
from app.errors import Misconfigured
from app.hosttools.bindings import Bindings
from app.hosttools.calls import Answered, NotAnswered, call
from app.hosttools.checkpoints import Checkpoint
from app.hosttools.consequences import Consequences
from app.hosttools.effects import effect_of, form_of
from app.hosttools.events import refusal
from app.hosttools.trace import ended, noted
from app.outbound.client import Outbound
from app.ports import Queue

WAITS: Final = (1.0, 5.0, 30.0)
"""Seconds before each retry; so there are three."""


class Runner:
    """Carries runs on; the caller holds the claim."""

    def __init__(
        self,
        queue: Queue[Run],
        bindings: Bindings,
        outbound: Outbound,
        consequences: Consequences,
        *,
        clock: Callable[[], datetime],
        at: Checkpoint,
        waits: tuple[float, ...] = WAITS,
    ) -> None:
        self._queue = queue
        self._bindings = bindings
        self._outbound = outbound
        self._consequences = consequences
        self._clock = clock
        self._at = at
        self._waits = waits

    async def carry(self, claim: Claim[Run]) -> None:
        """
        Bring the run to its end, or to its next wait.

        Raises:
            LeaseLost: Somebody else carries it on.
        """
        await self._at("run.claimed")
        run = claim.job
        if run.output is not None:
            effect = form_of(run.output)
            run = noted(
                run, self._clock(), "Taken up where a process was lost: the answer is there already.", "warning"
            )
            if isinstance(effect, RunError):  # An older release took it for an effect.
                await self._fail(claim, replace(run, effect=None, output=None), effect)
            else:
                await self._consequences.follow(claim, run, effect)
            return
        tool = await self._bindings.find(run.workspace, run.binding, run.version)
        await self._at("run.read")
        error = refusal(run, tool)
        if error is not None or tool is None:
            await self._reject(claim, error)
        else:
            await self._try(claim, tool)

    async def _try(self, claim: Claim[Run], tool: HostTool) -> None:
        run = self._resumed(claim.job, tool)
        sent = run.attempts - run.since
        if sent > len(self._waits):
            unknown = f"No answer was kept of {sent} attempts, so whether the host has acted is unknown."
            await self._fail(claim, run, RunError("lost", unknown))
            return
        try:
            key = self._bindings.key_of(tool)
        except Misconfigured:
            await self._fail(claim, run, RunError("not_callable", "The host's API key can't be opened any more."))
            return
        run = await self._begun(claim, run, sent + 1)
        await self._at("run.noted")
        outcome = await call(self._outbound, tool, key, run.envelope)
        await self._at("run.answered")
        match outcome:
            case Answered():
                await self._judge(claim, noted(run, self._clock(), outcome.told), tool, outcome)
            case NotAnswered():
                await self._go_without(claim, run, outcome)
            case _:
                assert_never(outcome)

    def _resumed(self, run: Run, tool: HostTool) -> Run:
        if run.status == "running":
            lost = "A process was lost over this attempt. Whether the host has acted is unknown; it is asked again."
            return noted(run, self._clock(), lost, "warning")
        if tool.status == "deprecated" and run.attempts == run.since:
            return noted(run, self._clock(), f"Version {tool.version!r} is deprecated; it still runs.", "warning")
        return run

    async def _begun(self, claim: Claim[Run], run: Run, attempt: int) -> Run:
        """Kept before anything is sent: from here on the host may have acted."""
        size, most = len(msgspec.json.encode(run.envelope)), len(self._waits) + 1
        told = f"Attempt {attempt} of {most}: {size:,} bytes of JSON to the registered URL."
        run = replace(noted(run, self._clock(), told), status="running", attempts=run.attempts + 1)
        await self._queue.save(claim, run)
        return run

    async def _judge(self, claim: Claim[Run], run: Run, tool: HostTool, answer: Answered) -> None:
        effect = effect_of(answer.output, tool)
        await self._at("run.judged")
        if isinstance(effect, RunError):
            await self._fail(claim, run, effect)
            return
        kind = answer.output["effect"]
        run = noted(run, self._clock(), f"It is one {kind}, in the document's form, and fits the pinned schema.")
        await self._consequences.follow(claim, replace(run, output=answer.output, effect=kind), effect)

    async def _go_without(self, claim: Claim[Run], run: Run, outcome: NotAnswered) -> None:
        sent = run.attempts - run.since
        if not outcome.again or sent > len(self._waits):
            await self._fail(claim, run, outcome.error)
            return
        wait, now = self._waits[sent - 1], self._clock()
        run = noted(run, now, f"{outcome.error.message} Tried again in {wait:g} s, with the same key.", "warning")
        await self._at("run.postponing")
        await self._queue.release(claim, replace(run, status="queued"), due_at=now + timedelta(seconds=wait))
        await self._at("run.postponed")

    async def _reject(self, claim: Claim[Run], error: RunError | None) -> None:
        assert error is not None
        await self._at("run.rejecting")
        await self._queue.release(claim, ended(claim.job, self._clock(), "rejected", error))
        await self._at("run.rejected")

    async def _fail(self, claim: Claim[Run], run: Run, error: RunError) -> None:
        await self._at("run.failing")
        await self._queue.release(claim, ended(run, self._clock(), "failed", error))
        await self._at("run.failed")
