"""`POST /v1/events` and `/v1/runs/{id}`: events in, and what became of each."""

from datetime import datetime

from litestar import Request, get, post
from litestar.di import NamedDependency
from litestar.params import FromPath, SkipValidation
from msgspec import Struct

from app.contract.hosttools import CalledTool, EffectKind, Run, RunError, RunStatus, TraceLine
from app.contract.ids import Json, ProposalId, RunId, proposal_id
from app.contract.people import Workspace
from app.hosttools.events import Event
from app.web.bodies import read_json
from app.web.parts import Parts


class RunView(Struct, frozen=True):
    """A run as it stands. `output` is the host's answer once it was an effect; `attempts` are requests sent."""

    id: RunId
    status: RunStatus
    effect: EffectKind | None
    output: Json
    proposal_id: ProposalId | None
    error: RunError | None
    attempts: int
    trace: tuple[TraceLine, ...]
    tool: CalledTool
    correlation_id: str
    causation_id: str | None
    idempotency_key: str
    created_at: datetime


@post("/events", status_code=202)
async def take_event(
    request: Request[Json, Workspace, Json],
    parts: NamedDependency[SkipValidation[Parts]],
    workspace: NamedDependency[SkipValidation[Workspace]],
) -> RunView:
    """Answered at once, with the run that handles the event; the same event again gets the same run."""
    return _view(await parts.host_tools.events.take(workspace.id, await read_json(request, Event)))


@get("/runs/{run:str}")
async def show(
    run: FromPath[str],
    parts: NamedDependency[SkipValidation[Parts]],
    workspace: NamedDependency[SkipValidation[Workspace]],
) -> RunView:
    """With everything that happened in it so far."""
    return _view(await parts.host_tools.events.get(workspace.id, run))


@post("/runs/{run:str}/retries", status_code=202)
async def retry(
    run: FromPath[str],
    parts: NamedDependency[SkipValidation[Parts]],
    workspace: NamedDependency[SkipValidation[Workspace]],
) -> RunView:
    """Try one that failed or was rejected again, with the same key."""
    return _view(await parts.host_tools.events.retry(workspace.id, run))


def _view(run: Run) -> RunView:
    return RunView(
        id=run.id,
        status=run.status,
        effect=run.effect,
        output=run.output,
        proposal_id=proposal_id(run.id) if run.effect == "proposal" and run.status == "completed" else None,
        error=run.error,
        attempts=run.attempts,
        trace=run.trace,
        tool=run.envelope.tool,
        correlation_id=run.envelope.correlation_id,
        causation_id=run.envelope.causation_id,
        idempotency_key=run.key,
        created_at=run.created_at,
    )


handlers = [take_event, show, retry]
