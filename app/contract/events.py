"""
The events of a conversation's log, past tense, tagged by `type`.

The log is the truth: the model's history, the panel and the JSON transcript are folds over it
(`app.conversations.thread`). Deltas are not events; each finished block is.
"""

from datetime import datetime
from typing import Literal, TypeAlias

from msgspec import Struct, json

from app.contract.asking import (
    ApprovalRevoked,
    CallConfirming,
    CallDecided,
    CallEdited,
    CallHeld,
    CallPreapproved,
)
from app.contract.attachments import Attachment
from app.contract.call_events import CallAnswered, CallClaimed, CallProposed, CallSent, CallStarted
from app.contract.event import Event
from app.contract.ids import ConversationId, Json, MessageId, RunId, TabId, TurnId, WorkspaceId
from app.contract.quotes import Quote
from app.contract.remote import ProviderId, RemoteContext, RemoteTool
from app.contract.replies import FeedbackGiven, FollowUpsSuggested, ThinkingBegun, ThoughtFinished
from app.contract.tools import Lent

TurnEnd = Literal["completed", "stopped", "failed", "cut", "refused", "limited", "overlong"]
"""
failed: nothing (more) came of the model. cut: the stream died after something was shown. limited: one of
our limits. overlong: `max_tokens`; it can go on.
"""


class QueueEvent(Event, frozen=True):
    """Base of those about messages that wait."""


class MessageSent(Event, frozen=True, tag="message.sent"):
    """
    The user wrote; it opens the turn whose id is `turn`. `note` and `instructions` are as of that moment.

    instead_of: the message it stands in for: it begins a branch beside that one's, which shows from now on.
    """

    id: MessageId
    turn: TurnId
    text: str
    tab: TabId
    note: str
    instructions: str
    permissions: tuple[str, ...] = ()
    key: str | None = None
    quote: Quote | None = None
    instead_of: MessageId | None = None
    attachments: tuple[Attachment, ...] = ()


class MessageQueued(QueueEvent, frozen=True, tag="message.queued"):
    """The user wrote while the assistant was at work; it is sent, under the same ids, when that turn is over."""

    id: MessageId
    turn: TurnId
    text: str
    tab: TabId
    permissions: tuple[str, ...] = ()
    key: str | None = None
    quote: Quote | None = None
    instead_of: MessageId | None = None
    attachments: tuple[Attachment, ...] = ()


class MessageOpened(QueueEvent, frozen=True, tag="message.opened"):
    """The user began to put a message that waits otherwise; it is not sent before they are done."""

    message: MessageId


class MessageRevised(QueueEvent, frozen=True, tag="message.revised"):
    """The user put a message that waits otherwise, or left it as it was."""

    message: MessageId
    text: str


class MessageWithdrawn(QueueEvent, frozen=True, tag="message.withdrawn"):
    """The user took a message that waits back."""

    message: MessageId


class MessageHurried(QueueEvent, frozen=True, tag="message.hurried"):
    """The user wants a message that waits to be sent before the others."""

    message: MessageId


class BranchChosen(Event, frozen=True, tag="branch.chosen"):
    """The user went to the branch that a turn begins; what was shown of it last shows again."""

    turn: TurnId


class TurnRetried(Event, frozen=True, tag="turn.retried"):
    """A turn was begun again from where its last sound step left it, or went on after `max_tokens`."""

    turn: TurnId
    reason: Literal["retry", "continue"]


class RemoteLent(Event, frozen=True, tag="remote.lent"):
    """
    What the workspace's integrations lend a turn, asked once before its first model request.

    tools: None when they are those of the turn before. failed: integrations that lend nothing this turn.
    """

    turn: TurnId
    workspace: WorkspaceId
    request_id: str
    tools: tuple[RemoteTool, ...] | None
    contexts: tuple[RemoteContext, ...] = ()
    failed: tuple[ProviderId, ...] = ()


class ToolsLent(Event, frozen=True, tag="tools.lent"):
    """What the model was lent for a step; logged when it differs from what was lent before."""

    turn: TurnId
    tools: tuple[Lent, ...]


class StepStarted(Event, frozen=True, tag="step.started"):
    """A model request began. `step` counts from 1 within the turn."""

    turn: TurnId
    step: int


class TextWritten(Event, frozen=True, tag="text.written"):
    """A finished Markdown block of the reply. The texts of a step, joined, are what the model wrote."""

    turn: TurnId
    step: int
    text: str


class StepFinished(Event, frozen=True, tag="step.finished"):
    """
    A model request ended whole. `content` is its blocks as the API takes them back.

    usage: input_tokens, output_tokens, cache_creation_input_tokens, cache_read_input_tokens.
    """

    turn: TurnId
    step: int
    stop_reason: str
    content: tuple[dict[str, Json], ...]
    usage: dict[str, int]


class HostReplied(Event, frozen=True, tag="host.replied"):
    """A host tool answered an event with words for the user. `tool` is its name; a run replies once."""

    run: RunId
    tool: str
    body: str


class StopRequested(Event, frozen=True, tag="stop.requested"):
    """A person asked the turn to stop."""

    turn: TurnId


class TurnEnded(Event, frozen=True, tag="turn.ended"):
    """The turn is over. `reason` names the trouble or the limit behind `end`, for the words the panel shows."""

    turn: TurnId
    end: TurnEnd
    reason: str | None = None


AnyEvent: TypeAlias = (
    MessageSent
    | MessageQueued
    | MessageOpened
    | MessageRevised
    | MessageWithdrawn
    | MessageHurried
    | BranchChosen
    | TurnRetried
    | RemoteLent
    | ToolsLent
    | StepStarted
    | ThinkingBegun
    | ThoughtFinished
    | TextWritten
    | StepFinished
    | CallProposed
    | CallHeld
    | CallEdited
    | CallPreapproved
    | ApprovalRevoked
    | CallConfirming
    | CallDecided
    | CallSent
    | CallStarted
    | CallClaimed
    | CallAnswered
    | HostReplied
    | StopRequested
    | TurnEnded
    | FeedbackGiven
    | FollowUpsSuggested
)


class LogEvent(Struct, frozen=True):
    """An event with its place in the log: `seq` counts from 1 without gaps within the conversation."""

    conversation: ConversationId
    seq: int
    at: datetime
    event: AnyEvent


_decoder: json.Decoder[AnyEvent] = json.Decoder(AnyEvent)
_encoder = json.Encoder()


def encode(event: AnyEvent) -> bytes:
    """The JSON an event is stored as."""
    return _encoder.encode(event)


def decode(stored: bytes | str) -> AnyEvent:
    """An event from its stored JSON. Raises `msgspec.ValidationError` for an unknown type."""
    return _decoder.decode(stored)
