"""The user's pick among the choices a call offers: one of them, once."""

from collections.abc import Callable, Sequence
from datetime import datetime

from app.cards.registry import card_of
from app.cards.shapes import Choices
from app.contract.events import AnyEvent, CallAnswered
from app.contract.ids import CallId, ConversationId
from app.conversations.log import Journal
from app.conversations.thread import CallState, Thread
from app.errors import AlreadyDecided, Gone, Unacceptable, UnknownCall
from app.pages.text import one_line
from app.tools.answers import expired, picked
from app.turns.workers import Workers


class Picks:
    """Takes picks in."""

    def __init__(self, journal: Journal, workers: Workers, *, clock: Callable[[], datetime]) -> None:
        self._journal = journal
        self._workers = workers
        self._clock = clock

    async def pick(self, conversation: ConversationId, call: CallId, option: str) -> CallState:
        """
        Answer the call with one of its options.

        option: as the card shows it.

        Raises:
            Unacceptable: It is none of the options, or the call offers none.
            AlreadyDecided: It was picked before. Gone: it expired, was left by a message, or its turn was stopped.
        """
        now = self._clock()

        def events(thread: Thread) -> Sequence[AnyEvent]:
            state = _open(thread, call)
            if state.expires_at and state.expires_at <= now:
                return (CallAnswered(call, "expired", expired(state)),)
            meant = _option(state, option)
            return (CallAnswered(call, "answered", picked(meant), value={"picked": meant}),)

        thread, _ = await self._journal.change(conversation, events)
        self._workers.wake(conversation)
        state = thread.calls[call]
        if state.status == "expired":
            raise Gone("That question has expired.")
        return state


def _open(thread: Thread, call: CallId) -> CallState:
    if call not in thread.calls:
        raise UnknownCall("No such call.")
    state = thread.calls[call]
    if state.hold is None or state.call.kind != "choice":
        raise Unacceptable("That call offers nothing to pick.")
    if state.status == "answered":
        raise AlreadyDecided("That was picked before; the card shows what.")
    if state.over:
        raise Gone("That question is no longer open.")
    return state


def _option(state: CallState, said: str) -> str:
    """The option as the model wrote it. The card shows it on one line, so that is how it is known here."""
    card = card_of(state.call.name, state.call.args)
    assert isinstance(card, Choices)
    for option in card.options:
        if one_line(option) == one_line(said):
            return option
    raise Unacceptable("That is none of the options.")
