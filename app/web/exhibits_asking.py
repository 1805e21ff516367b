"""What hangs in the gallery of calls that ask: whose question changed, or was changed, and the log of all receipts."""

from collections.abc import Callable, Mapping
from datetime import timedelta
from typing import Final

from markupsafe import Markup

from app.contract.ids import ConversationId, UserId, WorkspaceId
from app.contract.people import Conversation, Owner
from app.conversations.thread import Card
from app.samples import approvals, asking, conversations
from app.samples.log import CONVERSATION, NOON, Sample
from app.tools.editing import Filled, read
from app.turns.edits import Editing
from app.web.activity_log import Receipt, draw_activity
from app.web.argument_forms import draw_editing
from app.web.fragments import Fragments
from app.web.templating import Templates

Make = Callable[[], Sample]
Exhibit = Callable[[Templates], Markup]

_WRONG: Final = {"title": ["T" * 90], "count": ["a dozen"], "before": [""], "lines": ["[{]"], "carrier": [""]}


def _card(make: Make, at: int = 0) -> Exhibit:
    """The card of a sample's call, by its place among the cards."""

    def draw(templates: Templates) -> Markup:
        cards = [item for turn in make().thread.turns for item in turn.items if isinstance(item, Card)]
        return Fragments(templates).item(cards[at])

    return draw


def _editing(filled: Filled | None = None) -> Exhibit:
    """A form over a control of every kind; with what was `filled` in, and what is wrong with it."""

    def draw(templates: Templates) -> Markup:
        state = asking.asking_for_every_kind().thread.turns[-1].calls[-1]
        faults = () if filled is None else read(asking.SCHEMA, filled, asking.EVERY_KIND)[1]
        return draw_editing(templates, Editing(state, asking.SCHEMA, faults), filled)

    return draw


def _receipts(*make: Make, more: bool = False) -> Exhibit:
    """The activity log over every call of some conversations."""

    def draw(templates: Templates) -> Markup:
        found = [
            Receipt(_conversation(at, "Open orders" if at else None), state)
            for at, each in enumerate(make)
            for state in each().thread.calls.values()
        ]
        drawn = draw_activity(templates, found, found[-1].state.call.id if more else None, begins=not more)
        return Markup("<ol>{}</ol>").format(drawn) if more else drawn

    return draw


def _conversation(at: int, title: str | None) -> Conversation:
    touched_at, owner = NOON - timedelta(hours=12 * at), Owner(WorkspaceId("ws_1"), UserId("alice"))
    return Conversation(ConversationId(f"{CONVERSATION[:-1]}{at}"), owner, 3, touched_at, touched_at, title)


CARDS: Final[Mapping[str, Exhibit]] = {
    "pending_standing": _card(asking.asking_to_stand),
    "pending_anew": _card(asking.asking_anew),
    "pending_terms": _card(asking.asking_on_other_terms),
    "edited": _card(asking.edited),
    "standing": _card(asking.standing),
    "under": _card(asking.standing, 1),
    "stood": _card(asking.stood),
    "editing": _editing(),
    "editing_faults": _editing(_WRONG),
}

RECEIPTS: Final[Mapping[str, Exhibit]] = {
    "none": _receipts(),
    "some": _receipts(asking.standing, conversations.went_wrong),
    "more": _receipts(approvals.decided_otherwise_each, more=True),
}
