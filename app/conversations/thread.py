"""
A conversation as it stands: the fold over its log.

`Thread.apply` is the one place that says what each event changes. Nothing here does anything: the engine
asks it what comes next, the panel draws it, the transcript prints it.
"""

from datetime import datetime, timedelta
from typing import Literal, assert_never

from msgspec import Struct, field
from msgspec.structs import replace

from app.contract import events as log
from app.contract.ids import CallId, ConversationId, MessageId, TurnId
from app.contract.remote import RemoteTool
from app.contract.tools import CallKind, Lent, ProposedCall
from app.conversations.calls import CallEvent, CallState
from app.conversations.items import Activity, Card, Display, Item, TextBlock, Unavailable, place

__all__ = [
    "Activity",
    "CallState",
    "Card",
    "Display",
    "HostNote",
    "Item",
    "Step",
    "TextBlock",
    "Thread",
    "Turn",
    "Unavailable",
]

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
    """

    id: TurnId
    message: log.MessageSent
    started_at: datetime
    items: list[Item] = field(default_factory=list[Item])
    steps: list[Step] = field(default_factory=list[Step])
    remote: log.RemoteLent | None = None
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


class HostNote(Struct, frozen=True):
    """What a host tool left in the conversation, behind the first `behind` turns. It belongs to none of them."""

    seq: int
    behind: int
    at: datetime
    reply: log.HostReplied


class Thread(Struct):
    """Everything a conversation's log says. `head` is the number of the last event applied."""

    conversation: ConversationId
    head: int = 0
    turns: list[Turn] = field(default_factory=list[Turn])
    notes: list[HostNote] = field(default_factory=list[HostNote])
    queued: list[log.MessageQueued] = field(default_factory=list[log.MessageQueued])
    calls: dict[CallId, CallState] = field(default_factory=dict[CallId, CallState])
    ever_lent: dict[str, CallKind] = field(default_factory=dict[str, CallKind])

    @property
    def current(self) -> Turn | None:
        """The turn that is not over, if there is one."""
        return self.turns[-1] if self.turns and self.turns[-1].ended is None else None

    @property
    def exchanges(self) -> list[Turn | HostNote]:
        """The turns, and between them what host tools left, in the order they are shown."""
        found: list[Turn | HostNote] = [*self.turns]
        for note in reversed(self.notes):
            found.insert(note.behind, note)
        return found

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
            case log.MessageQueued() | log.MessageRevised() | log.MessageWithdrawn() | log.MessageHurried() as of_queue:
                self._queue_event(of_queue)
            case log.HostReplied() as reply:
                self.notes.append(HostNote(logged.seq, len(self.turns), logged.at, reply))
            case (
                log.TurnRetried()
                | log.RemoteLent()
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
                log.CallHeld()
                | log.CallConfirming()
                | log.CallDecided()
                | log.CallSent()
                | log.CallStarted()
                | log.CallClaimed()
                | log.CallAnswered()
            ) as of_call:
                self._call_event(self.calls[of_call.call], of_call, logged.at)
            case _:
                assert_never(logged.event)

    def _queue_event(
        self, event: log.MessageQueued | log.MessageRevised | log.MessageWithdrawn | log.MessageHurried
    ) -> None:
        match event:
            case log.MessageQueued():
                self.queued.append(event)
            case log.MessageRevised(message=message, text=text):
                self.queued = [replace(each, text=text) if each.id == message else each for each in self.queued]
            case log.MessageWithdrawn(message=message):
                self.queued = [each for each in self.queued if each.id != message]
            case log.MessageHurried(message=message):
                self.queued.sort(key=lambda each: each.id != message)
            case _:
                assert_never(event)

    def _known(self, turn: TurnId) -> Turn:
        found = self.turn(turn)
        assert found is not None, turn
        return found

    def _turn_event(
        self,
        turn: Turn,
        event: log.TurnRetried
        | log.RemoteLent
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
            case log.RemoteLent():
                self._remote_lent(turn, event, logged.seq)
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

    def _remote_lent(self, turn: Turn, event: log.RemoteLent, seq: int) -> None:
        before = self.turns[-2].remote_tools if len(self.turns) > 1 else ()
        turn.remote = replace(event, tools=before) if event.tools is None else event
        if event.failed:
            turn.items.append(Unavailable(seq, event.failed))

    def _propose(self, turn: Turn, call: ProposedCall, broken: str | None) -> None:
        state = CallState(call, step=turn.steps[-1].number, broken=broken, remote=_remote_tool(turn, call))
        turn.steps[-1].calls.append(state)
        self.calls[call.id] = state

    def _call_event(self, state: CallState, event: CallEvent, at: datetime) -> None:
        state.take(event, at)
        turn = self._known(state.call.turn)
        place(turn.items, state, turn.remote.workspace if turn.remote else None)
        turn.mind_the_clock(at)


def _remote_tool(turn: Turn, call: ProposedCall) -> RemoteTool | None:
    """The tool behind a call, by the names this turn was lent; None when it is no remote one, or is not there now."""
    lent = next((lent for lent in turn.lent if lent.spec.name == call.name), None)
    return next((tool for tool in turn.remote_tools if lent and tool.key == lent.remote), None)
