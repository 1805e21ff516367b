"""What the panel shows of a turn, item by item, in the order the items first had something to show."""

from typing import TypeAlias, assert_never

from msgspec import Struct

from app.contract.ids import WorkspaceId
from app.contract.remote import ProviderId
from app.contract.replies import ThoughtFinished
from app.conversations.calls import CallState


class TextBlock(Struct, frozen=True):
    """A finished Markdown block of the reply."""

    seq: int
    text: str


class Thought(Struct, frozen=True):
    """What the model thought before it went on."""

    seq: int
    thought: ThoughtFinished


class Activity(Struct):
    """Consecutive plain calls, folded."""

    calls: list[CallState]


class Card(Struct, frozen=True):
    """A call that shows on its own."""

    state: CallState


class Display(Struct, frozen=True):
    """The display cards of a remote call's result. `workspace` is the one their images are fetched for."""

    state: CallState
    workspace: WorkspaceId


class Unavailable(Struct, frozen=True):
    """Integrations that lend nothing this turn."""

    seq: int
    providers: tuple[ProviderId, ...]


class TriedAgain(Struct, frozen=True):
    """Where another try begins: what the one before it wrote stays above."""

    seq: int


Item: TypeAlias = TextBlock | Thought | Activity | Card | Display | Unavailable | TriedAgain


def place(items: list[Item], state: CallState, workspace: WorkspaceId | None) -> None:
    """Give a call, and then the cards of its result, a place the first time it has something to show there."""
    if not any(holds(item, state) for item in items):
        _add(items, state)
    if state.display and workspace and not any(isinstance(item, Display) and item.state is state for item in items):
        items.append(Display(state, workspace))


def holds(item: Item, state: CallState) -> bool:
    """Whether it is the call's own item."""
    match item:
        case Activity(calls=calls):
            return any(known is state for known in calls)
        case Card(state=shown):
            return shown is state
        case TextBlock() | Thought() | Display() | Unavailable() | TriedAgain():
            return False
        case _:
            assert_never(item)


def _add(items: list[Item], state: CallState) -> None:
    if state.is_card:
        items.append(Card(state))
    elif items and isinstance(last := items[-1], Activity):
        last.calls.append(state)
    else:
        items.append(Activity([state]))
