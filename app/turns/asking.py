"""What a person does about the calls that ask, beside deciding: change what one is given, pick, look the others up."""

from dataclasses import dataclass

from app.conversations.receipts import Receipts
from app.turns.edits import Edits
from app.turns.picks import Picks


@dataclass(frozen=True)
class Asking:
    """Everything there is for it."""

    edits: Edits
    picks: Picks
    receipts: Receipts
