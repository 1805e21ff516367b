"""`GET /assist/activity`: what a user was asked, and what became of it, in all conversations, the last one first."""

from collections.abc import Sequence
from typing import Final

from litestar import Request, Response, get
from litestar.di import NamedDependency
from litestar.params import FromQuery, SkipValidation
from markupsafe import Markup
from msgspec import Struct

from app.contract.ids import CallId, ConversationId, Json, conversation_of
from app.contract.people import Conversation, Principal
from app.conversations.thread import CallState
from app.errors import Unacceptable
from app.web.answers import fragment
from app.web.approvals import decider_of, draw_revoke, label_of, notes_of, receipt_of, verdict_of, where
from app.web.bodies import wants_json
from app.web.dom import HISTORY, dom_id
from app.web.parts import Parts
from app.web.plain import to_plain_line
from app.web.templating import Templates
from app.web.words import word

_PAGE: Final = 30

AnyRequest = Request[Json, Principal, Json]


class Receipt(Struct, frozen=True):
    """A call that asked, and the conversation it stands in."""

    conversation: Conversation
    state: CallState


class ReceiptLine(Struct, frozen=True):
    """`by` and `at` (ISO 8601, UTC) are None where nobody decided."""

    call: CallId
    conversation: ConversationId
    label: str
    outcome: str
    page: str | None
    by: str | None
    at: str | None


class ReceiptsPage(Struct, frozen=True):
    """`next` is what `before` has to be for those behind these; None at the end."""

    items: tuple[ReceiptLine, ...]
    next: CallId | None


@get("/activity")
async def show_activity(
    request: AnyRequest,
    parts: NamedDependency[SkipValidation[Parts]],
    principal: NamedDependency[SkipValidation[Principal]],
    before: FromQuery[str] = "",
) -> Response[Json]:
    """The user's own receipts, a page at a time. `before`: a call's id; only those behind it."""
    if before and conversation_of(before) is None:
        raise Unacceptable("'before' is no call's id.")
    calls = await parts.asking.receipts.of(principal.owner, before=CallId(before) if before else None, limit=_PAGE)
    found = [each for call in calls if (each := await _receipt(parts, call))]
    following = calls[-1] if len(calls) == _PAGE else None
    if wants_json(request):
        return Response(ReceiptsPage(tuple(map(_line, found)), following))
    return fragment(draw_activity(parts.templates, found, following, begins=not before))


def draw_activity(
    templates: Templates, receipts: Sequence[Receipt], following: CallId | None, *, begins: bool
) -> Markup:
    """One page of the activity log; the one it begins with stands where the history list stood."""
    rows = [draw_row(templates, each) for each in receipts]
    more = None
    if following:
        place = dom_id("activity", following)
        more = templates.fragment("receipts/more", id=place, url=f"/assist/activity?before={following}")
    if begins:
        return templates.fragment("receipts/list", id=HISTORY, rows=rows, more=more)
    return templates.fragment("receipts/rows", rows=rows, more=more)


def draw_row(templates: Templates, receipt: Receipt) -> Markup:
    """One receipt, which opens its conversation there."""
    state, title = receipt.state, receipt.conversation.title
    return templates.fragment(
        "receipts/row",
        id=_row_id(state),
        conversation=receipt.conversation.id,
        place=dom_id(state.call.id),
        state=receipt_of(state),
        verdict=verdict_of(state),
        label=label_of(state),
        title=to_plain_line(title or "") or word("history.untitled"),
        trail=[*notes_of(state), *filter(None, (where(state), decider_of(state)))],
        at=state.decided.at if state.decided else state.asked_at,
        revoke=draw_revoke(templates, state),
    )


def placed(templates: Templates, receipt: Receipt) -> Markup:
    """A receipt put in its row's place, where the log is open."""
    return templates.fragment("partial", target=_row_id(receipt.state), html=draw_row(templates, receipt))


def _row_id(state: CallState) -> str:
    return dom_id("receipt", state.call.id)


async def _receipt(parts: Parts, call: CallId) -> Receipt | None:
    """None for what leaves no receipt: a question that waits, or one with choices."""
    conversation = conversation_of(call)
    assert conversation is not None
    state = (await parts.journal.thread(conversation)).calls[call]
    if state.hold is None or state.call.kind == "choice" or state.waits_for_person:
        return None
    return Receipt(await parts.conversations.get(conversation), state)


def _line(receipt: Receipt) -> ReceiptLine:
    state = receipt.state
    decided = state.decided
    return ReceiptLine(
        state.call.id,
        receipt.conversation.id,
        label_of(state),
        receipt_of(state),
        state.page,
        decided.by if decided else None,
        decided.at.isoformat() if decided else None,
    )


handlers = [show_activity]
