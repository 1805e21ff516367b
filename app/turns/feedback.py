"""What a person thinks of a reply: the last of it stands, and it can be taken back."""

from collections.abc import Sequence

from app.contract.events import AnyEvent, FeedbackGiven
from app.contract.ids import ConversationId, TurnId, WorkspaceId
from app.contract.replies import Feedback, Verdict
from app.conversations.log import Journal
from app.conversations.thread import Thread
from app.errors import Conflict, UnknownTurn
from app.ports import FeedbackIndex


class FeedbackBox:
    """
    Takes feedback, and hands it on.

    To give it and to take it back raise `UnknownTurn`, and `Conflict` while the reply is still being written. Saying
    the same twice is fine.
    """

    def __init__(self, journal: Journal, index: FeedbackIndex) -> None:
        self._journal = journal
        self._index = index

    async def put(self, conversation: ConversationId, turn: TurnId, verdict: Verdict, word: str) -> Thread:
        """Replace what was given before. The thread as it stands then."""
        return await self._give(conversation, FeedbackGiven(turn, verdict, word))

    async def take_back(self, conversation: ConversationId, turn: TurnId) -> Thread:
        return await self._give(conversation, FeedbackGiven(turn, None))

    async def after(self, workspace: WorkspaceId, number: int, *, limit: int) -> list[Feedback]:
        """See `app.ports.FeedbackIndex`."""
        return await self._index.after(workspace, number, limit=limit)

    async def _give(self, conversation: ConversationId, given: FeedbackGiven) -> Thread:
        def events(thread: Thread) -> Sequence[AnyEvent]:
            turn = thread.turn(given.turn)
            if turn is None:
                raise UnknownTurn("No such turn.")
            if turn.ended is None:
                raise Conflict("That reply is still being written. Wait for its end.")
            stands = turn.feedback or FeedbackGiven(turn.id, None)
            return () if stands == given else (given,)

        thread, _ = await self._journal.change(conversation, events)
        return thread
