"""
A conversation as it stands: the fold over its log.

`Thread.apply` is the one place that says what each event changes. Nothing here does anything: the engine
asks it what comes next, the panel draws it, the transcript prints it.
"""

from datetime import datetime, timedelta
from typing import Literal, TypeAlias, assert_never

from msgspec import Struct, field

from app.contract import events as log
from app.contract.ids import CallId, ConversationId, Json, MessageId, TurnId
from app.contract.tools import Answer, CallKind, CallStatus, Hold, Lent, ProposedCall, Sent

TurnStatus = Literal["working", "waiting"] | log.TurnEnd


class CallState(Struct):
    """One call: where it stands, and everything its card or receipt shows."""

    call: ProposedCall
    step: int
    broken: str | None = None
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
    answer: Answer | None = None
    value: Json = None

    @property
    def over(self) -> bool:
        return self.answer is not None

    @property
    def waits_for_person(self) -> bool:
        return self.status in {"held", "confirming"}

    @property
    def is_card(self) -> bool:
        """Whether it stands on its own in the transcript. One that was never shown folds with the plain calls."""
        return self.hold is not None or (self.call.kind == "card" and self.status == "answered")


class TextBlock(Struct, frozen=True):
    """A finished Markdown block of the reply."""

    seq: int
    text: str


class Activity(Struct):
    """Consecutive plain calls, folded."""

    calls: list[CallState]


class Card(Struct, frozen=True):
    """A call that shows on its own."""

    state: CallState


Item: TypeAlias = TextBlock | Activity | Card


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
    """

    id: TurnId
    message: log.MessageSent
    started_at: datetime
    items: list[Item] = field(default_factory=list[Item])
    steps: list[Step] = field(default_factory=list[Step])
    lent: tuple[Lent, ...] = ()
    stop_requested: bool = False
    ended: log.TurnEnded | None = None
    ended_at: datetime | None = None
    retried: Literal["retry", "continue"] | None = None
    resumed_at: datetime | None = None
    resumed_after: int = 0
    waiting_since: datetime | None = None
    waited_before: timedelta = timedelta()

    @property
    def status(self) -> TurnStatus:
        if self.ended:
            return self.ended.end
        return "waiting" if any(state.waits_for_person for state in self.calls) else "working"

    @property
    def calls(self) -> list[CallState]:
        return [state for step in self.steps for state in step.calls]

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


class Thread(Struct):
    """Everything a conversation's log says. `head` is the number of the last event applied."""

    conversation: ConversationId
    head: int = 0
    turns: list[Turn] = field(default_factory=list[Turn])
    queued: list[log.MessageQueued] = field(default_factory=list[log.MessageQueued])
    calls: dict[CallId, CallState] = field(default_factory=dict[CallId, CallState])
    ever_lent: dict[str, CallKind] = field(default_factory=dict[str, CallKind])

    @property
    def current(self) -> Turn | None:
        """The turn that is not over, if there is one."""
        return self.turns[-1] if self.turns and self.turns[-1].ended is None else None

    def turn(self, turn: TurnId) -> Turn | None:
        return next((known for known in reversed(self.turns) if known.id == turn), None)

    def message_with(self, key: str) -> log.MessageSent | log.MessageQueued | None:
        """The message sent, or waiting, with a client's idempotency key, if there is one."""
        sent = (turn.message for turn in reversed(self.turns))
        return next((message for message in (*self.queued, *sent) if message.key == key), None)

    def message_ids(self) -> list[MessageId]:
        return [turn.message.id for turn in self.turns]

    def apply(self, logged: log.LogEvent) -> None:
        """Fold one event in. Events come in order, without gaps."""
        self.head = logged.seq
        match logged.event:
            case log.MessageSent() as message:
                lent = self.turns[-1].lent if self.turns else ()
                self.turns.append(Turn(id=message.turn, message=message, started_at=logged.at, lent=lent))
                self.queued = [waiting for waiting in self.queued if waiting.id != message.id]
            case log.MessageQueued() as waiting:
                self.queued.append(waiting)
            case (
                log.TurnRetried()
                | log.ToolsLent()
                | log.StepStarted()
                | log.TextWritten()
                | log.StepFinished()
                | log.StopRequested()
                | log.TurnEnded()
            ) as of_turn:
                self._turn_event(self._known(of_turn.turn), of_turn, logged)
            case log.CallProposed(call=call, broken=broken):
                self._propose(self._known(call.turn), call, broken)
            case (
                log.CallHeld() | log.CallDecided() | log.CallSent() | log.CallClaimed() | log.CallAnswered()
            ) as of_call:
                state = self.calls[of_call.call]
                self._call_event(state, of_call, logged.at)
                self._known(state.call.turn).mind_the_clock(logged.at)
            case _:
                assert_never(logged.event)

    def _known(self, turn: TurnId) -> Turn:
        found = self.turn(turn)
        assert found is not None, turn
        return found

    def _turn_event(
        self,
        turn: Turn,
        event: log.TurnRetried
        | log.ToolsLent
        | log.StepStarted
        | log.TextWritten
        | log.StepFinished
        | log.StopRequested
        | log.TurnEnded,
        logged: log.LogEvent,
    ) -> None:
        match event:
            case log.TurnRetried():
                turn.ended, turn.ended_at, turn.stop_requested = None, None, False
                turn.retried, turn.resumed_at = event.reason, logged.at
                turn.resumed_after = turn.steps[-1].number if turn.steps else 0
                turn.waited_before = timedelta()
            case log.ToolsLent(tools=tools):
                turn.lent = tools
                self.ever_lent.update((lent.spec.name, lent.kind) for lent in tools)
            case log.StepStarted(step=number):
                turn.steps.append(Step(number))
            case log.TextWritten(text=text):
                turn.steps[-1].texts.append(text)
                turn.items.append(TextBlock(logged.seq, text))
            case log.StepFinished():
                turn.steps[-1].finished = event
            case log.StopRequested():
                turn.stop_requested = True
            case log.TurnEnded():
                turn.ended, turn.ended_at = event, logged.at
            case _:
                assert_never(event)

    def _propose(self, turn: Turn, call: ProposedCall, broken: str | None) -> None:
        state = CallState(call, step=turn.steps[-1].number, broken=broken)
        turn.steps[-1].calls.append(state)
        self.calls[call.id] = state

    def _call_event(
        self,
        state: CallState,
        event: log.CallHeld | log.CallDecided | log.CallSent | log.CallClaimed | log.CallAnswered,
        at: datetime,
    ) -> None:
        match event:
            case log.CallHeld():
                state.status, state.hold, state.fingerprint = "held", event.hold, event.fingerprint
                state.expires_at, state.path = event.expires_at, event.path
            case log.CallDecided():
                state.decided = event
                state.status = "running" if event.approved else "declined"
            case log.CallSent():
                state.status, state.sent, state.label = "running", event.sent, event.label
                state.sent_at = at
            case log.CallClaimed():
                state.document, state.until = event.document, event.until
            case log.CallAnswered():
                state.status, state.answer, state.value = event.status, event.answer, event.value
            case _:
                assert_never(event)
        self._show(state)

    def _show(self, state: CallState) -> None:
        """Give a call its place in the transcript the first time it has something to show."""
        turn = self._known(state.call.turn)
        if any(_holds(item, state) for item in turn.items):
            return
        if state.is_card:
            turn.items.append(Card(state))
        elif turn.items and isinstance(turn.items[-1], Activity):
            turn.items[-1].calls.append(state)
        else:
            turn.items.append(Activity([state]))


def _holds(item: Item, state: CallState) -> bool:
    match item:
        case Activity(calls=calls):
            return any(known is state for known in calls)
        case Card(state=shown):
            return shown is state
        case TextBlock():
            return False
