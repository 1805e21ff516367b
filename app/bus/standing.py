"""The text of the block being written: what a reader who comes in the middle is told first."""

from app.contract.events import MessageSent, StepFinished, TextWritten, TurnEnded
from app.contract.signals import Appended, Delta, Signal, utf16_length

_CLEARING = (TextWritten, StepFinished, TurnEnded, MessageSent)


def clears(signal: Appended) -> bool:
    """Whether the block being written is over with these events."""
    return any(isinstance(logged.event, _CLEARING) for logged in signal.events)


class Standing:
    """Folds a conversation's signals into the open block's text. A signal told twice counts once."""

    __slots__ = ("_first", "_parts", "_units")

    def __init__(self) -> None:
        self._first: Delta | None = None
        self._parts: list[str] = []
        self._units = 0

    def __bool__(self) -> bool:
        return self._first is not None

    def take(self, signal: Signal) -> None:
        if isinstance(signal, Delta):
            self._take_delta(signal)
        elif isinstance(signal, Appended) and self._first is not None and clears(signal):
            self._first = None

    def as_delta(self) -> Delta | None:
        """The whole text so far, at offset 0; None when no block is open."""
        if self._first is None:
            return None
        return Delta(self._first.turn, self._first.slot, 0, "".join(self._parts))

    def _take_delta(self, delta: Delta) -> None:
        first = self._first
        if delta.offset == 0:
            self._first, self._parts, self._units = delta, [], 0
        elif first is None or first.slot != delta.slot or first.turn != delta.turn or delta.offset > self._units:
            # Its beginning, or something in between, was never heard: half a block is worse than none.
            self._first = None
            return
        elif delta.offset < self._units:
            return
        self._parts.append(delta.text)
        self._units += utf16_length(delta.text)
