"""`/assist/calls/{id}`, its arguments put otherwise, and the approval of it that stands."""

from typing import Final

from litestar import Request, Response, delete, get, put
from litestar.di import NamedDependency
from litestar.params import FromPath, SkipValidation
from msgspec import Struct

from app.contract.ids import CallId, Json
from app.contract.people import Principal
from app.contract.tools import CallStatus
from app.conversations.thread import CallState
from app.errors import Conflict, Gone, Unacceptable
from app.turns.edits import Editing
from app.web.activity_log import Receipt, placed
from app.web.answers import fragment
from app.web.approvals import draw_revoked
from app.web.argument_forms import PREFIX, put_editing
from app.web.bodies import JSON, media_type, read_fields, read_json, wants_json
from app.web.calls import settled, too_late
from app.web.guards import origin_of
from app.web.parts import Parts

_LONGEST_NUMBER: Final = 9

AnyRequest = Request[Json, Principal, Json]


class CallLook(Struct, frozen=True):
    """A call as it stands. `asking`: how often it was asked; a decision names it."""

    id: CallId
    status: CallStatus
    asking: int
    arguments: dict[str, Json]


class ArgumentsBody(Struct, frozen=True):
    arguments: dict[str, Json]
    asking: int


class ArgumentsLook(Struct, frozen=True):
    """`schema` is what the arguments have to fit."""

    arguments: dict[str, Json]
    schema: dict[str, Json]
    asking: int


@get("/calls/{call:str}")
async def show_call(
    request: AnyRequest,
    call: FromPath[str],
    parts: NamedDependency[SkipValidation[Parts]],
    principal: NamedDependency[SkipValidation[Principal]],
) -> Response[Json]:
    """The card as it stands."""
    conversation = await parts.access.call(principal.owner, CallId(call))
    return _shown(request, parts, await parts.calls.state(conversation, CallId(call)))


@get("/calls/{call:str}/arguments")
async def show_arguments(
    request: AnyRequest,
    call: FromPath[str],
    parts: NamedDependency[SkipValidation[Parts]],
    principal: NamedDependency[SkipValidation[Principal]],
) -> Response[Json]:
    """The form that puts them otherwise; the card as it stands when it is too late for that."""
    conversation = await parts.access.call(principal.owner, CallId(call))
    try:
        editing = await parts.asking.edits.begin(conversation, CallId(call))
    except (Conflict, Gone) as fault:
        return await too_late(request, parts, conversation, fault)
    if wants_json(request):
        state = editing.state
        return Response(ArgumentsLook(state.call.args, editing.schema, state.asked))
    return fragment(put_editing(parts.templates, editing))


@put("/calls/{call:str}/arguments", status_code=200)
async def put_arguments(
    request: AnyRequest,
    call: FromPath[str],
    parts: NamedDependency[SkipValidation[Parts]],
    principal: NamedDependency[SkipValidation[Principal]],
) -> Response[Json]:
    """Ask about the call with these, or say what is wrong with each of them, nothing of it lost."""
    conversation = await parts.access.call(principal.owner, CallId(call))
    filled: dict[str, list[str]] | None = None
    try:
        if media_type(request) == JSON:
            body = await read_json(request, ArgumentsBody)
            editing = await parts.asking.edits.put(principal, conversation, CallId(call), body.asking, body.arguments)
        else:
            fields = await read_fields(request)
            filled = {name.removeprefix(PREFIX): each for name, each in fields.items() if name.startswith(PREFIX)}
            asking = _number(fields.get("asking", []))
            editing = await parts.asking.edits.fill(principal, conversation, CallId(call), asking, filled)
    except (Conflict, Gone) as fault:
        return await too_late(request, parts, conversation, fault)
    if editing.faults:
        return _faulty(request, parts, editing, filled)
    return _shown(request, parts, editing.state)


@delete("/calls/{call:str}/standing", status_code=200)
async def revoke_standing(
    request: AnyRequest,
    call: FromPath[str],
    parts: NamedDependency[SkipValidation[Parts]],
    principal: NamedDependency[SkipValidation[Principal]],
) -> Response[Json]:
    """Ask again from now on: the approval does not stand any more."""
    conversation = await parts.access.call(principal.owner, CallId(call))
    thread = await parts.calls.revoke(principal, conversation, CallId(call))
    if wants_json(request):
        return Response(None, status_code=204)
    found = await parts.conversations.get(conversation)
    affected = [state for state in thread.calls.values() if call in {state.call.id, state.under}]
    rows = "".join(placed(parts.templates, Receipt(found, state)) for state in affected)
    return fragment(draw_revoked(parts.templates, thread, CallId(call), origin_of(request)) + rows)


def _shown(request: AnyRequest, parts: Parts, state: CallState) -> Response[Json]:
    if wants_json(request):
        return Response(CallLook(state.call.id, state.status, state.asked, state.call.args))
    return settled(request, parts, state)


def _faulty(request: AnyRequest, parts: Parts, editing: Editing, filled: dict[str, list[str]] | None) -> Response[Json]:
    if wants_json(request):
        said = (f"{each.name or 'arguments'}: {each.code} {each.limit}".strip() for each in editing.faults)
        raise Unacceptable(f"{'; '.join(said)}.")
    return fragment(put_editing(parts.templates, editing, filled), status=Unacceptable.status)


def _number(values: list[str]) -> int:
    """Raises `Unacceptable`."""
    if len(values) != 1 or not (values[0].isascii() and values[0].isdigit() and len(values[0]) <= _LONGEST_NUMBER):
        raise Unacceptable("Say in 'asking' which asking is changed.")
    return int(values[0])


handlers = [show_call, show_arguments, put_arguments, revoke_standing]
