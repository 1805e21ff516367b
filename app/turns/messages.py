"""
Sending a message: it opens a turn, or ends the wait of one.

The page's facts ride along, so the note is what the page said at send time.
"""

from collections.abc import Sequence

from msgspec import Struct

from app.contract.events import (
    AnyEvent,
    CallAnswered,
    LogEvent,
    MessageHurried,
    MessageQueued,
    MessageSent,
    StopRequested,
    TurnEnded,
)
from app.contract.ids import AttachmentId, ConversationId, Json, MessageId, TabId, TurnId, message_id, turn_id
from app.contract.people import Principal
from app.contract.quotes import Quote
from app.conversations.log import Journal
from app.conversations.thread import Thread, Turn
from app.errors import TurnRunning, Unacceptable, UnknownMessage
from app.pages.announcement import read_facts
from app.pages.registry import Registry
from app.tools.answers import left
from app.turns.files import Files
from app.turns.moments import Moments
from app.turns.workers import Workers

LONGEST_MESSAGE = 32_000


class NewMessage(Struct, frozen=True):
    """
    What a client posts. `page` is facts as announced, or None; `key` makes a repeat harmless.

    queue: wait for the assistant rather than be told that it is at work. quote: what the user points at.
    instead_of: a message sent before that it stands in for, on a branch of its own. It keeps what that one pointed at,
    and waits for nothing: what is at work stops.
    """

    text: str
    tab: TabId
    page: Json = None
    key: str | None = None
    queue: bool = False
    quote: Quote | None = None
    instead_of: MessageId | None = None
    attachments: tuple[AttachmentId, ...] = ()


class Messages:
    """Takes messages in."""

    def __init__(self, journal: Journal, registry: Registry, moments: Moments, workers: Workers, files: Files) -> None:
        self._journal = journal
        self._registry = registry
        self._moments = moments
        self._workers = workers
        self._files = files

    async def send(
        self, principal: Principal, conversation: ConversationId, new: NewMessage
    ) -> tuple[MessageSent | MessageQueued, Thread]:
        """
        Log the message and set the turn going. The same key again answers the message it made.

        Raises:
            TurnRunning: The assistant is still at work, and the message does not ask to wait.
            Unacceptable: The text is too long, or empty where nothing is attached; too much is attached.
            UnknownMessage: What it would stand in for was never sent here.
            UnknownAttachment: What is attached is not there.
        """
        text = acceptable(new.text, alone=not new.attachments and not new.instead_of)
        if new.page is not None:
            await self._registry.announce(principal.owner, new.tab, read_facts(new.page).facts)
        await self._registry.show(principal.owner, new.tab, conversation)
        attached = await self._files.attach(principal.owner, conversation, new.attachments)
        moment = await self._moments.of(principal.owner, new.tab)

        def events(thread: Thread) -> Sequence[AnyEvent]:
            if new.key and thread.message_with(new.key):
                return ()
            before = _stood_for(thread, new.instead_of)
            quote = new.quote or (before.quote if before else None)
            files = attached or (before.attachments if before else ())
            acceptable(text, alone=not files)
            more = (principal.permissions, new.key, quote, new.instead_of, files)
            turn = thread.current
            if (new.queue or before) and turn and turn.status != "waiting":
                queued = MessageQueued(*_ids(conversation, thread.head + 1), text, new.tab, *more)
                return [queued, *(hurried(queued.id, turn) if before else ())]
            ended = end_of_wait(turn)
            ids = _ids(conversation, thread.head + len(ended) + 1)
            return [*ended, MessageSent(*ids, text, new.tab, moment.note, moment.instructions, *more)]

        thread, logged = await self._journal.change(conversation, events)
        if any(isinstance(each.event, StopRequested) for each in logged):
            self._workers.interrupt(conversation)
        self._workers.wake(conversation)
        return _message_in(logged) or _message_known(thread, new), thread


def hurried(message: MessageId, at_work: Turn | None) -> list[AnyEvent]:
    """A message that waits goes before the others, and what is at work stops."""
    stops = [StopRequested(at_work.id)] if at_work and not at_work.stop_requested else []
    return [MessageHurried(message), *stops]


def _message_in(logged: Sequence[LogEvent]) -> MessageSent | MessageQueued | None:
    events = (each.event for each in logged)
    return next((event for event in events if isinstance(event, MessageSent | MessageQueued)), None)


def _message_known(thread: Thread, new: NewMessage) -> MessageSent | MessageQueued:
    """The message that was made of it before."""
    known = thread.message_with(new.key) if new.key else None
    assert known is not None
    return known


def _stood_for(thread: Thread, message: MessageId | None) -> MessageSent | None:
    """The message that another stands in for. Raises `UnknownMessage`."""
    if message is None:
        return None
    if (turn := thread.branches.opened_by(message)) is None:
        raise UnknownMessage("No such message was sent, so none can stand in for it.")
    return turn.message


def _ids(conversation: ConversationId, seq: int) -> tuple[MessageId, TurnId]:
    return message_id(conversation, seq), turn_id(conversation, seq)


def acceptable(text: str, *, alone: bool = True) -> str:
    """A message's text as it is kept. It may be empty when it is not alone. Raises `Unacceptable`."""
    text = text.replace("\r\n", "\n").replace("\0", "").strip()
    if not text and alone:
        raise Unacceptable("The message is empty. Write something in 'text'.")
    if len(text) > LONGEST_MESSAGE:
        raise Unacceptable(f"The message has {len(text):,} characters; {LONGEST_MESSAGE:,} are the most.")
    return text.encode("utf-8", "replace").decode()


def end_of_wait(turn: Turn | None) -> list[AnyEvent]:
    """
    What a message does to the turn before it: a wait ends undone, with the calls behind it in that step.

    Raises `TurnRunning` where nothing is waited for.
    """
    if turn is None:
        return []
    if turn.status != "waiting":
        raise TurnRunning(turn.id)
    undone = [state for state in turn.calls if not state.over]
    answer = left(undone[0])
    undecided: list[AnyEvent] = [CallAnswered(state.call.id, "undecided", answer) for state in undone]
    return [*undecided, TurnEnded(turn.id, "completed", "superseded")]
