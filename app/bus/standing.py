"""The text of the block being written: what a reader who comes in the middle is told first."""

from app.contract.events import MessageSent, StepFinished, TextWritten, TurnEnded
from app.contract.signals import Appended, Delta, Signal

_CLEARING = (TextWritten, StepFinished, TurnEnded, MessageSent)


def clears(signal: Appended) -> bool:
    """Whether the block being written is over with these events."""
    return any(isinstance(logged.event, _CLEARING) for logged in signal.events)


class Standing:
    """Folds a conversation's signals into the open block's deltas."""

    __slots__ = ("_deltas",)

    def __init__(self) -> None:
        self._deltas: list[Delta] = []

    def __bool__(self) -> bool:
        return bool(self._deltas)

    def take(self, signal: Signal) -> None:
        if isinstance(signal, Appended):
            if self._deltas and clears(signal):
                self._deltas = []
        elif signal.offset == 0:
            self._deltas = [signal]
        elif self._deltas and _same_block(self._deltas[0], signal):
            self._deltas.append(signal)
        else:
            # Its beginning was never heard: half a block is worse than none.
            self._deltas = []

    def as_delta(self) -> Delta | None:
        """The whole text so far, at offset 0; None when no block is open."""
        if not self._deltas:
            return None
        first = self._deltas[0]
        return Delta(first.turn, first.slot, 0, "".join(delta.text for delta in self._deltas))


def _same_block(one: Delta, other: Delta) -> bool:
    return one.slot == other.slot and one.turn == other.turn
