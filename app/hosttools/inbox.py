"""Telling whoever looks at a user's inbox that it has changed."""

from app.contract.hosttools import Proposal
from app.contract.ids import inbox_id
from app.contract.signals import InboxChanged
from app.ports import Bus


class InboxBell:
    """Rings for proposals that are somebody's. What is lost of it costs time alone: inboxes are read anew."""

    def __init__(self, bus: Bus) -> None:
        self._bus = bus

    async def ring(self, proposal: Proposal) -> None:
        if proposal.user is not None:
            await self._bus.publish(inbox_id(proposal.workspace, proposal.user), InboxChanged(proposal.id))
