"""`/assist/calls/{id}`: what pages and people make of a call."""

from litestar import Request, Response, post
from litestar.di import NamedDependency
from litestar.params import FromPath, SkipValidation
from msgspec import Struct

from app.contract.ids import CallId, Json
from app.contract.people import Principal
from app.contract.tools import PageAnswer
from app.conversations.thread import CallState
from app.errors import Conflict, Gone
from app.web.bodies import read_form_or_json, read_json, wants_json
from app.web.parts import Parts


class ClaimBody(Struct, frozen=True):
    document: str


class DecisionBody(Struct, frozen=True):
    """`confirmed` is a delete's second step."""

    approved: bool
    confirmed: bool = False


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


@post("/calls/{call:str}/answer", status_code=204)
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
        state = await parts.calls.decide(principal, conversation, CallId(call), approved=body.approved)
    except (Conflict, Gone) as fault:
        if wants_json(request):
            raise
        state = await parts.calls.state(conversation, CallId(call))
        return _card(parts, state, fault.status)
    if wants_json(request):
        return Response({"id": call, "status": state.status}, status_code=200)
    return _card(parts, state, 200)


def _card(parts: Parts, state: CallState, status: int) -> Response[Json]:
    return Response(parts.fragments.call(state), status_code=status, media_type="text/html; charset=utf-8")
