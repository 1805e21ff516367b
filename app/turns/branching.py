"""Going from one branch of a conversation to another: what was said and done on each stays there."""

from collections.abc import Sequence

from app.contract.events import AnyEvent, BranchChosen
from app.contract.ids import ConversationId, MessageId
from app.conversations.log import Journal
from app.conversations.thread import Thread
from app.errors import UnknownMessage
from app.turns.messages import end_of_wait
from app.turns.workers import Workers


class Branching:
    """Shows branches."""

    def __init__(self, journal: Journal, workers: Workers) -> None:
        self._journal = journal
        self._workers = workers

    async def choose(self, conversation: ConversationId, message: MessageId) -> None:
        """
        Show the branch that a message is on. A question that waits on the branch left behind is left undecided.

        Raises:
            UnknownMessage: It was never sent. TurnRunning: The assistant is at work on the branch that shows.
        """

        def events(thread: Thread) -> Sequence[AnyEvent]:
            turn = thread.branches.opened_by(message)
            if turn is None:
                raise UnknownMessage("No such message was sent.")
            shows = any(each is turn for each in thread.turns)
            return () if shows else [*end_of_wait(thread.current), BranchChosen(turn.id)]

        await self._journal.change(conversation, events)
        self._workers.wake(conversation)
