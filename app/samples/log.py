"""A conversation's log written line by line, as a test or the gallery needs it."""

from collections.abc import Iterable, Sequence
from datetime import UTC, datetime, timedelta
from typing import Final

from app.contract import events as log
from app.contract.attachments import Attachment
from app.contract.ids import CallId, ConversationId, Json, MessageId, RunId, TabId, TurnId, call_id, message_id, turn_id
from app.contract.quotes import Quote
from app.contract.replies import Verdict
from app.contract.tools import Answer, CallKind, CallStatus, Change, Hold, PageCall, ProposedCall, Sent
from app.conversations.thread import Thread

CONVERSATION: Final = ConversationId("c_00000000000000000000000000000001")
TAB: Final = TabId("t_0000000000000000000000")
ORIGIN: Final = "https://shop.example.com"
NOON: Final = datetime(2026, 11, 30, 12, 0, tzinfo=UTC)


class Sample:
    """Each method appends what would be appended, a second apart."""

    def __init__(self) -> None:
        self.events: list[log.LogEvent] = []

    @property
    def thread(self) -> Thread:
        return folded(self.events)

    @property
    def turn(self) -> TurnId:
        sent = [logged.event for logged in self.events if isinstance(logged.event, log.MessageSent)]
        return sent[-1].turn

    def append(self, event: log.AnyEvent) -> "Sample":
        seq = len(self.events) + 1
        self.events.append(log.LogEvent(CONVERSATION, seq, NOON + timedelta(seconds=seq), event))
        return self

    def says(self, text: str, quote: Quote | None = None, files: tuple[Attachment, ...] = ()) -> "Sample":
        """The person writes, perhaps pointing at something, or giving files with it."""
        seq = len(self.events) + 1
        return self.append(
            log.MessageSent(
                message_id(CONVERSATION, seq),
                turn_id(CONVERSATION, seq),
                text,
                TAB,
                note="",
                instructions="",
                quote=quote,
                attachments=files,
            )
        )

    def says_anew(self, text: str, instead_of: MessageId) -> "Sample":
        """The person puts a message anew."""
        seq = len(self.events) + 1
        ids = message_id(CONVERSATION, seq), turn_id(CONVERSATION, seq)
        return self.append(log.MessageSent(*ids, text, TAB, note="", instructions="", instead_of=instead_of))

    def queues(self, text: str, *files: Attachment) -> "Sample":
        """The person writes while it works."""
        seq = len(self.events) + 1
        ids = message_id(CONVERSATION, seq), turn_id(CONVERSATION, seq)
        return self.append(log.MessageQueued(*ids, text, TAB, attachments=files))

    def step(self, number: int = 1) -> "Sample":
        return self.append(log.StepStarted(self.turn, number))

    def writes(self, *blocks: str, step: int = 1) -> "Sample":
        """The model finishes blocks of its reply."""
        for block in blocks:
            self.append(log.TextWritten(self.turn, step, block))
        return self

    def thinks(self, seconds: float | None = None, text: str = "") -> "Sample":
        """The model thinks; with `seconds`, it is done with that."""
        step = self.thread.turns[-1].steps[-1].number
        self.append(log.ThinkingBegun(self.turn, step))
        return self if seconds is None else self.append(log.ThoughtFinished(self.turn, step, text, seconds))

    def rates(self, verdict: Verdict | None, word: str = "") -> "Sample":
        """The person says what they think of the reply."""
        return self.append(log.FeedbackGiven(self.turn, verdict, word))

    def proposes(self, name: str, kind: CallKind, args: Json = None) -> "Sample":
        """The model finishes a call."""
        seq = len(self.events) + 1
        call = ProposedCall(call_id(CONVERSATION, seq), self.turn, f"toolu_{seq}", name, kind, args or {})
        return self.append(log.CallProposed(call))

    def holds(
        self,
        label: str,
        *,
        id: str | None = None,  # noqa: A002 -- the announcement's own word
        path: str = "/orders",
        page: str | None = "Orders",
        may_stand: bool = False,
        changes: Sequence[Change] = (),
    ) -> "Sample":
        call = self._call
        hold, until = Hold(call.name, label, id), NOON + timedelta(days=1)
        page, origin = (None, None) if call.kind in {"remote", "choice"} else (page, ORIGIN)
        return self.append(
            log.CallHeld(call.id, hold, "f" * 64, until, path, origin, page, may_stand, changes=tuple(changes))
        )

    def edits(self, args: Json) -> "Sample":
        """The person puts other arguments; it is asked about anew behind this."""
        return self.append(log.CallEdited(self._call.id, args, "Alice Ames"))

    def decides(self, *, approved: bool, by: str = "alice", stands: bool = False) -> "Sample":
        return self.append(log.CallDecided(self._call.id, approved, by, NOON, stands=stands))

    def goes_by(self, under: CallId, label: str, *, id: str | None = None) -> "Sample":  # noqa: A002
        """The call needs no asking: an approval stands for it."""
        call = self._call
        hold = Hold(call.name, label, id)
        return self.append(log.CallPreapproved(call.id, under, "alice", hold, "f" * 64, "/orders", ORIGIN, "Orders"))

    def sends(self, label: str = "", *, ring: bool = False) -> "Sample":
        """The call goes to the page."""
        call = self._call
        assert call.kind not in {"card", "choice", "unknown"}
        order = PageCall(call.id, call.kind, call.name, None, call.args, ring)  # pyright: ignore[reportArgumentType]
        return self.append(log.CallSent(call.id, Sent(TAB, order), label))

    def answers(self, text: str, *, status: CallStatus = "answered", value: Json = None) -> "Sample":
        error = status == "failed"
        return self.append(log.CallAnswered(self._call.id, status, Answer(text, is_error=error), value=value))

    def leaves(self, body: str, tool: str = "Order watch") -> "Sample":
        """A host tool replies to an event."""
        return self.append(log.HostReplied(RunId(f"r_{len(self.events):032x}"), tool, body))

    def ends(self, end: log.TurnEnd = "completed", reason: str | None = None) -> "Sample":
        return self.append(log.TurnEnded(self.turn, end, reason))

    @property
    def _call(self) -> ProposedCall:
        proposed = [logged.event for logged in self.events if isinstance(logged.event, log.CallProposed)]
        return proposed[-1].call


def folded(events: Iterable[log.LogEvent]) -> Thread:
    """The thread some events make."""
    thread = Thread(CONVERSATION)
    for logged in events:
        thread.apply(logged)
    return thread
