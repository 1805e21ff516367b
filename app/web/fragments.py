"""
The log as the panel shows it: which fragment stands for what, and where it goes.

A turn's items end in one empty slot; an event that adds an item replaces that slot by the item and the next
slot. So a fragment that comes twice finds no place the second time, and none can come out of order. What is
there already is replaced by its own id.
"""

from typing import assert_never

from markupsafe import Markup

from app.contract import events as log
from app.contract.ids import MessageId, TurnId, seq_of
from app.conversations.items import Display, TriedAgain, Unavailable, holds
from app.conversations.thread import Activity, CallState, Card, HostNote, Item, TextBlock, Thought, Thread, Turn
from app.outbound.links import FileLinks, ImageLinks
from app.web import activity
from app.web.approvals import draw_approval, draw_revoked
from app.web.arguments import draw_arguments
from app.web.cards import draw_card, draw_choices
from app.web.dom import COMPOSER_ACTION, PROBLEM, QUEUE, TRANSCRIPT, dom_id, item_id, slot_id
from app.web.markdown import to_safe_html
from app.web.plain import to_plain_line
from app.web.remote import draw_display, draw_unavailable
from app.web.replies import draw_foot, draw_thought
from app.web.said import draw_left, draw_one_waiting, draw_said, draw_said_anew, draw_waiting
from app.web.standing import draw_status
from app.web.templating import Templates
from app.web.words import word


class Fragments:
    """Draws what the log holds and what its events change, for a panel on `origin`."""

    def __init__(
        self,
        templates: Templates,
        origin: str = "",
        *,
        images: ImageLinks | None = None,
        files: FileLinks | None = None,
        greeting: str = "",
    ) -> None:
        """`images` and `files` sign links to those of cards and messages, else none show; "" greets in our words."""
        self._templates = templates
        self._images = images
        self._files = files
        self._draw = templates.fragment
        self._origin = origin
        self._greeting = greeting

    def seen_from(self, origin: str, *, greeting: str = "") -> "Fragments":
        """The same for a panel on another origin: links to the page's are made whole unless it is the panel's own."""
        return Fragments(self._templates, origin, images=self._images, files=self._files, greeting=greeting)

    def draw(self, thread: Thread) -> Markup:
        """The whole transcript: one element."""
        turns = [
            draw_left(self._templates, each) if isinstance(each, HostNote) else self._exchange(thread, each)
            for each in thread.exchanges
        ]
        return self._draw("transcript/whole", id=TRANSCRIPT, turns=turns, slot=self._transcript_slot(len(turns)))

    def redraw(self, thread: Thread) -> str:
        """The conversation as it stands, put in the place of whatever the panel shows."""
        drawn = self._partial(TRANSCRIPT, self.draw(thread))
        return drawn + self._waiting(thread) + self._action(thread)

    def queue(self, thread: Thread) -> Markup:
        """The messages that wait: one element, empty when none does."""
        return draw_waiting(self._templates, thread)

    def waiting(self, thread: Thread, message: MessageId) -> str:
        """One message that waits, in its place; nothing when it waits no more."""
        places = (each for each in thread.queued if each.id == message)
        drawn = (draw_one_waiting(self._templates, thread, each) for each in places)
        return "".join(self._partial(dom_id(message, "waiting"), each) for each in drawn)

    def said(self, thread: Thread, turn: Turn, *, editing: bool = False) -> str:
        """What the person said, in its place; `editing` asks for it anew."""
        templates = self._templates
        drawn = (
            draw_said_anew(templates, turn, self._files) if editing else draw_said(templates, thread, turn, self._files)
        )
        return self._partial(dom_id(turn.message.id), drawn)

    def changes(self, thread: Thread, logged: log.LogEvent) -> str:  # noqa: C901, PLR0911 -- by kind
        """What one event changes in the panel. Call it right after `thread.apply(logged)`; "" when nothing shows."""
        match logged.event:
            case log.MessageSent(instead_of=None) as sent:
                # One that waited was named by the event that queued it.
                waited = seq_of(sent.id) != logged.seq
                return self._sent(thread, sent) + self._waiting(thread, if_any=waited) + self._action(thread)
            case log.MessageSent() | log.BranchChosen():
                return self.redraw(thread)
            case log.QueueEvent():
                return self._waiting(thread)
            case log.HostReplied():
                return self._left(thread)
            case log.TextWritten(turn=of) | log.RemoteLent(turn=of, failed=(_, *_)):
                return self._added(_turn(thread, of))
            case log.StepStarted(turn=of) | log.TurnRetried(turn=of):
                return self._begun(_turn(thread, of), logged.seq) + self._standing(thread, _turn(thread, of))
            case log.ThinkingBegun(turn=of) | log.StopRequested(turn=of) | log.FollowUpsSuggested(turn=of):
                return self._standing(thread, _turn(thread, of))
            case log.TurnEnded(turn=of):
                return self._standing(thread, _turn(thread, of)) + self._waiting(thread, if_any=bool(thread.queued))
            case log.ThoughtFinished() | log.FeedbackGiven() | log.ApprovalRevoked() as of_what_is_there:
                return self._about(thread, of_what_is_there)
            case (
                log.CallHeld(call=call)
                | log.CallEdited(call=call)
                | log.CallPreapproved(call=call)
                | log.CallConfirming(call=call)
                | log.CallDecided(call=call)
                | log.CallSent(call=call)
                | log.CallStarted(call=call)
                | log.CallAnswered(call=call)
            ):
                return self._called(thread, thread.calls[call])
            case log.RemoteLent() | log.ToolsLent() | log.StepFinished() | log.CallProposed() | log.CallClaimed():
                return ""
            case _:
                assert_never(logged.event)

    def message(self, thread: Thread, message: log.MessageSent | log.MessageQueued) -> str:
        """
        What a message just sent adds, as its event does on the stream: whichever comes first is shown.

        The composer's button is the stream's alone, which knows whether the turn is over already; so is a branch.
        """
        return self._sent(thread, message) if isinstance(message, log.MessageSent) and not message.instead_of else ""

    def call(self, state: CallState) -> str:
        """A call's card as it stands, in its place."""
        return self._partial(dom_id(state.call.id), self._item(Card(state)))

    def foot(self, turn: Turn) -> Markup:
        """What can be done with a turn's reply, in its place."""
        return self._partial(dom_id(turn.id, "foot"), draw_foot(self._templates, turn))

    def item(self, item: Item) -> Markup:
        """One thing a turn shows."""
        return self._item(item)

    def problem(self, status: int, sentence: str) -> str:
        """An error, shown above the composer wherever the request came from."""
        return self._partial(PROBLEM, self._draw("problem/problem", id=PROBLEM, status=status, sentence=sentence))

    def _sent(self, thread: Thread, message: log.MessageSent) -> str:
        """The message and its turn as they were at that moment, so that later events find the slots they expect."""
        turn = _turn(thread, message.turn)
        at = next((index for index, each in enumerate(thread.exchanges) if each is turn), None)
        if at is None:  # Already on a branch that was left.
            return ""
        fresh = Turn(id=turn.id, message=message, started_at=turn.started_at, seq=turn.seq, after=turn.after)
        place = self._exchange(thread, fresh) + self._transcript_slot(at + 1)
        before = thread.branches.before(turn)
        return (self._status(thread, before) if before else "") + self._partial(dom_id(TRANSCRIPT, "slot", at), place)

    def _waiting(self, thread: Thread, *, if_any: bool = True) -> Markup:
        return self._partial(QUEUE, self.queue(thread)) if if_any else Markup()

    def _about(self, thread: Thread, event: log.ThoughtFinished | log.FeedbackGiven | log.ApprovalRevoked) -> str:
        if isinstance(event, log.ApprovalRevoked):
            return draw_revoked(self._templates, thread, event.call, self._origin)
        turn = _turn(thread, event.turn)
        if isinstance(event, log.FeedbackGiven):
            return self.foot(turn)
        return self._added(turn) + self._standing(thread, turn)

    def _left(self, thread: Thread) -> str:
        """What a host tool just left, behind everything there is."""
        at = len(thread.exchanges) - 1
        place = draw_left(self._templates, thread.notes[-1]) + self._transcript_slot(at + 1)
        return self._partial(dom_id(TRANSCRIPT, "slot", at), place)

    def _added(self, turn: Turn) -> str:
        """The turn's last item into the slot it was written in."""
        place = self._item(turn.items[-1]) + self._slot(turn)
        return self._partial(slot_id(turn.id, turn.slot - 1), place)

    def _begun(self, turn: Turn, seq: int) -> str:
        """The open slot without the text a step left that never became a block; behind the mark of a try begun now."""
        if turn.items and isinstance(last := turn.items[-1], TriedAgain) and last.seq == seq:
            return self._added(turn)
        return self._partial(slot_id(turn.id, turn.slot), self._slot(turn))

    def _called(self, thread: Thread, state: CallState) -> str:
        """A call's item: into its slot when new, in its own place when there. The panel finds one of the two."""
        turn = _turn(thread, state.call.turn)
        item = next(item for item in turn.items if holds(item, state))
        drawn = self._partial(item_id(item), self._item(item))
        last = turn.items[-1]
        if item is last:
            drawn = self._added(turn) + drawn
        elif isinstance(last, Display) and last.state is state:
            drawn += self._added(turn)
        return drawn + (self._standing(thread, turn) if state.hold else "")

    def _exchange(self, thread: Thread, turn: Turn) -> Markup:
        said = draw_said(self._templates, thread, turn, self._files)
        reply = self._draw(
            "turn/turn",
            id=dom_id(turn.id),
            label=word("turn.reply"),
            items=[self._item(item) for item in turn.items],
            slot=self._slot(turn),
            status=draw_status(self._templates, turn, last=thread.turns[-1].id == turn.id),
            foot=draw_foot(self._templates, turn),
        )
        return said + reply

    def _item(self, item: Item) -> Markup:  # noqa: PLR0911 -- one for each kind
        match item:
            case TextBlock(text=text):
                return self._draw("block/block", id=item_id(item), html=to_safe_html(text))
            case Thought(thought=thought):
                return draw_thought(self._templates, thought, item_id(item))
            case Activity():
                return self._activity(item)
            case Card(state=state):
                return self._card(state)
            case Display():
                return draw_display(self._templates, item, self._images)
            case Unavailable():
                return draw_unavailable(self._templates, item)
            case TriedAgain():
                return self._draw("turn/again", id=item_id(item))
            case _:
                assert_never(item)

    def _card(self, state: CallState) -> Markup:
        match state.call.kind:
            case "choice":
                return draw_choices(self._templates, state)
            case "card":
                return draw_card(self._templates, state, self._origin)
            case _:
                return draw_approval(self._templates, state, self._origin)

    def _activity(self, item: Activity) -> Markup:
        return self._draw(
            "activity/activity",
            id=item_id(item),
            state=activity.standing_of(item),
            summary=activity.summary(item),
            entries=[self._plain_call(state) for state in item.calls],
        )

    def _plain_call(self, state: CallState) -> Markup:
        return self._draw(
            "activity/call",
            id=dom_id(state.call.id),
            state=activity.standing(state),
            name=to_plain_line(state.call.name),
            arguments=draw_arguments(self._templates, state),
            outcome=activity.outcome(state),
        )

    def _standing(self, thread: Thread, turn: Turn) -> str:
        # Only what ended has a foot, and only what is tried again loses it.
        foot = self.foot(turn) if turn.ended or turn.retried else ""
        return self._status(thread, turn) + foot + self._action(thread)

    def _status(self, thread: Thread, turn: Turn) -> Markup:
        drawn = draw_status(self._templates, turn, last=thread.turns[-1] is turn)
        return self._partial(dom_id(turn.id, "status"), drawn)

    def _action(self, thread: Thread) -> Markup:
        """The composer's button: Stop while the last turn is being worked on."""
        turn = thread.current
        if turn and turn.status == "working":
            drawn = self._draw("composer/stop", id=COMPOSER_ACTION, url=f"/assist/turns/{turn.id}")
        else:
            drawn = self._draw("composer/send", id=COMPOSER_ACTION)
        return self._partial(COMPOSER_ACTION, drawn)

    def _slot(self, turn: Turn) -> Markup:
        return self._draw("turn/slot", id=slot_id(turn.id, turn.slot))

    def _transcript_slot(self, at: int) -> Markup:
        place = dom_id(TRANSCRIPT, "slot", at)
        greeting = {} if at else {"question": self._greeting or word("panel.greeting")}
        return self._draw("transcript/slot" if at else "transcript/greeting", id=place, **greeting)

    def _partial(self, target: str, html: Markup) -> Markup:
        return self._draw("partial", target=target, html=html)


def _turn(thread: Thread, turn: TurnId) -> Turn:
    found = thread.turn(turn)
    assert found is not None, turn
    return found
