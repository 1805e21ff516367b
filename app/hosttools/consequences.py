"""What an effect makes here: a proposal for a person, a message in a conversation, or nothing. Each of them once."""

from collections.abc import Callable
from datetime import datetime
from typing import assert_never

from msgspec.structs import replace

from app.contract.events import HostReplied
from app.contract.hosttools import (
    Claim,
    Effect,
    NoopEffect,
    Proposal,
    ProposalEffect,
    ProposedChange,
    ReplyEffect,
    Run,
)
from app.contract.ids import UserId, proposal_id
from app.contract.people import Owner
from app.hosttools.checkpoints import Checkpoint
from app.hosttools.inbox import InboxBell
from app.hosttools.replies import Replies
from app.hosttools.trace import noted
from app.ports import Queue, Runs


class Consequences:
    """Brings runs that have their answer to their end."""

    def __init__(
        self,
        runs: Runs,
        queue: Queue[Run],
        replies: Replies,
        bell: InboxBell,
        *,
        clock: Callable[[], datetime],
        at: Checkpoint,
    ) -> None:
        self._runs = runs
        self._queue = queue
        self._replies = replies
        self._bell = bell
        self._clock = clock
        self._at = at

    async def follow(self, claim: Claim[Run], run: Run, effect: Effect) -> None:
        """
        Make what the effect asks for and close the run, which holds the answer already.

        Raises:
            LeaseLost: Somebody else carries it on.
        """
        match effect:
            case ProposalEffect(proposal=change):
                await self._propose(claim, run, change)
            case ReplyEffect(body=body) if run.user is not None:
                await self._reply(claim, run, run.user, body)
            case ReplyEffect():
                told = "The event named no user, so its reply is in nobody's conversation."
                await self._close(claim, noted(run, self._clock(), told, "warning"))
            case NoopEffect():
                await self._close(claim, run)
            case _:
                assert_never(effect)

    async def _propose(self, claim: Claim[Run], run: Run, change: ProposedChange) -> None:
        """The proposal and the run's end are one transaction; telling whoever looks may be lost, and is made up for."""
        now = self._clock()
        proposal = Proposal(
            id=proposal_id(run.id),
            workspace=run.workspace,
            run=run.id,
            user=run.user,
            tool=run.envelope.tool,
            context=run.envelope.runtime_context,
            correlation_id=run.envelope.correlation_id,
            change=change,
            created_at=now,
        )
        whom = "shown to its user" if run.user else "for the API alone: the event named no user"
        done = replace(noted(run, now, f"Proposal {proposal.id} made, {whom}."), status="completed")
        await self._at("proposal.keeping")
        await self._runs.propose(claim, done, proposal)
        await self._at("proposal.kept")
        await self._bell.ring(proposal)
        await self._at("proposal.told")

    async def _reply(self, claim: Claim[Run], run: Run, user: UserId, body: str) -> None:
        """The place is settled before the words go there, so that a second try finds them instead of adding them."""
        owner, words = Owner(run.workspace, user), HostReplied(run.id, run.envelope.tool.name, body)
        while True:
            if run.conversation is None:
                await self._at("reply.placing")
                run = replace(run, conversation=await self._replies.place(owner))
                await self._queue.save(claim, run)
                await self._at("reply.placed")
            assert run.conversation is not None
            await self._at("reply.writing")
            if await self._replies.put(run.conversation, words):
                break
            run = replace(run, conversation=None)
        await self._at("reply.written")
        await self._close(claim, noted(run, self._clock(), f"The reply stands in conversation {run.conversation}."))

    async def _close(self, claim: Claim[Run], run: Run) -> None:
        await self._at("run.closing")
        await self._queue.release(claim, replace(run, status="completed"))
        await self._at("run.closed")
