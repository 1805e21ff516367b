"""
`GET /assist/conversations/{id}/stream`: one tab's server-sent events, of a conversation and of its user's inbox.

It subscribes before it reads the log, so nothing falls between the two, and it holds nothing before its body runs:
a client that is gone by then leaves nothing behind.
"""

from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Annotated, assert_never

import structlog
from litestar import Request, get
from litestar.di import NamedDependency
from litestar.openapi.datastructures import ResponseSpec
from litestar.params import FromPath, FromQuery, HeaderParameter, SkipValidation

from app.contract.ids import ConversationId, Json, TabId, Topic, inbox_id
from app.contract.people import Principal
from app.contract.signals import Appended, Delta, InboxChanged, Signal
from app.errors import AssistError, Lagged
from app.web.event_stream import EventStream
from app.web.follower import Follower
from app.web.frames import EventName, frame
from app.web.guards import origin_of, own
from app.web.inboxes import InboxReader
from app.web.looks import fragments_for
from app.web.parts import Parts
from app.web.streams import Ending, OpenStream
from app.web.tabs import tab_id

GOODBYE_SECONDS = 10
_LONGEST_NUMBER = 10

_log = structlog.get_logger("app.web")


@get(
    "/conversations/{conversation:str}/stream",
    media_type="text/event-stream",
    responses={200: ResponseSpec(data_container=None, media_type="text/event-stream", description="The events")},
)
async def open_stream(
    request: Request[Json, Principal, Json],
    conversation: FromPath[str],
    tab: FromQuery[str],
    parts: NamedDependency[SkipValidation[Parts]],
    principal: NamedDependency[SkipValidation[Principal]],
    last_event_id: Annotated[str | None, HeaderParameter(name="Last-Event-ID")] = None,
    after: FromQuery[str | None] = None,
) -> EventStream:
    """Authorise, then stream. `after` stands in for `Last-Event-ID`."""
    found = await own(parts, principal, conversation)
    mine = tab_id(tab)
    parts.streams.admit(principal.owner, mine)
    stream = OpenStream(principal.owner, mine, found.id, Ending(), alive=_alive(parts, principal, found.id, mine))
    cursor = _number(last_event_id) if last_event_id is not None else _number(after)
    fragments = await fragments_for(parts, principal, origin_of(request))
    follower = Follower(parts.journal, fragments, found.id, mine)
    return EventStream(_body(parts, stream, follower, _seconds_left(parts, principal), cursor), stream.ending)


@get(
    "/stream",
    media_type="text/event-stream",
    responses={200: ResponseSpec(data_container=None, media_type="text/event-stream", description="The events")},
)
async def open_inbox_stream(
    tab: FromQuery[str],
    parts: NamedDependency[SkipValidation[Parts]],
    principal: NamedDependency[SkipValidation[Principal]],
) -> EventStream:
    """The same for a tab that shows no conversation yet: its user's inbox alone."""
    mine = tab_id(tab)
    parts.streams.admit(principal.owner, mine)

    async def alive() -> None:
        await parts.registry.heard(principal.owner, mine)

    stream = OpenStream(principal.owner, mine, None, Ending(), alive=alive)
    return EventStream(_body(parts, stream, None, _seconds_left(parts, principal), None), stream.ending)


async def _body(
    parts: Parts, stream: OpenStream, follower: Follower | None, seconds: float, cursor: int | None
) -> AsyncIterator[bytes]:
    inbox = InboxReader(parts.host_tools.decisions, parts.inboxes, stream.owner)
    topics: list[Topic] = [inbox_id(stream.owner.workspace, stream.owner.user)]
    if stream.conversation is not None:
        topics.append(stream.conversation)
    try:
        with parts.streams.opened(stream, seconds=seconds):
            async with parts.bus.subscribe(*topics) as signals:
                yield await _begin(parts, stream, follower, cursor)
                if chunk := await inbox.begin():
                    yield chunk
                while (signal := await stream.ending.next(signals)) is not None:
                    if chunk := await _chunk(signal, follower, inbox):
                        yield chunk
    except Lagged:
        return
    except AssistError as fault:
        _log.warning("a stream broke off", code=fault.code, detail=str(fault))
        return
    yield frame(stream.ending.reason or "closing", event=EventName.BYE)


async def _begin(parts: Parts, stream: OpenStream, follower: Follower | None, cursor: int | None) -> bytes:
    if follower is None or stream.conversation is None:
        return frame("", event=EventName.PING)
    await parts.registry.show(stream.owner, stream.tab, stream.conversation)
    first = await follower.begin(cursor)
    parts.wake(stream.conversation)
    return first


async def _chunk(signal: Signal, follower: Follower | None, inbox: InboxReader) -> bytes:
    match signal:
        case InboxChanged():
            return await inbox.changed(signal)
        case Delta():
            return follower.delta(signal) if follower else b""
        case Appended():
            return await follower.appended(signal) if follower else b""
        case _:
            assert_never(signal)


def _alive(
    parts: Parts, principal: Principal, conversation: ConversationId, tab: TabId
) -> Callable[[], Awaitable[None]]:
    async def alive() -> None:
        await own(parts, principal, conversation)
        await parts.registry.heard(principal.owner, tab)

    return alive


def _seconds_left(parts: Parts, principal: Principal) -> float:
    """Until the stream should say good-bye: well before the token runs out, but never at once."""
    left = (principal.expires_at - parts.clock()).total_seconds()
    return left - min(GOODBYE_SECONDS, left / 2)


def _number(cursor: str | None) -> int | None:
    """A log number; None for anything else, which draws the conversation anew."""
    if cursor is None or len(cursor) > _LONGEST_NUMBER or not (cursor.isascii() and cursor.isdigit()):
        return None
    return int(cursor)


handlers = [open_stream, open_inbox_stream]
