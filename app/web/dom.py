"""The ids of elements in the panel: the one place that makes them, from log numbers alone."""

from typing import Final

from app.contract.ids import TurnId, conversation_of, seq_of

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
