"""`/assist/calls/{id}`: what pages and people make of a call."""

from litestar import Request, Response, post
from litestar.di import NamedDependency
from litestar.params import FromPath, SkipValidation
from msgspec import Struct

from app.contract.ids import CallId, ConversationId, Json
from app.contract.people import Principal
from app.contract.tools import PageAnswer
from app.conversations.thread import CallState
from app.errors import Conflict, Gone
from app.web.answers import fragment
from app.web.bodies import read_form_or_json, read_json, wants_json
from app.web.guards import origin_of
from app.web.parts import Parts

ANSWER_BYTES = 8 * 1024 * 1024
"""What a page returns is cut for the model, so a long one must come in first."""


class ClaimBody(Struct, frozen=True):
    document: str


class PickBody(Struct, frozen=True):
    option: str


class DecisionBody(Struct, frozen=True):
    """`confirmed` is a delete's second step, `asking` the one it answers; `standing` approves it for good."""

    approved: bool
    confirmed: bool = False
    asking: int | None = None
    standing: bool = False


@post("/calls/{call:str}/claim", status_code=204)
async def claim_call(
    request: Request[Json, Principal, Json],
    call: FromPath[str],
    parts: NamedDependency[SkipValidation[Parts]],
    principal: NamedDependency[SkipValidation[Principal]],
) -> None:
    """Give the call to the document that asks first."""
    conversation = await parts.access.call(principal.owner, CallId(call))
    body = await read_json(request, ClaimBody)
    await parts.calls.claim(principal, conversation, CallId(call), body.document)


@post("/calls/{call:str}/answer", status_code=204, request_max_body_size=ANSWER_BYTES)
async def answer_call(
    request: Request[Json, Principal, Json],
    call: FromPath[str],
    parts: NamedDependency[SkipValidation[Parts]],
    principal: NamedDependency[SkipValidation[Principal]],
) -> None:
    """Take the page's outcome, once."""
    conversation = await parts.access.call(principal.owner, CallId(call))
    body = await read_json(request, PageAnswer)
    await parts.calls.answer(principal, conversation, CallId(call), body)


@post("/calls/{call:str}/decision", status_code=200)
async def decide_call(
    request: Request[Json, Principal, Json],
    call: FromPath[str],
    parts: NamedDependency[SkipValidation[Parts]],
    principal: NamedDependency[SkipValidation[Principal]],
) -> Response[Json]:
    """Take the one decision; a repeated or a late one is told so, with the card as it stands."""
    conversation = await parts.access.call(principal.owner, CallId(call))
    body = await read_form_or_json(request, DecisionBody)
    try:
        state = await parts.calls.decide(
            principal,
            conversation,
            CallId(call),
            approved=body.approved,
            confirmed=body.confirmed,
            asking=body.asking,
            standing=body.standing,
        )
    except (Conflict, Gone) as fault:
        return await too_late(request, parts, conversation, fault)
    return settled(request, parts, state)


@post("/calls/{call:str}/pick", status_code=200)
async def pick_choice(
    request: Request[Json, Principal, Json],
    call: FromPath[str],
    parts: NamedDependency[SkipValidation[Parts]],
    principal: NamedDependency[SkipValidation[Principal]],
) -> Response[Json]:
    """Take the one pick; a repeated or a late one is told so, with the card as it stands."""
    conversation = await parts.access.call(principal.owner, CallId(call))
    body = await read_form_or_json(request, PickBody)
    try:
        state = await parts.asking.picks.pick(conversation, CallId(call), body.option)
    except (Conflict, Gone) as fault:
        return await too_late(request, parts, conversation, fault)
    return settled(request, parts, state)


def settled(request: Request[Json, Principal, Json], parts: Parts, state: CallState) -> Response[Json]:
    """The card as it stands, or its status for whoever wants JSON."""
    if wants_json(request):
        return Response({"id": state.call.id, "status": state.status}, status_code=200)
    return fragment(parts.fragments.seen_from(origin_of(request)).call(state))


async def too_late(
    request: Request[Json, Principal, Json], parts: Parts, conversation: ConversationId, fault: Conflict | Gone
) -> Response[Json]:
    """The card as it stands, or the fault for whoever wants JSON."""
    if wants_json(request):
        raise fault
    state = await parts.calls.state(conversation, CallId(request.path_params["call"]))
    return fragment(parts.fragments.seen_from(origin_of(request)).call(state), status=fault.status)
