"""Messages that wait for the assistant: each opens its turn when the one before it is over."""

from collections.abc import Sequence

from app.contract.events import AnyEvent, MessageSent
from app.conversations.thread import Thread
from app.turns.moments import Moments
from app.turns.scopes import Scopes


class Queue:
    """Sends what waits, with the page as it is then."""

    def __init__(self, scopes: Scopes, moments: Moments) -> None:
        self._scopes = scopes
        self._moments = moments

    async def next(self, thread: Thread) -> Sequence[AnyEvent]:
        """The event that sends the first message waiting; nothing when none waits."""
        if not thread.queued:
            return ()
        waiting = thread.queued[0]
        moment = await self._moments.of(await self._scopes.owner(thread.conversation), waiting.tab)
        sent = MessageSent(
            waiting.id,
            waiting.turn,
            waiting.text,
            waiting.tab,
            note=moment.note,
            instructions=moment.instructions,
            permissions=waiting.permissions,
            key=waiting.key,
            quote=waiting.quote,
        )
        return (sent,)
