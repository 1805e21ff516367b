"""What a message points at: read from its body, and shown with it."""

from typing import Final

import msgspec
from markupsafe import Markup

from app.contract.ids import ConversationId, Json, TurnId, conversation_of
from app.contract.quotes import LONGEST_QUOTE, Quote
from app.errors import Unacceptable
from app.pages.text import cut, one_line, prose
from app.web.dom import dom_id
from app.web.plain import to_plain_line, without_direction
from app.web.templating import Templates
from app.web.words import word

_LONGEST_NAME: Final = 200
_LONGEST_PATH: Final = 2_000


class QuoteBody(msgspec.Struct, frozen=True):
    """As posted: `page` and `path` where it is from a page, `turn` where it is from a reply."""

    text: str
    page: str = ""
    path: str = ""
    turn: str | None = None


def read_quote(raw: Json, conversation: ConversationId) -> Quote | None:
    """
    The quote as it is kept, cut where it is too long; None when it says nothing.

    Raises:
        Unacceptable: It has another shape, or its turn is of another conversation.
    """
    if raw is None:
        return None
    try:
        sent = msgspec.convert(raw, QuoteBody)
    except msgspec.ValidationError as fault:
        raise Unacceptable(f"{fault}.".replace("`$", "`$.quote")) from None
    if sent.turn is not None and conversation_of(sent.turn) != conversation:
        raise Unacceptable("The quote's turn is not one of this conversation.")
    text = cut(prose(sent.text), LONGEST_QUOTE)
    page, path = cut(one_line(sent.page), _LONGEST_NAME), cut(one_line(sent.path), _LONGEST_PATH)
    return Quote(text, page, path, TurnId(sent.turn) if sent.turn else None) if text else None


def draw_quote(templates: Templates, quote: Quote | None, message: str) -> Markup:
    """What a message points at, above its words; nothing when it points at nothing."""
    if quote is None:
        return Markup()
    page = to_plain_line(quote.page or quote.path)
    source = word("message.quoted_page", page=page) if page else word("message.quoted_reply")
    text = without_direction(quote.text)
    return templates.fragment("message/quote", id=dom_id(message, "quote"), text=text, source=source)
