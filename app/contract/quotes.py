"""What a message points at. Others wrote it, so it is data to the model and to the panel alike."""

from typing import Final

from msgspec import Struct

from app.contract.ids import TurnId

LONGEST_QUOTE: Final = 2_000
"""In characters; more is cut."""


class Quote(Struct, frozen=True, omit_defaults=True):
    """
    Text the user pointed at when they wrote.

    page, path: of the page it stood on; both empty when it is from the conversation itself.
    turn: the one whose reply it is from.
    """

    text: str
    page: str = ""
    path: str = ""
    turn: TurnId | None = None
