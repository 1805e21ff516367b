"""Messages that wait for the assistant, in the person's hands: put otherwise, taken back, or sent at once."""

from collections.abc import Sequence

from app.contract.events import AnyEvent, MessageHurried, MessageRevised, MessageWithdrawn, StopRequested
from app.contract.ids import ConversationId, MessageId
from app.conversations.log import Journal
from app.conversations.thread import Thread
from app.errors import Gone
from app.turns.messages import acceptable
from app.turns.workers import Workers


class Waiting:
    """
    What a person may do to a message that waits.

    Each raises `Gone` when it waits no more: it was sent, or taken back.
    """

    def __init__(self, journal: Journal, workers: Workers) -> None:
        self._journal = journal
        self._workers = workers

    async def revise(self, conversation: ConversationId, message: MessageId, text: str) -> None:
        """Put it otherwise. Raises `Unacceptable` too."""
        revised = MessageRevised(message, acceptable(text))
        await self._journal.change(conversation, lambda thread: _if_waiting(thread, message, revised))

    async def withdraw(self, conversation: ConversationId, message: MessageId) -> None:
        """Take it back."""
        withdrawn = MessageWithdrawn(message)
        await self._journal.change(conversation, lambda thread: _if_waiting(thread, message, withdrawn))

    async def hurry(self, conversation: ConversationId, message: MessageId) -> None:
        """Send it now, before the others that wait: the turn at work stops."""

        def events(thread: Thread) -> Sequence[AnyEvent]:
            hurried = _if_waiting(thread, message, MessageHurried(message))
            turn = thread.current
            return [*hurried, StopRequested(turn.id)] if turn and not turn.stop_requested else hurried

        await self._journal.change(conversation, events)
        self._workers.interrupt(conversation)


def _if_waiting(thread: Thread, message: MessageId, event: AnyEvent) -> Sequence[AnyEvent]:
    if not any(waiting.id == message for waiting in thread.queued):
        raise Gone("That message waits no more: it was sent, or taken back.")
    return (event,)
