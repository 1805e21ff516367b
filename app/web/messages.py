"""`POST /assist/conversations/{id}/messages`: what the user says."""

from typing import Annotated

from litestar import Request, Response, post
from litestar.di import NamedDependency
from litestar.params import FromPath, SkipValidation
from msgspec import Meta, Struct

from app.contract.events import MessageQueued, MessageSent
from app.contract.ids import AttachmentId, ConversationId, Json, MessageId
from app.contract.people import Principal
from app.conversations.thread import Thread
from app.pages.body import SIZE_BYTES, decoded
from app.pages.text import first_words
from app.turns.messages import NewMessage
from app.web.answers import fragment
from app.web.bodies import media_type, read_form_or_json, wants_json
from app.web.parts import Parts
from app.web.quotes import read_quote
from app.web.tabs import tab_id

BODY_BYTES = 4 * SIZE_BYTES
"""A form writes most of what JSON is made of, and all but ASCII, in three characters a byte."""


class MessageBody(Struct, frozen=True):
    """As posted. A form sends `page` and `quote` as strings of JSON, and one attachment alone as a string."""

    text: str
    tab: str
    page: Json = None
    key: Annotated[str, Meta(max_length=200)] | None = None
    queue: bool = False
    quote: Json = None
    instead_of: MessageId | None = None
    attachments: tuple[AttachmentId, ...] | AttachmentId = ()


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
    attached = _attachments(body)
    page, instead_of = _opaque(body.page, request), body.instead_of or None
    new = NewMessage(body.text, tab_id(body.tab), page, body.key or None, body.queue, quote, instead_of, attached)
    message, thread = await parts.messages.send(principal, mine, new)
    await _name(parts, mine, thread, message)
    if wants_json(request):
        return Response({"message_id": message.id, "turn_id": message.turn})
    if before := thread.branches.opened_by(instead_of) if instead_of else None:
        # The stream draws the branch; here the form gives way to the message it was opened on.
        return fragment(parts.fragments.said(thread, before), status=202)
    return fragment(parts.fragments.message(thread, message), status=202)


async def _name(
    parts: Parts, conversation: ConversationId, thread: Thread, message: MessageSent | MessageQueued
) -> None:
    """A conversation nobody named is called by the words it began with, which may be put anew."""
    first = thread.turns[0]
    before = thread.branches.opened_by(message.instead_of) if message.instead_of else None
    if message.id != first.message.id and not (before and before.after is None):
        return
    title, found = _first_words(message), await parts.conversations.get(conversation)
    if title and found.title in {None, _first_words(before.message) if before else None}:
        await parts.conversations.rename(conversation, title)


def _opaque(sent: Json, request: Request[Json, Principal, Json]) -> Json:
    if not isinstance(sent, str) or media_type(request) == "application/json":
        return sent
    return decoded(sent.encode()) if sent.strip() else None


def _first_words(message: MessageSent | MessageQueued) -> str:
    """Of a message without words, its file's name."""
    return first_words(message.text or message.attachments[0].name)


def _attachments(body: MessageBody) -> tuple[AttachmentId, ...]:
    # A new type is a string at run time, and so is what msgspec makes of it.
    return (AttachmentId(body.attachments),) if isinstance(body.attachments, str) else body.attachments
