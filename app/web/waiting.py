"""`/assist/messages/{id}`: a message that waits for the assistant is put otherwise, taken back, or sent now."""

from litestar import Request, delete, patch, post
from litestar.di import NamedDependency
from litestar.params import FromPath, SkipValidation
from msgspec import Struct

from app.contract.ids import Json, MessageId
from app.contract.people import Principal
from app.web.bodies import read_form_or_json
from app.web.parts import Parts


class Revision(Struct, frozen=True):
    text: str


@patch("/messages/{message:str}", status_code=204)
async def revise_message(
    request: Request[Json, Principal, Json],
    message: FromPath[str],
    parts: NamedDependency[SkipValidation[Parts]],
    principal: NamedDependency[SkipValidation[Principal]],
) -> None:
    """Put it otherwise; the stream shows it."""
    conversation = await parts.access.message(principal.owner, MessageId(message))
    revision = await read_form_or_json(request, Revision)
    await parts.waiting.revise(conversation, MessageId(message), revision.text)


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


handlers = [revise_message, withdraw_message, hurry_message]
