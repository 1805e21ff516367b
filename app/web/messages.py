"""`POST /assist/conversations/{id}/messages`: what the user says."""

from typing import Annotated

from litestar import Request, Response, post
from litestar.di import NamedDependency
from litestar.params import FromPath, SkipValidation
from msgspec import Meta, Struct

from app.contract.ids import ConversationId, Json
from app.contract.people import Principal
from app.pages.body import SIZE_BYTES, decoded
from app.turns.messages import NewMessage
from app.turns.titles import first_words
from app.web.bodies import media_type, read_form_or_json, wants_json
from app.web.parts import Parts
from app.web.quotes import read_quote
from app.web.tabs import tab_id

BODY_BYTES = 4 * SIZE_BYTES
"""A form writes most of what JSON is made of, and all but ASCII, in three characters a byte."""


class MessageBody(Struct, frozen=True):
    """As posted. A form sends `page` and `quote` as strings of JSON."""

    text: str
    tab: str
    page: Json = None
    key: Annotated[str, Meta(max_length=200)] | None = None
    queue: bool = False
    quote: Json = None


@post("/conversations/{conversation:str}/messages", status_code=202, request_max_body_size=BODY_BYTES)
async def send_message(
    request: Request[Json, Principal, Json],
    conversation: FromPath[str],
    parts: NamedDependency[SkipValidation[Parts]],
    principal: NamedDependency[SkipValidation[Principal]],
) -> Response[Json]:
    """Take a message in. The answer is its fragment, or its ids; the reply comes by the stream."""
    body = await read_form_or_json(request, MessageBody)
    mine = await parts.access.conversation(principal.owner, conversation)
    quote = read_quote(_opaque(body.quote, request), mine)
    new = NewMessage(body.text, tab_id(body.tab), _opaque(body.page, request), body.key or None, body.queue, quote)
    message, thread = await parts.messages.send(principal, mine, new)
    if len(thread.turns) == 1:
        await _name(parts, mine, body.text)
    if wants_json(request):
        return Response({"message_id": message.id, "turn_id": message.turn})
    return Response(parts.fragments.message(thread, message), media_type="text/html; charset=utf-8")


async def _name(parts: Parts, conversation: ConversationId, text: str) -> None:
    """A conversation nobody named is called by the words it began with."""
    title = first_words(text)
    if title and (await parts.conversations.get(conversation)).title is None:
        await parts.conversations.rename(conversation, title)


def _opaque(sent: Json, request: Request[Json, Principal, Json]) -> Json:
    if not isinstance(sent, str) or media_type(request) == "application/json":
        return sent
    return decoded(sent.encode()) if sent.strip() else None
