"""
A conversation as it stands: the fold over its log.

`Thread.apply` is the one place that says what each event changes. Nothing here does anything: the engine
asks it what comes next, the panel draws it, the transcript prints it.
"""

from collections.abc import Iterable
from datetime import datetime, timedelta
from operator import attrgetter
from typing import assert_never

from msgspec import Struct, field
from msgspec.structs import replace

from app.contract import events as log
from app.contract.asking import OfAsking
from app.contract.ids import CallId, ConversationId, TurnId
from app.contract.remote import RemoteTool
from app.contract.replies import ReplyEvent
from app.contract.tools import CallKind, ProposedCall
from app.conversations.branches import Branches
from app.conversations.calls import CallEvent, CallState
from app.conversations.items import Activity, Card, Display, Item, TextBlock, Thought, TriedAgain, Unavailable, place
from app.conversations.turn import Step, Turn, TurnStatus
from app.conversations.waiting import WaitingMessages

__all__ = [
    "Activity",
    "CallState",
    "Card",
    "Display",
    "HostNote",
    "Item",
    "Step",
    "TextBlock",
    "Thought",
    "Thread",
    "TriedAgain",
    "Turn",
    "TurnStatus",
    "Unavailable",
]


class HostNote(Struct, frozen=True):
    """What a host tool left in the conversation. It belongs to no turn, and shows on every branch, by its time."""

    seq: int
    at: datetime
    reply: log.HostReplied


class Thread(Struct):
    """Everything a conversation's log says. `head` is the number of the last event applied."""

    conversation: ConversationId
    head: int = 0
    branches: Branches = field(default_factory=Branches)
    notes: list[HostNote] = field(default_factory=list[HostNote])
    waiting: WaitingMessages = field(default_factory=WaitingMessages)
    calls: dict[CallId, CallState] = field(default_factory=dict[CallId, CallState])
    ever_lent: dict[str, CallKind] = field(default_factory=dict[str, CallKind])

    @property
    def turns(self) -> list[Turn]:
        """The turns of the branch that shows."""
        return self.branches.shown

    @property
    def current(self) -> Turn | None:
        """The turn that is not over, if there is one. It is the last that shows."""
        return self.turns[-1] if self.turns and self.turns[-1].ended is None else None

    @property
    def exchanges(self) -> list[Turn | HostNote]:
        """The turns that show, and between them what host tools left, in their order."""
        return _in_order(self.turns, self.notes)

    @property
    def record(self) -> list[Turn | HostNote]:
        """The turns of all branches, and what host tools left, in the order they came."""
        return _in_order(self.branches.every.values(), self.notes)

    @property
    def queued(self) -> list[log.MessageQueued]:
        """The messages that wait, the first to go out first."""
        return self.waiting.messages

    def turn(self, turn: TurnId) -> Turn | None:
        """A turn, on whatever branch."""
        return self.branches.every.get(turn)

    def standing_for(self, asking: log.CallHeld) -> CallState | None:
        """The call whose approval stands for exactly what would be asked: the same thing, of the same page."""
        return next((state for state in self.calls.values() if state.stands and _is_same(state, asking)), None)

    def message_with(self, key: str) -> log.MessageSent | log.MessageQueued | None:
        """The message sent, or waiting, with a client's idempotency key, if there is one."""
        sent = (turn.message for turn in reversed(self.branches.every.values()))
        return next((message for message in (*self.queued, *sent) if message.key == key), None)

    def apply(self, logged: log.LogEvent) -> None:
        """Fold one event in. Events come in order, without gaps."""
        self.head = logged.seq
        match logged.event:
            case log.MessageSent() as message:
                self._begin(message, logged)
            case log.QueueEvent() as of_queue:
                self.waiting.take(of_queue)
            case log.BranchChosen(turn=turn):
                self.branches.choose(self._known(turn))
                self.waiting.keep()
            case log.HostReplied() as reply:
                self.notes.append(HostNote(logged.seq, logged.at, reply))
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
            case ReplyEvent() as of_reply:
                _about_reply(self._known(of_reply.turn), of_reply, logged.seq)
            case log.CallProposed(call=call, broken=broken):
                self._propose(self._known(call.turn), call, broken)
            case (OfAsking() | log.CallSent() | log.CallStarted() | log.CallClaimed() | log.CallAnswered()) as of_call:
                self._call_event(self.calls[of_call.call], of_call, logged.at)
            case _:
                assert_never(logged.event)

    def _begin(self, message: log.MessageSent, logged: log.LogEvent) -> None:
        turn = Turn(id=message.turn, message=message, started_at=logged.at, seq=logged.seq)
        self.branches.grow(turn, message.instead_of)
        if before := self.branches.before(turn):
            turn.lent = before.lent
        self.waiting.drop(message.id)
        if message.instead_of:
            self.waiting.keep()

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
                _resume(turn, event, logged)
            case log.RemoteLent():
                self._remote_lent(turn, event, logged.seq)
            case log.ToolsLent(tools=tools):
                turn.lent = tools
                self.ever_lent.update((lent.spec.name, lent.kind) for lent in tools)
            case log.StepStarted(step=number):
                turn.steps.append(Step(number))
                turn.thinks = False
            case log.TextWritten(text=text):
                turn.steps[-1].texts.append(text)
                turn.items.append(TextBlock(logged.seq, text))
            case log.StepFinished():
                turn.steps[-1].finished = event
            case log.StopRequested():
                turn.stop_requested = True
            case log.TurnEnded():
                turn.ended, turn.ended_at, turn.thinks = event, logged.at, False
                if event.end != "completed" and self.waiting.hurried is None:
                    self.waiting.keep()
            case _:
                assert_never(event)

    def _remote_lent(self, turn: Turn, event: log.RemoteLent, seq: int) -> None:
        before = self.branches.before(turn)
        turn.remote = replace(event, tools=before.remote_tools if before else ()) if event.tools is None else event
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


def _resume(turn: Turn, event: log.TurnRetried, logged: log.LogEvent) -> None:
    turn.ended, turn.ended_at, turn.stop_requested, turn.follow_ups = None, None, False, None
    turn.retried, turn.resumed_at = event.reason, logged.at
    turn.resumed_after = turn.steps[-1].number if turn.steps else 0
    turn.waited_before = timedelta()
    if event.reason == "retry" and turn.items:
        turn.items.append(TriedAgain(logged.seq))


def _in_order(turns: Iterable[Turn], notes: list[HostNote]) -> list[Turn | HostNote]:
    return sorted([*turns, *notes], key=attrgetter("seq"))


def _about_reply(
    turn: Turn, event: log.ThinkingBegun | log.ThoughtFinished | log.FeedbackGiven | log.FollowUpsSuggested, seq: int
) -> None:
    match event:
        case log.ThinkingBegun():
            turn.thinks = True
        case log.ThoughtFinished():
            turn.thinks = False
            turn.items.append(Thought(seq, event))
        case log.FeedbackGiven(verdict=verdict):
            turn.feedback = event if verdict else None
        case log.FollowUpsSuggested(suggestions=suggestions):
            turn.follow_ups = suggestions
        case _:
            assert_never(event)


def _remote_tool(turn: Turn, call: ProposedCall) -> RemoteTool | None:
    """The tool behind a call, by the names this turn was lent; None when it is no remote one, or is not there now."""
    lent = next((lent for lent in turn.lent if lent.spec.name == call.name), None)
    return next((tool for tool in turn.remote_tools if lent and tool.key == lent.remote), None)


def _is_same(state: CallState, asking: log.CallHeld) -> bool:
    there = (asking.fingerprint, asking.origin, asking.path, asking.page)
    return (state.fingerprint, state.origin, state.path, state.page) == there
