"""Messages that wait for the assistant: each opens its turn when the one before it ended well."""

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
        """The event that sends the message whose turn it is; nothing when there is none."""
        if (waiting := thread.waiting.next) is None:
            return ()
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
            instead_of=waiting.instead_of,
            attachments=waiting.attachments,
        )
        return (sent,)
