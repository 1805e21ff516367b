"""The door for tools: what a source of them must do. Page tools, built-ins and remote servers all come through it."""

from collections.abc import Sequence
from typing import Protocol

from app.contract.events import AnyEvent
from app.contract.tools import Answer, Hold, Lent
from app.conversations.scope import Scope
from app.conversations.thread import CallState


class ToolSource(Protocol):
    """Something that lends tools and carries their calls out, by saying which events follow."""

    async def specs(self, scope: Scope) -> tuple[Lent, ...]:
        """What it lends right now, in a stable order."""
        ...

    async def refusal(self, state: CallState, scope: Scope) -> Answer | None:
        """Why the call can't be made as it stands (arguments, ids, no longer offered); None when it can."""
        ...

    async def hold(self, state: CallState, scope: Scope) -> Hold | Answer | None:
        """What to ask the person before it goes ahead; None when nothing needs asking; why it can't be asked."""
        ...

    async def fingerprint(self, state: CallState, scope: Scope) -> str:
        """A digest of all that a decision is bound to: the target as it is now, and the arguments."""
        ...

    async def run(self, state: CallState, scope: Scope) -> Sequence[AnyEvent]:
        """Carry out a call that was neither refused nor is held: its answer, or where it was sent."""
        ...
