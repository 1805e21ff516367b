"""
`/assist/messages/{id}`: a message that waits for the assistant is put otherwise, taken back, or sent now.

The stream shows what came of it; who asked gets it at once, since what a person writes is not drawn over by the stream.
"""

from litestar import Request, Response, delete, patch, post
from litestar.di import NamedDependency
from litestar.params import FromPath, SkipValidation
from msgspec import Struct

from app.contract.ids import ConversationId, Json, MessageId
from app.contract.people import Principal
from app.web.answers import fragment
from app.web.bodies import is_htmx, read_form_or_json
from app.web.parts import Parts

AnyRequest = Request[Json, Principal, Json]


class Revision(Struct, frozen=True):
    text: str


@post("/messages/{message:str}/revision", status_code=204)
async def open_message(
    message: FromPath[str],
    parts: NamedDependency[SkipValidation[Parts]],
    principal: NamedDependency[SkipValidation[Principal]],
) -> None:
    """Begin to put it otherwise: it is not sent meanwhile."""
    conversation = await parts.access.message(principal.owner, MessageId(message))
    await parts.waiting.open(conversation, MessageId(message))


@patch("/messages/{message:str}", status_code=200)
async def revise_message(
    request: AnyRequest,
    message: FromPath[str],
    parts: NamedDependency[SkipValidation[Parts]],
    principal: NamedDependency[SkipValidation[Principal]],
) -> Response[Json]:
    """Put it otherwise."""
    conversation = await parts.access.message(principal.owner, MessageId(message))
    revision = await read_form_or_json(request, Revision)
    await parts.waiting.revise(conversation, MessageId(message), revision.text)
    return await _as_it_waits(request, parts, conversation, MessageId(message))


@delete("/messages/{message:str}/revision", status_code=200)
async def leave_message(
    request: AnyRequest,
    message: FromPath[str],
    parts: NamedDependency[SkipValidation[Parts]],
    principal: NamedDependency[SkipValidation[Principal]],
) -> Response[Json]:
    """Leave it as it was."""
    conversation = await parts.access.message(principal.owner, MessageId(message))
    await parts.waiting.leave(conversation, MessageId(message))
    return await _as_it_waits(request, parts, conversation, MessageId(message))


@delete("/messages/{message:str}", status_code=204)
async def withdraw_message(
    message: FromPath[str],
    parts: NamedDependency[SkipValidation[Parts]],
    principal: NamedDependency[SkipValidation[Principal]],
) -> None:
    """Take it back."""
    conversation = await parts.access.message(principal.owner, MessageId(message))
    await parts.waiting.withdraw(conversation, MessageId(message))


@post("/messages/{message:str}/dispatches", status_code=202)
async def hurry_message(
    message: FromPath[str],
    parts: NamedDependency[SkipValidation[Parts]],
    principal: NamedDependency[SkipValidation[Principal]],
) -> None:
    """Send it now, which stops what is at work."""
    conversation = await parts.access.message(principal.owner, MessageId(message))
    await parts.waiting.hurry(conversation, MessageId(message))


async def _as_it_waits(
    request: AnyRequest, parts: Parts, conversation: ConversationId, message: MessageId
) -> Response[Json]:
    if not is_htmx(request):
        return Response(None, status_code=204)
    return fragment(parts.fragments.waiting(await parts.journal.thread(conversation), message))


handlers = [open_message, revise_message, leave_message, withdraw_message, hurry_message]
