"""`/v1/proposals` for hosts and `/assist/proposals` for the people they are for."""

from datetime import datetime
from typing import Annotated, Literal

from litestar import Request, Response, get, post
from litestar.di import NamedDependency
from litestar.params import FromPath, FromQuery, SkipValidation
from msgspec import Meta, Struct

from app.contract.hosttools import CalledTool, Decider, Proposal, ProposalStatus
from app.contract.ids import Json, ProposalId, RunId, UserId
from app.contract.people import Principal, Workspace
from app.errors import AlreadyDecided
from app.web.answers import fragment
from app.web.bodies import read_form_or_json, read_json, wants_json
from app.web.cursors import cursor_number
from app.web.inboxes import MOST_SHOWN
from app.web.parts import Parts

PAGE = 100


class DecisionBody(Struct, frozen=True):
    accepted: bool


class OutcomeBody(Struct, frozen=True, forbid_unknown_fields=True):
    """What the host made of an accepted proposal. `detail` is shown to the person."""

    outcome: Literal["applied", "failed"]
    detail: Annotated[str, Meta(max_length=2_000)] | None = None


class ProposalView(Struct, frozen=True):
    """A proposal as its host gave it, and what became of it."""

    id: ProposalId
    run_id: RunId
    status: ProposalStatus
    kind: str
    title: str
    body: str
    payload: dict[str, Json]
    context_snapshot: dict[str, Json]
    tool: CalledTool
    external_user_id: UserId | None
    correlation_id: str
    created_at: datetime
    decided_at: datetime | None
    decided_by: Decider | None
    detail: str | None


class ProposalPage(Struct, frozen=True):
    """In the order they changed. `next`: what `after` takes to go on from here; always given, so that one can poll."""

    items: tuple[ProposalView, ...]
    next: str


@get("/proposals")
async def index(
    parts: NamedDependency[SkipValidation[Parts]],
    workspace: NamedDependency[SkipValidation[Workspace]],
    status: FromQuery[ProposalStatus | None] = None,
    after: FromQuery[str | None] = None,
) -> ProposalPage:
    """What has changed since a cursor: a proposal comes again with each change."""
    number = cursor_number(after)
    found = await parts.host_tools.decisions.after(workspace.id, number, status, limit=PAGE)
    return ProposalPage(tuple(_view(each) for each in found), str(found[-1].changed if found else number))


@get("/proposals/{proposal:str}")
async def show(
    proposal: FromPath[str],
    parts: NamedDependency[SkipValidation[Parts]],
    workspace: NamedDependency[SkipValidation[Workspace]],
) -> ProposalView:
    return _view(await parts.host_tools.decisions.of_workspace(workspace.id, proposal))


@post("/proposals/{proposal:str}/decision", status_code=200)
async def decide(
    request: Request[Json, Workspace, Json],
    proposal: FromPath[str],
    parts: NamedDependency[SkipValidation[Parts]],
    workspace: NamedDependency[SkipValidation[Workspace]],
) -> ProposalView:
    """The one decision, taken by the workspace's own program."""
    body = await read_json(request, DecisionBody)
    found = await parts.host_tools.decisions.of_workspace(workspace.id, proposal)
    decision = "accepted" if body.accepted else "dismissed"
    return _view(await parts.host_tools.decisions.decide(found, decision, by="api"))


@post("/proposals/{proposal:str}/outcome", status_code=200)
async def settle(
    request: Request[Json, Workspace, Json],
    proposal: FromPath[str],
    parts: NamedDependency[SkipValidation[Parts]],
    workspace: NamedDependency[SkipValidation[Workspace]],
) -> ProposalView:
    """What came of an accepted one."""
    body = await read_json(request, OutcomeBody)
    found = await parts.host_tools.decisions.of_workspace(workspace.id, proposal)
    return _view(await parts.host_tools.decisions.settle(found, body.outcome, body.detail))


@get("/proposals")
async def inbox(
    request: Request[Json, Principal, Json],
    parts: NamedDependency[SkipValidation[Parts]],
    principal: NamedDependency[SkipValidation[Principal]],
) -> Response[Json]:
    """The user's own, the open ones first."""
    found = await parts.host_tools.decisions.inbox(principal.owner, limit=MOST_SHOWN)
    if wants_json(request):
        return Response({"items": [_view(each) for each in found]})
    return fragment(parts.inboxes.draw(found))


@post("/proposals/{proposal:str}/decision", status_code=200)
async def decide_own(
    request: Request[Json, Principal, Json],
    proposal: FromPath[str],
    parts: NamedDependency[SkipValidation[Parts]],
    principal: NamedDependency[SkipValidation[Principal]],
) -> Response[Json]:
    """The one decision, taken by the person; a repeated one is told so, with the card as it stands."""
    decisions = parts.host_tools.decisions
    found = await decisions.of_owner(principal.owner, proposal)
    body = await read_form_or_json(request, DecisionBody)
    status = 200
    try:
        found = await decisions.decide(found, "accepted" if body.accepted else "dismissed", by="user")
    except AlreadyDecided as fault:
        if wants_json(request):
            raise
        found, status = await decisions.of_owner(principal.owner, proposal), fault.status
    if wants_json(request):
        return Response(_view(found), status_code=status)
    return fragment(
        parts.inboxes.changed(found, await decisions.inbox(principal.owner, limit=MOST_SHOWN)), status=status
    )


def _view(proposal: Proposal) -> ProposalView:
    change = proposal.change
    return ProposalView(
        id=proposal.id,
        run_id=proposal.run,
        status=proposal.status,
        kind=change.kind,
        title=change.title,
        body=change.body,
        payload=change.payload,
        context_snapshot=change.context_snapshot,
        tool=proposal.tool,
        external_user_id=proposal.user,
        correlation_id=proposal.correlation_id,
        created_at=proposal.created_at,
        decided_at=proposal.decided_at,
        decided_by=proposal.decided_by,
        detail=proposal.detail,
    )


for_hosts = [index, show, decide, settle]
for_users = [inbox, decide_own]
