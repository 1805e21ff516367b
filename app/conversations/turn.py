"""One turn as it stands: the part of the fold that is about a single turn."""

from datetime import datetime, timedelta
from typing import Literal

from msgspec import Struct, field

from app.contract import events as log
from app.contract.ids import TurnId
from app.contract.remote import RemoteTool
from app.contract.tools import Lent
from app.conversations.calls import CallState
from app.conversations.items import Item

TurnStatus = Literal["working", "waiting"] | log.TurnEnd


class Step(Struct):
    """One model request of a turn."""

    number: int
    texts: list[str] = field(default_factory=list[str])
    finished: log.StepFinished | None = None
    calls: list[CallState] = field(default_factory=list[CallState])


class Turn(Struct):
    """
    From the user's message to the assistant's last word.

    items: what the panel shows, in order; their count is the number of the slot text is written into.
    thinks: whether the model is thinking right now. feedback: what the person thinks of it, None when they don't say.
    seq: the number in the log it began at. after: the turn before it on its branch; None when it is the first.
    """

    id: TurnId
    message: log.MessageSent
    started_at: datetime
    items: list[Item] = field(default_factory=list[Item])
    steps: list[Step] = field(default_factory=list[Step])
    remote: log.RemoteLent | None = None
    lent: tuple[Lent, ...] = ()
    thinks: bool = False
    stop_requested: bool = False
    feedback: log.FeedbackGiven | None = None
    ended: log.TurnEnded | None = None
    ended_at: datetime | None = None
    retried: Literal["retry", "continue"] | None = None
    resumed_at: datetime | None = None
    resumed_after: int = 0
    waiting_since: datetime | None = None
    waited_before: timedelta = timedelta()
    follow_ups: tuple[str, ...] | None = None
    seq: int = 0
    after: TurnId | None = None

    @property
    def status(self) -> TurnStatus:
        if self.ended:
            return self.ended.end
        return "waiting" if any(state.waits_for_person for state in self.calls) else "working"

    @property
    def written(self) -> str:
        """What the model wrote, as Markdown."""
        return "\n\n".join(filter(None, ("".join(step.texts).strip() for step in self.steps)))

    @property
    def calls(self) -> list[CallState]:
        return [state for step in self.steps for state in step.calls]

    @property
    def remote_tools(self) -> tuple[RemoteTool, ...]:
        """What the integrations lend it."""
        return (self.remote.tools or ()) if self.remote else ()

    @property
    def slot(self) -> int:
        return len(self.items)

    def waited(self, now: datetime) -> timedelta:
        """How long the turn has waited for a person, up to now."""
        return self.waited_before + (now - self.waiting_since if self.waiting_since else timedelta())

    def mind_the_clock(self, at: datetime) -> None:
        """Note when waiting for a person begins and ends."""
        waits = any(state.waits_for_person for state in self.calls)
        if waits and self.waiting_since is None:
            self.waiting_since = at
        elif not waits and self.waiting_since is not None:
            self.waited_before, self.waiting_since = self.waited(at), None
