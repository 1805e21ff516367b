"""
The events of one call, from the model's proposal to its answer.

Part of `app.contract.events`, which everybody imports them from.
"""

from datetime import datetime

from app.contract.event import Event
from app.contract.ids import CallId, Json
from app.contract.remote import DisplayCard
from app.contract.tools import Answer, CallStatus, ProposedCall, Sent


class CallProposed(Event, frozen=True, tag="call.proposed"):
    """The model finished a call. Its number in the log names it. `broken` says why its JSON is no arguments."""

    call: ProposedCall
    broken: str | None = None


class CallStarted(Event, frozen=True, tag="call.started"):
    """A remote call is about to be sent, by the process `by`; from here on it may have happened."""

    call: CallId
    by: str


class CallSent(Event, frozen=True, tag="call.sent"):
    """The call went to one tab, which may claim it until somebody does. `label` is its target's, for the answer."""

    call: CallId
    sent: Sent
    label: str


class CallClaimed(Event, frozen=True, tag="call.claimed"):
    """A document took the call; from here on it may have happened."""

    call: CallId
    document: str
    until: datetime


class CallAnswered(Event, frozen=True, tag="call.answered"):
    """
    The call is over.

    status: its last. answer: what the model reads. value: what the panel keeps of it.
    display: the cards its result shows; None when it brought none along.
    """

    call: CallId
    status: CallStatus
    answer: Answer
    value: Json = None
    display: tuple[DisplayCard, ...] | None = None
