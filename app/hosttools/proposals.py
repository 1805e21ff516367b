"""Proposals as people and hosts meet them: decided once, by either; and what the host made of the decision."""

from collections.abc import Callable, Sequence
from datetime import datetime
from typing import Literal

import msgspec
from msgspec.structs import replace

from app.contract.hosttools import (
    CalledTool,
    Decider,
    Delivery,
    Proposal,
    ProposalStatus,
    ProposedChange,
    RuntimeContext,
)
from app.contract.ids import ProposalId, RunId, WorkspaceId
from app.contract.people import Owner
from app.errors import AlreadyDecided, Conflict, UnknownProposal
from app.hosttools.bindings import Bindings
from app.hosttools.checkpoints import Checkpoint
from app.hosttools.inbox import InboxBell
from app.ports import Proposals

Decision = Literal["accepted", "dismissed"]
Outcome = Literal["applied", "failed"]


class DecisionSent(msgspec.Struct, frozen=True):
    """What a host is told of a decision. `idempotency_key` is the same however often it is told."""

    idempotency_key: str
    proposal_id: ProposalId
    run_id: RunId
    decision: Decision
    decided_by: Decider
    decided_at: datetime
    tool: CalledTool
    runtime_context: RuntimeContext
    correlation_id: str
    proposal: ProposedChange
    contract_version: Literal["v1"] = "v1"


class Decisions:
    """Reads and moves proposals."""

    def __init__(
        self,
        proposals: Proposals,
        bindings: Bindings,
        bell: InboxBell,
        wake: Callable[[], None],
        *,
        clock: Callable[[], datetime],
        at: Checkpoint,
    ) -> None:
        self._proposals = proposals
        self._bindings = bindings
        self._bell = bell
        self._wake = wake
        self._clock = clock
        self._at = at

    async def of_workspace(self, workspace: WorkspaceId, proposal: str) -> Proposal:
        """Raises `UnknownProposal`."""
        found = await self._proposals.get(ProposalId(proposal))
        if found is None or found.workspace != workspace:
            raise UnknownProposal(f"There is no proposal {proposal!r}.")
        return found

    async def of_owner(self, owner: Owner, proposal: str) -> Proposal:
        """Another user's is told apart from a missing one by nobody. Raises `UnknownProposal`."""
        found = await self.of_workspace(owner.workspace, proposal)
        if found.user != owner.user:
            raise UnknownProposal(f"There is no proposal {proposal!r}.")
        return found

    async def inbox(self, owner: Owner, *, limit: int) -> Sequence[Proposal]:
        """The owner's proposals, the open ones first."""
        return await self._proposals.of(owner, limit=limit)

    async def after(
        self, workspace: WorkspaceId, number: int, status: ProposalStatus | None, *, limit: int
    ) -> Sequence[Proposal]:
        """What has changed after change `number`, in order."""
        return await self._proposals.after(workspace, number, status=status, limit=limit)

    async def decide(self, proposal: Proposal, decision: Decision, *, by: Decider) -> Proposal:
        """
        Take the one decision, and have it delivered to a host that wants that.

        Raises:
            AlreadyDecided: It was decided before.
        """
        now = replace(proposal, status=decision, decided_at=self._clock(), decided_by=by)
        if proposal.status != "open":
            raise AlreadyDecided(f"It was {proposal.status} already.")
        delivery = await self._delivery(now, decision)
        await self._at("decision.keeping")
        if not await self._proposals.move(proposal, now, delivery=delivery):
            raise AlreadyDecided("It was decided a moment ago.")
        await self._at("decision.kept")
        await self._bell.ring(now)
        await self._at("decision.told")
        self._wake()
        return now

    async def settle(self, proposal: Proposal, outcome: Outcome, detail: str | None) -> Proposal:
        """
        Keep what the host made of an accepted proposal. The same again changes nothing.

        Raises:
            Conflict: It was not accepted, or came to something else.
        """
        if (proposal.status, proposal.detail) == (outcome, detail):
            return proposal
        if proposal.status != "accepted":
            raise Conflict(f"The proposal is {proposal.status}; only an accepted one comes to an outcome, and to one.")
        now = replace(proposal, status=outcome, detail=detail, settled_at=self._clock())
        await self._at("outcome.keeping")
        if not await self._proposals.move(proposal, now):
            return await self.settle(await self.of_workspace(proposal.workspace, proposal.id), outcome, detail)
        await self._at("outcome.kept")
        await self._bell.ring(now)
        return now

    async def _delivery(self, proposal: Proposal, decision: Decision) -> Delivery | None:
        tool = await self._bindings.find(proposal.workspace, proposal.tool.binding_id, proposal.tool.version)
        if tool is None or tool.decision_url is None:
            return None
        assert proposal.decided_at is not None
        assert proposal.decided_by is not None
        sent = DecisionSent(
            idempotency_key=f"decision:{proposal.id}",
            proposal_id=proposal.id,
            run_id=proposal.run,
            decision=decision,
            decided_by=proposal.decided_by,
            decided_at=proposal.decided_at,
            tool=proposal.tool,
            runtime_context=proposal.context,
            correlation_id=proposal.correlation_id,
            proposal=proposal.change,
        )
        body = msgspec.json.encode(sent).decode()
        return Delivery(proposal.id, proposal.workspace, tool.binding, tool.version, body)
