"""Host tools: their bindings, the envelope they are sent, the effects they answer with, runs and proposals."""

from datetime import datetime
from typing import Generic, Literal, TypeAlias, TypeVar

from msgspec import Struct

from app.contract.ids import BindingId, ConversationId, Json, ProposalId, RunId, UserId, WorkspaceId

ToolStatus = Literal["active", "deprecated", "sunset"]
RunStatus = Literal["queued", "running", "completed", "failed", "rejected"]
ProposalStatus = Literal["open", "accepted", "dismissed", "applied", "failed"]
Decider = Literal["user", "api"]
EffectKind = Literal["proposal", "reply", "noop"]
Level = Literal["info", "warning", "error"]

RunFault = Literal[
    "unknown_version",
    "sunset_version",
    "input_mismatch",
    "unreachable",
    "timed_out",
    "host_fault",
    "refused_by_host",
    "not_callable",
    "unreadable_output",
    "schema_mismatch",
    "malformed_output",
    "ambiguous_output",
    "overlong_output",
    "lost",
]
"""
Rejected before any call: unknown_version, sunset_version, input_mismatch. No answer: unreachable, timed_out, lost.
host_fault: 5xx. refused_by_host: 4xx. not_callable: we may not call that address, or it redirects.
The rest: what was answered is no effect in the document's form.
"""


class HostTool(Struct, frozen=True):
    """
    One version of a binding. Its schemas never change.

    sealed_key: the host's API key, encrypted; None when calls carry none.
    decision_url: where decisions on its proposals are delivered; None leaves the host to poll.
    """

    workspace: WorkspaceId
    binding: BindingId
    version: str
    name: str
    url: str
    status: ToolStatus
    input_schema: dict[str, Json]
    output_schema: dict[str, Json]
    sealed_key: str | None = None
    decision_url: str | None = None


class CalledTool(Struct, frozen=True):
    binding_id: BindingId
    name: str
    version: str


class RuntimeContext(Struct, frozen=True):
    organization_slug: str
    host_context: dict[str, Json]
    bot_profile_id: str | None


class EventInput(Struct, frozen=True, kw_only=True):
    """The event, and what the document keeps room for."""

    input_kind: Literal["event"] = "event"
    payload: Json
    source: Json
    system_prompt: str = ""
    model_config: dict[str, Json] = {}


class Envelope(Struct, frozen=True, kw_only=True):
    """A request as the document has it, to the letter."""

    contract_version: Literal["v1"] = "v1"
    tool: CalledTool
    runtime_context: RuntimeContext
    correlation_id: str
    causation_id: str | None
    idempotency_key: str
    input: EventInput


class ProposedChange(Struct, frozen=True):
    """What a host proposes. Its texts are data; `payload` and `context_snapshot` are the host's own business."""

    kind: str
    title: str
    body: str
    payload: dict[str, Json]
    context_snapshot: dict[str, Json]


class ProposalEffect(Struct, frozen=True, tag_field="effect", tag="proposal"):
    proposal: ProposedChange


class ReplyEffect(Struct, frozen=True, tag_field="effect", tag="reply"):
    body: str


class NoopEffect(Struct, frozen=True, tag_field="effect", tag="noop"):
    reason: str


Effect: TypeAlias = ProposalEffect | ReplyEffect | NoopEffect


class TraceLine(Struct, frozen=True):
    """What happened, for the host's developers: never a secret, never what was sent or answered."""

    at: datetime
    level: Level
    message: str


class RunError(Struct, frozen=True):
    code: RunFault
    message: str


class Run(Struct, frozen=True):
    """
    One handling of one event.

    digest: of the event as posted; the same key with another digest is another event.
    user: whom a reply or a proposal is for; None when the event named nobody.
    output: the host's answer, once it is an effect. A run that has one never calls again.
    conversation: where its reply goes, settled before it is put there.
    attempts: requests sent, or about to be. since: those of earlier tries of a run that was tried again.
    """

    id: RunId
    workspace: WorkspaceId
    key: str
    digest: str
    envelope: Envelope
    user: UserId | None
    created_at: datetime
    status: RunStatus = "queued"
    effect: EffectKind | None = None
    output: Json = None
    error: RunError | None = None
    attempts: int = 0
    since: int = 0
    conversation: ConversationId | None = None
    trace: tuple[TraceLine, ...] = ()

    @property
    def binding(self) -> BindingId:
        return self.envelope.tool.binding_id

    @property
    def version(self) -> str:
        return self.envelope.tool.version


class Proposal(Struct, frozen=True):
    """
    What a run left for a person.

    changed: grows with every change in the workspace; what a poller resumes from.
    decided_by: its user, or the workspace's own program. detail: the host's word on what it made of it.
    """

    id: ProposalId
    workspace: WorkspaceId
    run: RunId
    user: UserId | None
    tool: CalledTool
    context: RuntimeContext
    correlation_id: str
    change: ProposedChange
    created_at: datetime
    status: ProposalStatus = "open"
    changed: int = 0
    decided_at: datetime | None = None
    decided_by: Decider | None = None
    settled_at: datetime | None = None
    detail: str | None = None


class Delivery(Struct, frozen=True):
    """A decision on its way to the host's `decision_url`. `body` is the JSON that is sent, the same each time."""

    proposal: ProposalId
    workspace: WorkspaceId
    binding: BindingId
    version: str
    body: str
    status: Literal["waiting", "delivered", "failed"] = "waiting"
    attempts: int = 0
    fault: str | None = None


Job = TypeVar("Job")


class Claim(Struct, Generic[Job], frozen=True):
    """The right to work on a job until a lease runs out. `fence` grows with each claim; an older one writes nothing."""

    id: str
    fence: int
    job: Job
