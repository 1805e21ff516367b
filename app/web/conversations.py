"""`/assist/conversations`: a user's threads, listed, opened, named and deleted."""

from typing import Annotated

from litestar import Request, Response, delete, get, patch, post
from litestar.di import NamedDependency
from litestar.params import FromPath, SkipValidation
from msgspec import Meta, Struct

from app.contract.ids import ConversationId, Json
from app.contract.people import Conversation, Principal
from app.errors import Unacceptable
from app.pages.text import one_line
from app.web.answers import fragment
from app.web.bodies import read_form_or_json, wants_json
from app.web.guards import origin_of, own
from app.web.parts import Parts
from app.web.transcripts import transcript

AnyRequest = Request[Json, Principal, Json]


class Created(Struct, frozen=True):
    id: ConversationId


class Titled(Struct, frozen=True):
    title: Annotated[str, Meta(min_length=1, max_length=200)]


class Listed(Struct, frozen=True):
    """A row of the history list. Times are ISO 8601 in UTC."""

    id: ConversationId
    title: str | None
    created_at: str
    touched_at: str


class Listing(Struct, frozen=True):
    items: tuple[Listed, ...]


@get("/conversations")
async def index(
    request: AnyRequest,
    parts: NamedDependency[SkipValidation[Parts]],
    principal: NamedDependency[SkipValidation[Principal]],
) -> Response[Json]:
    """The history list, latest first."""
    found = await parts.conversations.of(principal.owner)
    if wants_json(request):
        return Response(Listing(tuple(_listed(each) for each in found)))
    return fragment(parts.fragments.conversations(found))


@post("/conversations")
async def create(
    request: AnyRequest,
    parts: NamedDependency[SkipValidation[Parts]],
    principal: NamedDependency[SkipValidation[Principal]],
) -> Response[Json]:
    """A new, empty conversation."""
    made = await parts.conversations.create(principal.owner)
    if wants_json(request):
        return Response(Created(made.id), status_code=201)
    return fragment(parts.fragments.draw(await parts.journal.thread(made.id)), status=201)


@get("/conversations/{conversation:str}")
async def show(
    request: AnyRequest,
    conversation: FromPath[str],
    parts: NamedDependency[SkipValidation[Parts]],
    principal: NamedDependency[SkipValidation[Principal]],
) -> Response[Json]:
    """The whole transcript."""
    found = await own(parts, principal, conversation)
    thread = await parts.journal.thread(found.id)
    if wants_json(request):
        return Response(transcript(found, thread))
    return fragment(parts.fragments.seen_from(origin_of(request)).draw(thread))


@patch("/conversations/{conversation:str}", status_code=204)
async def rename(
    request: AnyRequest,
    conversation: FromPath[str],
    parts: NamedDependency[SkipValidation[Parts]],
    principal: NamedDependency[SkipValidation[Principal]],
) -> None:
    """Give it another title."""
    found = await own(parts, principal, conversation)
    named = await read_form_or_json(request, Titled)
    if not (title := one_line(named.title)):
        raise Unacceptable("The title says nothing anybody could see.")
    await parts.conversations.rename(found.id, title)


@delete("/conversations/{conversation:str}")
async def remove(
    conversation: FromPath[str],
    parts: NamedDependency[SkipValidation[Parts]],
    principal: NamedDependency[SkipValidation[Principal]],
) -> None:
    """Delete it with everything in it; whoever follows it is told."""
    found = await own(parts, principal, conversation)
    await parts.conversations.delete(found.id)
    parts.journal.forget(found.id)
    parts.streams.drop(found.id)


def _listed(found: Conversation) -> Listed:
    return Listed(found.id, found.title, found.created_at.isoformat(), found.touched_at.isoformat())


handlers = [index, create, show, rename, remove]
