"""
One reader's way through a conversation: what it has missed, then what happens, as frames.

It folds its own thread at its own pace, so every fragment is drawn from the state its event made.
"""

from collections.abc import Iterable

from app.contract.events import CallSent, LogEvent
from app.contract.ids import ConversationId, TabId, TurnId
from app.contract.signals import Appended, Delta
from app.conversations.log import Journal
from app.conversations.thread import CallState, Thread
from app.web.dom import slot_id
from app.web.fragments import Fragments
from app.web.frames import DeltaData, EventName, frame

MOST_MISSED = 500


class Follower:
    """Turns a conversation's log and signals into frames for one tab."""

    def __init__(self, journal: Journal, fragments: Fragments, conversation: ConversationId, tab: TabId) -> None:
        self._journal = journal
        self._fragments = fragments
        self._tab = tab
        self._thread = Thread(conversation)
        self._turn: TurnId | None = None
        self._slot = -1
        self._target = ""

    async def begin(self, cursor: int | None) -> bytes:
        """
        The first chunk: what came after `cursor`, or the conversation as it stands; then this tab's calls that nobody
        has claimed. Each missed event is a message of its own: one's fragment goes where the one before it made room.

        cursor: the last number the reader saw; None, one that lies ahead or one too far behind draws everything.
        """
        missed: list[bytes] = []
        events = await self._unread()
        head = events[-1].seq if events else 0
        resumes = cursor is not None and head - MOST_MISSED <= cursor <= head
        for logged in events:
            if resumes and cursor is not None and logged.seq > cursor:
                missed.append(self._applied(logged))
            else:
                self._thread.apply(logged)
        self._find_slot()
        if not resumes:
            missed = [frame(self._fragments.redraw(self._thread), number=head)]
        first = b"".join(missed) or frame("", event=EventName.PING)
        return first + self._orders(self._thread.calls.values())

    def delta(self, signal: Delta) -> bytes:
        """Text of the block being written; empty when the block is over already."""
        if signal.slot != self._slot or signal.turn != self._turn:
            return b""
        return frame(DeltaData(self._target, signal.offset, signal.text), event=EventName.DELTA)

    async def appended(self, signal: Appended) -> bytes:
        """A message for each event that shows, and this tab's new calls. Fills gaps from the log."""
        events: Iterable[LogEvent] = signal.events
        if signal.events[0].seq > self._thread.head + 1:
            events = await self._unread()
        fresh = [logged for logged in events if logged.seq > self._thread.head]
        chunks = [self._applied(logged) for logged in fresh]
        self._find_slot()
        sent = [self._thread.calls[logged.event.call] for logged in fresh if isinstance(logged.event, CallSent)]
        return b"".join(chunks) + self._orders(sent)

    async def _unread(self) -> list[LogEvent]:
        """Everything in the log behind this thread's head."""
        events: list[LogEvent] = []
        while page := await self._journal.read_after(
            self._thread.conversation, events[-1].seq if events else self._thread.head
        ):
            events += page
        return events

    def _applied(self, logged: LogEvent) -> bytes:
        self._thread.apply(logged)
        html = self._fragments.changes(self._thread, logged)
        return frame(html, number=logged.seq) if html else b""

    def _orders(self, states: Iterable[CallState]) -> bytes:
        """The calls among these that wait for this tab's page."""
        return b"".join(
            frame(state.sent.order, event=EventName.CALL)
            for state in states
            if state.sent and state.sent.tab == self._tab and state.document is None and not state.over
        )

    def _find_slot(self) -> None:
        turn = self._thread.current
        self._turn, self._slot = (turn.id, turn.slot) if turn else (None, -1)
        self._target = slot_id(turn.id, turn.slot) if turn else ""
