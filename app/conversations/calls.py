"""One call as it stands: the part of the fold that is about a single call."""

from datetime import datetime
from typing import TypeAlias, assert_never

from msgspec import Struct

from app.contract import events as log
from app.contract.ids import Json
from app.contract.remote import DisplayCard, RemoteTool
from app.contract.tools import Answer, CallStatus, Hold, ProposedCall, Sent

CallEvent: TypeAlias = (
    log.CallHeld
    | log.CallConfirming
    | log.CallDecided
    | log.CallSent
    | log.CallStarted
    | log.CallClaimed
    | log.CallAnswered
)


class CallState(Struct):
    """
    One call: where it stands, and everything its card or receipt shows.

    remote: the tool behind a remote call, as it was lent. started: by which process a remote call was sent.
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
            case log.CallHeld():
                self.status, self.hold, self.fingerprint = "held", event.hold, event.fingerprint
                self.expires_at, self.path = event.expires_at, event.path
            case log.CallConfirming():
                self.status = "confirming"
            case log.CallDecided():
                self.decided = event
                self.status = "running" if event.approved else "declined"
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
                assert_never(event)
