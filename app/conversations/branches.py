"""
The turns of a conversation as a tree: a message put anew begins a branch beside the one it stands in for.

One branch shows, and whatever happens, happens at its end. The others keep what was said and done on them.
"""

from msgspec import Struct, field

from app.contract.ids import MessageId, TurnId
from app.conversations.turn import Turn


class Branches(Struct):
    """
    every: all turns, oldest first. shown: those of the branch that shows, from the first message on.

    next: the turns that follow one, by its id, or that come first, oldest first. chosen: which of them shows.
    """

    every: dict[TurnId, Turn] = field(default_factory=dict[TurnId, Turn])
    shown: list[Turn] = field(default_factory=list[Turn])
    next: dict[TurnId | None, list[Turn]] = field(default_factory=dict[TurnId | None, list[Turn]])
    chosen: dict[TurnId | None, Turn] = field(default_factory=dict[TurnId | None, Turn])

    def grow(self, turn: Turn, instead_of: MessageId | None) -> None:
        """A turn begins: at the end of what shows, or beside the turn of the message it stands in for."""
        beside = self.opened_by(instead_of) if instead_of else None
        turn.after = beside.after if beside else (self.shown[-1].id if self.shown else None)
        self.every[turn.id] = turn
        self.next.setdefault(turn.after, []).append(turn)
        if beside is None:
            self.chosen[turn.after] = turn
            self.shown.append(turn)
        else:
            self.choose(turn)

    def choose(self, turn: Turn) -> None:
        """Show the branch a turn is on; behind it, what was shown there last."""
        on: Turn | None = turn
        while on:
            self.chosen[on.after] = on
            on = self.every[on.after] if on.after else None
        self.shown, last = [], self.chosen.get(None)
        while last:
            self.shown.append(last)
            last = self.chosen.get(last.id)

    def opened_by(self, message: MessageId) -> Turn | None:
        """The turn a message opened, on whatever branch."""
        return next((turn for turn in self.every.values() if turn.message.id == message), None)

    def beside(self, turn: Turn) -> list[Turn]:
        """The turn and those that stand in for it, oldest first."""
        return self.next[turn.after]

    def before(self, turn: Turn) -> Turn | None:
        """The turn before it on its branch."""
        return self.every[turn.after] if turn.after else None
