"""`/assist/messages/{id}`: a message that was sent is put anew, where it stands, or its branch is gone to."""

from litestar import Response, get, put
from litestar.di import NamedDependency
from litestar.params import FromPath, FromQuery, SkipValidation

from app.contract.ids import Json, MessageId
from app.contract.people import Principal
from app.errors import UnknownMessage
from app.web.answers import fragment
from app.web.parts import Parts


@get("/messages/{message:str}")
async def show_message(
    message: FromPath[str],
    parts: NamedDependency[SkipValidation[Parts]],
    principal: NamedDependency[SkipValidation[Principal]],
    *,
    editing: FromQuery[bool] = False,
) -> Response[Json]:
    """The message in its place; with `editing`, asking for its text anew."""
    conversation = await parts.access.message(principal.owner, MessageId(message))
    thread = await parts.journal.thread(conversation)
    turn = thread.branches.opened_by(MessageId(message))
    if turn is None:
        raise UnknownMessage("No such message was sent.")
    return fragment(parts.fragments.said(thread, turn, editing=editing))


@put("/messages/{message:str}/branch", status_code=204)
async def choose_branch(
    message: FromPath[str],
    parts: NamedDependency[SkipValidation[Parts]],
    principal: NamedDependency[SkipValidation[Principal]],
) -> None:
    """Show the branch it is on; the stream draws it."""
    conversation = await parts.access.message(principal.owner, MessageId(message))
    await parts.branching.choose(conversation, MessageId(message))


handlers = [show_message, choose_branch]
