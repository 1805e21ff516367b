"""What is asked of the API so that a model thinks before it writes."""

from typing import Final

from app.contract.ids import Json
from app.contract.model import Thinking

_ADAPTIVE_ROOM: Final = 16_000
"""Tokens left for thinking whose amount the model itself decides."""


def thinking_param(thinking: Thinking) -> dict[str, Json] | None:
    """The API's `thinking` parameter; None leaves it out, and the model does as it usually does."""
    match thinking:
        case "off":
            return None
        case "adaptive":
            # Newer models keep it to themselves unless asked.
            return {"type": "adaptive", "display": "summarized"}
        case int(budget):
            return {"type": "enabled", "budget_tokens": budget}


def thinking_room(thinking: Thinking) -> int:
    """Tokens to allow beside the reply's own: what is thought counts as written."""
    match thinking:
        case "off":
            return 0
        case "adaptive":
            return _ADAPTIVE_ROOM
        case int(budget):
            return budget
