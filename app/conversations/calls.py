"""One call as it stands: the part of the fold that is about a single call."""

from datetime import datetime, timedelta
from typing import TypeAlias, assert_never

from msgspec import Struct
from msgspec.structs import replace

from app.contract import events as log
from app.contract.ids import CallId, Json
from app.contract.remote import DisplayCard, RemoteTool
from app.contract.tools import Answer, CallStatus, Change, Hold, ProposedCall, Sent

AskingEvent: TypeAlias = (
    log.CallHeld | log.CallEdited | log.CallPreapproved | log.CallConfirming | log.CallDecided | log.ApprovalRevoked
)
CallEvent: TypeAlias = AskingEvent | log.CallSent | log.CallStarted | log.CallClaimed | log.CallAnswered


class CallState(Struct):
    """
    One call: where it stands, and everything its card or receipt shows.

    call: with the arguments it is made with; `edited` and `proposed` tell that those are a person's, and the model's.
    remote: the tool behind a remote call, as it was lent, or as it was when the person was last asked.
    asked: how often it was. under: the call whose standing approval it goes by. started: by which process a remote
    call was sent.
    """

    call: ProposedCall
    step: int
    broken: str | None = None
    remote: RemoteTool | None = None
    status: CallStatus = "proposed"
    hold: Hold | None = None
    fingerprint: str | None = None
    expires_at: datetime | None = None
    path: str | None = None
    origin: str | None = None
    page: str | None = None
    asked: int = 0
    asked_at: datetime | None = None
    may_stand: bool = False
    changes: tuple[Change, ...] = ()
    edited: log.CallEdited | None = None
    proposed: dict[str, Json] | None = None
    under: CallId | None = None
    revoked_at: datetime | None = None
    decided: log.CallDecided | None = None
    sent: Sent | None = None
    sent_at: datetime | None = None
    label: str | None = None
    document: str | None = None
    until: datetime | None = None
    started: str | None = None
    answer: Answer | None = None
    value: Json = None
    display: tuple[DisplayCard, ...] | None = None

    @property
    def over(self) -> bool:
        return self.answer is not None

    @property
    def waits_for_person(self) -> bool:
        return self.status in {"held", "confirming"}

    @property
    def may_have_happened(self) -> bool:
        """Whether somebody who may have acted has it: a document that claimed it, a server it was sent to."""
        return self.document is not None or self.started is not None

    @property
    def stands(self) -> bool:
        """Whether its approval holds for the rest of the conversation."""
        return self.decided is not None and self.decided.stands and self.revoked_at is None

    @property
    def can_be_asked_anew(self) -> bool:
        """Whether its decision may be taken for none, and asked for again: nobody was given the call yet."""
        named = self.decided is not None and (self.decided.asking is not None or self.under is not None)
        return named and self.sent is None and self.started is None

    @property
    def asks_for(self) -> timedelta:
        """How long the person has to decide."""
        return self.expires_at - self.asked_at if self.expires_at and self.asked_at else timedelta()

    @property
    def is_lookup(self) -> bool:
        """Whether it only reads from a remote server, so that it needs no asking and may run beside others."""
        return self.remote is not None and self.remote.verb == "get" and self.broken is None

    @property
    def asks_twice(self) -> bool:
        """Whether one word of the person is not enough."""
        return self.remote is not None and self.remote.verb == "delete"

    @property
    def is_card(self) -> bool:
        """Whether it stands on its own in the transcript. One that was never shown folds with the plain calls."""
        return self.hold is not None or (self.call.kind == "card" and self.status == "answered")

    def take(self, event: CallEvent, at: datetime) -> None:
        """Fold one event in."""
        match event:
            case log.CallSent():
                self.status, self.sent, self.label = "running", event.sent, event.label
                self.sent_at = at
            case log.CallStarted():
                self.status, self.started = "running", event.by
            case log.CallClaimed():
                self.document, self.until = event.document, event.until
            case log.CallAnswered():
                self.status, self.answer, self.value = event.status, event.answer, event.value
                self.display = event.display
            case _:
                self._take_asking(event, at)

    def _take_asking(self, event: AskingEvent, at: datetime) -> None:
        match event:
            case log.CallHeld():
                self._ask(event)
                self.status, self.decided, self.under = "held", None, None
                self.expires_at, self.may_stand, self.changes = event.expires_at, event.may_stand, event.changes
                self.remote = event.remote or self.remote
                self.asked, self.asked_at = self.asked + 1, at
            case log.CallEdited():
                self.proposed = self.call.args if self.edited is None else self.proposed
                self.call, self.edited = replace(self.call, args=event.args), event
            case log.CallPreapproved():
                self._ask(event)
                self.status, self.under = "running", event.under
                self.decided = log.CallDecided(event.call, approved=True, by=event.by, at=at)
            case log.CallConfirming():
                self.status = "confirming"
            case log.CallDecided():
                self.decided = event
                self.status = "running" if event.approved else "declined"
            case log.ApprovalRevoked():
                self.revoked_at = at
            case _:
                assert_never(event)

    def _ask(self, event: log.CallHeld | log.CallPreapproved) -> None:
        """What it names, and where it would be done."""
        self.hold, self.fingerprint = event.hold, event.fingerprint
        self.origin, self.path, self.page = event.origin, event.path, event.page
