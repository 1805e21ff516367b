"""What is known of a reply beside its words: how the model thought about it, and what the person thought of it."""

from datetime import datetime
from typing import Annotated, Final, Literal, TypeAlias

from msgspec import Meta, Struct

from app.contract.event import Event
from app.contract.ids import ConversationId, TurnId, UserId

LONGEST_WORD: Final = 1_000

Verdict: TypeAlias = Literal["up", "down"]
Word: TypeAlias = Annotated[str, Meta(max_length=LONGEST_WORD)]


class ReplyEvent(Event, frozen=True):
    """Base of those about a reply beside its words."""


class ThinkingBegun(ReplyEvent, frozen=True, tag="thinking.begun"):
    """The model thinks before it goes on."""

    turn: TurnId
    step: int


class ThoughtFinished(ReplyEvent, frozen=True, tag="thought.finished"):
    """
    A finished block of thinking. What the API takes back of it is the step's; this is what a person may read.

    text: "" where the model keeps it to itself. seconds: how long it took.
    """

    turn: TurnId
    step: int
    text: str
    seconds: float


class FeedbackGiven(ReplyEvent, frozen=True, tag="feedback.given"):
    """What the person thinks of a turn, in the place of what they thought before. `verdict` None takes it back."""

    turn: TurnId
    verdict: Verdict | None
    word: str = ""


class Feedback(Struct, frozen=True):
    """
    What a person thinks of a turn now, as the host reads it.

    verdict: None once it was taken back. changed: grows with each change in a workspace.
    """

    conversation: ConversationId
    turn: TurnId
    user: UserId
    verdict: Verdict | None
    word: str
    at: datetime
    changed: int


class FollowUpsSuggested(ReplyEvent, frozen=True, tag="follow_ups.suggested"):
    """What the user might say next, as the model thought of it after the turn; perhaps nothing."""

    turn: TurnId
    suggestions: tuple[str, ...]
