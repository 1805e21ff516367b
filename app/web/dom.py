"""The ids of elements in the panel: the one place that makes them, from log numbers alone."""

from typing import Final, assert_never

from app.contract.ids import TurnId, conversation_of, seq_of
from app.conversations.items import Activity, Card, Display, Item, TextBlock, Thought, TriedAgain, Unavailable

TRANSCRIPT: Final = "transcript"
COMPOSER_ACTION: Final = "composer_action"
PROBLEM: Final = "problem"
HISTORY: Final = "history"
INBOX: Final = "inbox"
QUEUE: Final = "queue"

_KINDS: Final = {"m": "message", "t": "turn", "k": "call"}


def dom_id(thing: str, *parts: str | int) -> str:
    """
    The id of what belongs to `thing`: `dom_id(turn.id, "slot", 3)` is `turn_5_slot_3`.

    thing: A message's, turn's or call's own id, or a plain name (`block`, `transcript`).
    """
    if conversation_of(thing) is None:
        return "_".join((thing, *map(str, parts)))
    return "_".join((_KINDS[thing[0]], str(seq_of(thing)), *map(str, parts)))


def slot_id(turn: TurnId, slot: int) -> str:
    """Where the turn's next text is written: its `slot`-th place. The target of a delta."""
    return dom_id(turn, "slot", slot)


def item_id(item: Item) -> str:  # noqa: PLR0911 -- one for each kind
    """The id of a thing a turn shows."""
    match item:
        case TextBlock(seq=seq):
            return dom_id("block", seq)
        case Thought(seq=seq):
            return dom_id("thought", seq)
        case Activity(calls=calls):
            return dom_id(calls[0].call.id, "activity")
        case Card(state=state):
            return dom_id(state.call.id)
        case Display(state=state):
            return dom_id(state.call.id, "display")
        case Unavailable(seq=seq):
            return dom_id("unavailable", seq)
        case TriedAgain(seq=seq):
            return dom_id("again", seq)
        case _:
            assert_never(item)
