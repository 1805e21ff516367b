"""Stopping a turn, trying it again, going on after it was too long."""

import asyncio
from collections.abc import Sequence
from typing import Final, Literal

from app.contract.events import AnyEvent, StopRequested, TurnRetried
from app.contract.ids import ConversationId, TurnId
from app.conversations.log import Journal
from app.conversations.thread import Thread, Turn
from app.errors import Conflict, Gone, UnknownTurn
from app.turns.workers import Workers

_LOOKS: Final = 60
_LOOK_SECONDS: Final = 0.03
_RETRIED_FROM = frozenset({"failed", "cut", "stopped", "limited", "refused"})


class Control:
    """What a person may do to a turn as a whole."""

    def __init__(self, journal: Journal, workers: Workers) -> None:
        self._journal = journal
        self._workers = workers

    async def stop(self, conversation: ConversationId, turn: TurnId) -> None:
        """Stop it; what was written stays. Stopping what is over does nothing."""

        def events(thread: Thread) -> Sequence[AnyEvent]:
            found = _known(thread, turn)
            return () if found.ended or found.stop_requested else (StopRequested(turn),)

        await self._journal.change(conversation, events)
        self._workers.interrupt(conversation)

    async def settle(self, conversation: ConversationId) -> None:
        """Wait a little until what was stopped is over, wherever it is worked on, with what was written logged."""
        for _ in range(_LOOKS):
            if (await self._journal.thread(conversation)).current is None:
                return
            await asyncio.sleep(_LOOK_SECONDS)

    async def retry(self, conversation: ConversationId, turn: TurnId) -> None:
        """
        Begin again behind the last sound step.

        Raises:
            Conflict: It is at work, or ended well.
            Gone: The conversation has moved on.
        """
        await self._resume(conversation, turn, "retry", _RETRIED_FROM)

    async def go_on(self, conversation: ConversationId, turn: TurnId) -> None:
        """Go on after `max_tokens`. Raises as `retry`."""
        await self._resume(conversation, turn, "continue", frozenset({"overlong"}))

    async def _resume(
        self,
        conversation: ConversationId,
        turn: TurnId,
        reason: Literal["retry", "continue"],
        from_ends: frozenset[str],
    ) -> None:
        def events(thread: Thread) -> Sequence[AnyEvent]:
            found = _known(thread, turn)
            if found is not thread.turns[-1]:
                raise Gone("The conversation has moved on since that turn.")
            if found.status not in from_ends:
                raise Conflict(f"That turn is {found.status}; there is nothing to {reason}.")
            return (TurnRetried(turn, reason),)

        await self._journal.change(conversation, events)
        self._workers.wake(conversation)


def _known(thread: Thread, turn: TurnId) -> Turn:
    found = thread.turn(turn)
    if found is None:
        raise UnknownTurn("No such turn.")
    return found
