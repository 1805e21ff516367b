"""`/assist/conversations`: a user's threads, listed, opened, named and deleted."""

from typing import Annotated, Final

from litestar import Request, Response, delete, get, patch, post
from litestar.di import NamedDependency
from litestar.params import FromPath, FromQuery, SkipValidation
from markupsafe import Markup
from msgspec import Meta, Struct
from msgspec.structs import replace

from app.contract.ids import ConversationId, Json
from app.contract.people import Conversation, Principal
from app.errors import Unacceptable
from app.pages.text import one_line
from app.web.answers import fragment
from app.web.bodies import is_htmx, read_form_or_json, wants_json
from app.web.guards import origin_of, own
from app.web.histories import Reader, zone_named
from app.web.looks import fragments_for
from app.web.parts import Parts
from app.web.transcripts import transcript

AnyRequest = Request[Json, Principal, Json]

_LONGEST_SEARCH: Final = 200
_MOST_WORDS: Final = 8


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
    saying: FromQuery[str] = "",
    zone: FromQuery[str] = "",
    showing: FromQuery[str] = "",
) -> Response[Json]:
    """
    The history list, latest first.

    saying: words each conversation has to hold. zone: the reader's, for what day it is there.
    """
    words = saying.replace("\0", "")[:_LONGEST_SEARCH].split()[:_MOST_WORDS]
    found = await parts.conversations.of(principal.owner, saying=words)
    if wants_json(request):
        return Response(Listing(tuple(_listed(each) for each in found)))
    deleted = [] if words else await parts.trash.deleted(principal.owner)
    reader = Reader(parts.clock(), zone_named(zone), showing, searches=bool(words))
    return fragment(parts.histories.draw(found, reader, deleted))


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
    fragments = await fragments_for(parts, principal, origin_of(request))
    return fragment(fragments.draw(await parts.journal.thread(made.id)), status=201)


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
    return fragment((await fragments_for(parts, principal, origin_of(request))).draw(thread))


@get("/conversations/{conversation:str}/row")
async def show_row(
    conversation: FromPath[str],
    parts: NamedDependency[SkipValidation[Parts]],
    principal: NamedDependency[SkipValidation[Principal]],
    *,
    showing: FromQuery[str] = "",
    naming: FromQuery[bool] = False,
) -> Response[Json]:
    """Its row of the history list; with `naming`, asking for another title."""
    found = await own(parts, principal, conversation)
    histories = parts.histories
    drawn = histories.naming(found) if naming else histories.row(found, showing=showing)
    return fragment(histories.placed(found, drawn))


@patch("/conversations/{conversation:str}")
async def rename(
    request: AnyRequest,
    conversation: FromPath[str],
    parts: NamedDependency[SkipValidation[Parts]],
    principal: NamedDependency[SkipValidation[Principal]],
    showing: FromQuery[str] = "",
) -> Response[Json]:
    """Give it another title."""
    found = await own(parts, principal, conversation)
    named = await read_form_or_json(request, Titled)
    if not (title := one_line(named.title)):
        raise Unacceptable("The title says nothing anybody could see.")
    await parts.conversations.rename(found.id, title)
    return _put(parts, request, found, parts.histories.row(replace(found, title=title), showing=showing))


@delete("/conversations/{conversation:str}", status_code=200)
async def remove(
    request: AnyRequest,
    conversation: FromPath[str],
    parts: NamedDependency[SkipValidation[Parts]],
    principal: NamedDependency[SkipValidation[Principal]],
) -> Response[Json]:
    """Delete it with everything in it; whoever follows it is told. What is at work stops. It can be brought back."""
    found = await own(parts, principal, conversation)
    if turn := (await parts.journal.thread(found.id)).current:
        await parts.control.stop(found.id, turn.id)
        await parts.control.settle(found.id)
    await parts.conversations.delete(found.id)
    parts.access.forget(found.id)
    parts.journal.forget(found.id)
    parts.streams.drop(found.id)
    return _put(parts, request, found, parts.histories.deleted(found))


@delete("/conversations/{conversation:str}/deletion", status_code=200)
async def restore(
    request: AnyRequest,
    conversation: FromPath[str],
    parts: NamedDependency[SkipValidation[Parts]],
    principal: NamedDependency[SkipValidation[Principal]],
    showing: FromQuery[str] = "",
) -> Response[Json]:
    """Bring it back, while it has not been removed yet."""
    found = await parts.trash.restore(principal.owner, ConversationId(conversation))
    parts.wake(found.id)
    return _put(parts, request, found, parts.histories.row(found, showing=showing))


def _put(parts: Parts, request: AnyRequest, conversation: Conversation, drawn: Markup) -> Response[Json]:
    """The panel shows what stands for a conversation now; anybody else knows it."""
    if not is_htmx(request):
        return Response(None, status_code=204)
    return fragment(parts.histories.placed(conversation, drawn))


def _listed(found: Conversation) -> Listed:
    return Listed(found.id, found.title, found.created_at.isoformat(), found.touched_at.isoformat())


handlers = [index, create, show, show_row, rename, remove, restore]
