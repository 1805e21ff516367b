"""Messages that wait for the assistant, in the person's hands: put otherwise, taken back, or sent at once."""

from collections.abc import Callable, Sequence

from app.contract.events import AnyEvent, MessageOpened, MessageQueued, MessageRevised, MessageWithdrawn
from app.contract.ids import ConversationId, MessageId
from app.conversations.log import Journal
from app.conversations.thread import Thread
from app.errors import Gone
from app.turns.messages import acceptable, hurried
from app.turns.workers import Workers


class Waiting:
    """
    What a person may do to a message that waits.

    Each raises `Gone` when it waits no more: it was sent, or taken back.
    """

    def __init__(self, journal: Journal, workers: Workers) -> None:
        self._journal = journal
        self._workers = workers

    async def open(self, conversation: ConversationId, message: MessageId) -> None:
        """Begin to put it otherwise: until that is over it stays where it is, and so does what waits behind it."""

        def events(thread: Thread) -> Sequence[AnyEvent]:
            _waiting(thread, message)
            return () if message in thread.waiting.opened else (MessageOpened(message),)

        await self._journal.change(conversation, events)

    async def revise(self, conversation: ConversationId, message: MessageId, text: str) -> None:
        """Put it otherwise; without words, where files go with it. Raises `Unacceptable` too."""

        def revised(waiting: MessageQueued) -> AnyEvent:
            return MessageRevised(message, acceptable(text, alone=not waiting.attachments))

        await self._change(conversation, message, revised)

    async def leave(self, conversation: ConversationId, message: MessageId) -> None:
        """Leave it as it was."""
        await self._change(conversation, message, lambda waiting: MessageRevised(message, waiting.text))

    async def withdraw(self, conversation: ConversationId, message: MessageId) -> None:
        """Take it back."""
        await self._change(conversation, message, lambda _: MessageWithdrawn(message))

    async def hurry(self, conversation: ConversationId, message: MessageId) -> None:
        """Send it now, before the others that wait: the turn at work stops."""

        def events(thread: Thread) -> Sequence[AnyEvent]:
            return hurried(_waiting(thread, message).id, thread.current)

        await self._journal.change(conversation, events)
        self._workers.interrupt(conversation)

    async def _change(
        self, conversation: ConversationId, message: MessageId, made: Callable[[MessageQueued], AnyEvent]
    ) -> None:
        await self._journal.change(conversation, lambda thread: (made(_waiting(thread, message)),))
        # What it held up may go out now.
        self._workers.wake(conversation)


def _waiting(thread: Thread, message: MessageId) -> MessageQueued:
    for waiting in thread.queued:
        if waiting.id == message:
            return waiting
    raise Gone("That message waits no more: it was sent, or taken back.")
