"""The events of a call that asks first: it is held, edited, decided, or goes by an approval that stands."""

from datetime import datetime

from app.contract.event import Event
from app.contract.ids import CallId, Json
from app.contract.remote import RemoteTool
from app.contract.tools import Change, Hold


class OfAsking(Event, frozen=True):
    """Base of those about whether a call may go ahead."""


class CallHeld(OfAsking, frozen=True, tag="call.held"):
    """
    The call waits for the person; once more when it was edited, or when what it names has changed.

    fingerprint: binds the decision to what was shown. origin, path, page: where a page's call is to be done.
    may_stand: whether it may be approved for the rest of the conversation.
    remote: the tool as its host defines it by now, when that has changed. changes: since it was asked before.
    """

    call: CallId
    hold: Hold
    fingerprint: str
    expires_at: datetime
    path: str | None = None
    origin: str | None = None
    page: str | None = None
    may_stand: bool = False
    remote: RemoteTool | None = None
    changes: tuple[Change, ...] = ()


class CallEdited(OfAsking, frozen=True, tag="call.edited"):
    """The person put other arguments; the call is asked about with them, in the event behind this one."""

    call: CallId
    args: dict[str, Json]
    by: str


class CallPreapproved(OfAsking, frozen=True, tag="call.preapproved"):
    """
    The call was not asked about: the person has approved exactly this for the rest of the conversation.

    under: the call whose decision stands for it. by: who decided. The rest is as in `CallHeld`.
    """

    call: CallId
    under: CallId
    by: str
    hold: Hold
    fingerprint: str
    path: str | None = None
    origin: str | None = None
    page: str | None = None


class ApprovalRevoked(OfAsking, frozen=True, tag="approval.revoked"):
    """The person took back that the decision of `call` stands for the rest of the conversation."""

    call: CallId
    by: str


class CallConfirming(OfAsking, frozen=True, tag="call.confirming"):
    """The person agreed to a held call that asks twice; it waits for the second word."""

    call: CallId
    by: str


class CallDecided(OfAsking, frozen=True, tag="call.decided"):
    """
    The one decision of a held call. `permissions` are the deciding token's.

    asking: which asking it answers, counted from 1; None when the caller named none, and so can't be asked anew.
    stands: whether it holds for the rest of the conversation, until it is taken back.
    """

    call: CallId
    approved: bool
    by: str
    at: datetime
    permissions: tuple[str, ...] = ()
    asking: int | None = None
    stands: bool = False
