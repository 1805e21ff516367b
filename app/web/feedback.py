"""`/assist/turns/{id}/feedback` for the person, `/v1/feedback` for the host; and a reply as the model wrote it."""

from datetime import datetime
from typing import Final

from litestar import Request, Response, delete, get, post
from litestar.di import NamedDependency
from litestar.params import FromPath, FromQuery, SkipValidation
from msgspec import Struct

from app.contract.ids import ConversationId, Json, TurnId, UserId
from app.contract.people import Principal, Workspace
from app.contract.replies import Feedback, Verdict, Word
from app.conversations.thread import Thread
from app.errors import UnknownTurn
from app.web.answers import fragment
from app.web.bodies import read_form_or_json, wants_json
from app.web.cursors import cursor_number
from app.web.parts import Parts

PAGE: Final = 100


class FeedbackBody(Struct, frozen=True):
    """As given. `word` is the person's own, if they have any."""

    verdict: Verdict
    word: Word = ""


class FeedbackView(Struct, frozen=True):
    """What a person thinks of a turn now. `verdict` is None once it was taken back."""

    conversation_id: ConversationId
    turn_id: TurnId
    external_user_id: UserId
    verdict: Verdict | None
    word: str
    at: datetime


class FeedbackPage(Struct, frozen=True):
    """In the order it changed. `next`: what `after` takes to go on from here; always given, so that one can poll."""

    items: tuple[FeedbackView, ...]
    next: str


@post("/turns/{turn:str}/feedback", status_code=200)
async def give_feedback(
    request: Request[Json, Principal, Json],
    turn: FromPath[str],
    parts: NamedDependency[SkipValidation[Parts]],
    principal: NamedDependency[SkipValidation[Principal]],
) -> Response[Json]:
    """Say what one thinks of a reply, in the place of what was said before."""
    conversation = await parts.access.turn(principal.owner, TurnId(turn))
    body = await read_form_or_json(request, FeedbackBody)
    given = FeedbackBody(body.verdict, body.word.strip())
    thread = await parts.feedback.put(conversation, TurnId(turn), given.verdict, given.word)
    return Response(given) if wants_json(request) else _foot(parts, thread, TurnId(turn))


@delete("/turns/{turn:str}/feedback", status_code=200)
async def take_feedback_back(
    request: Request[Json, Principal, Json],
    turn: FromPath[str],
    parts: NamedDependency[SkipValidation[Parts]],
    principal: NamedDependency[SkipValidation[Principal]],
) -> Response[Json]:
    """Have said nothing."""
    conversation = await parts.access.turn(principal.owner, TurnId(turn))
    thread = await parts.feedback.take_back(conversation, TurnId(turn))
    return Response(None, status_code=204) if wants_json(request) else _foot(parts, thread, TurnId(turn))


@get("/turns/{turn:str}/reply")
async def read_reply(
    turn: FromPath[str],
    parts: NamedDependency[SkipValidation[Parts]],
    principal: NamedDependency[SkipValidation[Principal]],
) -> Response[Json]:
    """What the model wrote in a turn, as it wrote it."""
    conversation = await parts.access.turn(principal.owner, TurnId(turn))
    found = (await parts.journal.thread(conversation)).turn(TurnId(turn))
    if found is None:
        raise UnknownTurn("No such turn.")
    return Response(found.written.encode(), media_type="text/markdown")


@get("/feedback")
async def index(
    parts: NamedDependency[SkipValidation[Parts]],
    workspace: NamedDependency[SkipValidation[Workspace]],
    after: FromQuery[str | None] = None,
) -> FeedbackPage:
    """What has changed since a cursor: a turn's feedback comes again with each change."""
    number = cursor_number(after)
    found = await parts.feedback.after(workspace.id, number, limit=PAGE)
    return FeedbackPage(tuple(_view(each) for each in found), str(found[-1].changed if found else number))


def _foot(parts: Parts, thread: Thread, turn: TurnId) -> Response[Json]:
    found = thread.turn(turn)
    assert found is not None
    return fragment(parts.fragments.foot(found))


def _view(given: Feedback) -> FeedbackView:
    return FeedbackView(given.conversation, given.turn, given.user, given.verdict, given.word, given.at)


for_users = [give_feedback, take_feedback_back, read_reply]
for_hosts = [index]
