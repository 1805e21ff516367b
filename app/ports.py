"""The seams: what a store, a bus, a model and a tool source must do. Only `app.main` picks concrete ones."""

from collections.abc import AsyncGenerator, AsyncIterator, Sequence
from contextlib import AbstractAsyncContextManager
from datetime import datetime
from typing import Protocol

from app.contract.attachments import Attachment, StoredFile
from app.contract.events import AnyEvent, LogEvent
from app.contract.hosttools import Claim, Delivery, HostTool, Job, Proposal, ProposalStatus, Run
from app.contract.ids import AttachmentId, BindingId, ConversationId, ProposalId, RunId, TabId, Topic, WorkspaceId
from app.contract.model import ModelEvent, ModelRequest
from app.contract.people import Conversation, Owner, TabPage, Workspace
from app.contract.remote import Integration, ProviderId
from app.contract.replies import Feedback
from app.contract.signals import Signal


class Log(Protocol):
    """The durable event log, and the leases on the turns it holds."""

    async def append(
        self, conversation: ConversationId, events: Sequence[AnyEvent], *, after: int
    ) -> tuple[LogEvent, ...]:
        """
        Make events durable right behind event `after`, all or none. What somebody must act on makes it due.

        Raises:
            Conflict: `after` is not the head any more; nothing was written.
            UnknownConversation: No such conversation.
        """
        ...

    async def read_after(self, conversation: ConversationId, seq: int, *, limit: int = 500) -> list[LogEvent]:
        """Events of one conversation after `seq` (exclusive; 0 reads from the start), oldest first."""
        ...

    async def lease(self, conversation: ConversationId, holder: str, *, until: datetime) -> bool:
        """Take or renew the right to work on a conversation; False while another's lease is alive."""
        ...

    async def release(self, conversation: ConversationId, holder: str, *, wake_at: datetime | None) -> None:
        """Give the lease back, and say when somebody should look again (None: when something is appended)."""
        ...

    async def due(self, now: datetime, *, limit: int = 100) -> list[ConversationId]:
        """Conversations whose `wake_at` has come, or whose lease ran out unreleased: work to pick up."""
        ...


class Conversations(Protocol):
    """Who owns which thread."""

    async def create(self, owner: Owner) -> Conversation: ...

    async def get(self, conversation: ConversationId) -> Conversation:
        """Raises `UnknownConversation`."""
        ...

    async def of(self, owner: Owner, *, saying: Sequence[str] = (), limit: int = 100) -> list[Conversation]:
        """
        The owner's conversations that hold anything, latest first.
        saying: words that each stand, in any case, in the title or in what either side said.
        """
        ...

    async def rename(self, conversation: ConversationId, title: str, *, instead_of: str | None = None) -> bool:
        """
        Give it a title. Without `instead_of` it raises `UnknownConversation`.

        instead_of: the title it must still have; when it has another one, nothing changes and False comes back.
        """
        ...

    async def delete(self, conversation: ConversationId) -> None:
        """Hide it from every reader and writer, until the trash is emptied or it is restored from there."""
        ...


class Trash(Protocol):
    """Deleted conversations, while they can still be brought back."""

    async def restore(self, owner: Owner, conversation: ConversationId) -> Conversation:
        """Bring it back as it was; one that is not deleted is fine. Raises `UnknownConversation`."""
        ...

    async def deleted(self, owner: Owner) -> list[Conversation]:
        """The owner's that hold anything, latest touched first."""
        ...

    async def empty(self, deleted_before: datetime) -> int:
        """Remove, with their logs, those deleted before a moment. Returns how many."""
        ...


class Tabs(Protocol):
    """The page registry's rows, keyed by owner and tab."""

    async def get(self, owner: Owner, tab: TabId) -> TabPage | None:
        """The row, also after its page left; None when never heard of or dropped."""
        ...

    async def put(self, page: TabPage) -> bool:
        """Store a row unless one of the same version or a newer one stands; False when it does."""
        ...

    async def of(self, owner: Owner, conversation: ConversationId) -> list[TabPage]:
        """The tabs that show a conversation, latest heard first."""
        ...

    async def drop_before(self, heard_at: datetime) -> int:
        """Forget tabs not heard of since. Returns how many."""
        ...


class Workspaces(Protocol):
    async def put(self, workspace: Workspace) -> None:
        """Create or replace."""
        ...

    async def get(self, workspace: WorkspaceId) -> Workspace | None: ...

    async def by_key(self, key_hash: str) -> Workspace | None: ...

    async def all(self) -> list[Workspace]: ...


class Integrations(Protocol):
    """The remote tool servers of each workspace."""

    async def put(self, integration: Integration) -> None:
        """Connect, or replace the one of that name, which keeps the moment it was first connected."""
        ...

    async def get(self, workspace: WorkspaceId, provider: ProviderId) -> Integration | None: ...

    async def of(self, workspace: WorkspaceId) -> list[Integration]:
        """A workspace's own, the first connected first."""
        ...

    async def delete(self, workspace: WorkspaceId, provider: ProviderId) -> bool:
        """False when there was none."""
        ...


class HostTools(Protocol):
    """The versions of each workspace's bindings."""

    async def put(self, tool: HostTool) -> bool:
        """
        Add a version, or replace one whose schemas are the same; True when it is new.

        Raises:
            Conflict: That version has other schemas.
        """
        ...

    async def get(self, workspace: WorkspaceId, binding: BindingId, version: str) -> HostTool | None: ...

    async def of(self, workspace: WorkspaceId, binding: BindingId | None = None) -> list[HostTool]:
        """A workspace's own, or one binding's, by binding and version."""
        ...


class Queue(Protocol[Job]):
    """
    Jobs that some process works on, one at a time each.

    Whoever writes on a claim that another took over raises `LeaseLost`.
    """

    async def due(self, now: datetime, *, limit: int = 100) -> list[str]:
        """Jobs whose time has come, or whose lease ran out unreleased."""
        ...

    async def claim(self, job: str, holder: str, *, until: datetime) -> Claim[Job] | None:
        """Take a job that is due; None when it is not, or is somebody's."""
        ...

    async def renew(self, claim: Claim[Job], *, until: datetime) -> None: ...

    async def save(self, claim: Claim[Job], job: Job) -> None:
        """Keep what is known by now, and the claim."""
        ...

    async def release(self, claim: Claim[Job], job: Job, *, due_at: datetime | None = None) -> None:
        """Keep what is known by now, and give the claim back. `due_at`: when to go on; None when it is over."""
        ...


class Runs(Protocol):
    """Every run there was, beside the queue of those under way."""

    async def add(self, run: Run) -> Run:
        """Keep a run and make it due, unless it is over already; the one that stands when its key is known."""
        ...

    async def get(self, workspace: WorkspaceId, run: RunId) -> Run | None: ...

    async def revive(self, before: Run, now: Run) -> bool:
        """Replace a run that is over, and still as `before`, and make it due; False when it is not."""
        ...

    async def propose(self, claim: Claim[Run], run: Run, proposal: Proposal) -> None:
        """As `Queue.release` of a run that is over, with the proposal it leaves: both or none."""
        ...


class Proposals(Protocol):
    """What runs left for people."""

    async def get(self, proposal: ProposalId) -> Proposal | None: ...

    async def after(
        self, workspace: WorkspaceId, number: int, *, status: ProposalStatus | None = None, limit: int = 100
    ) -> list[Proposal]:
        """Those that changed after change `number` (exclusive), in the order they did."""
        ...

    async def of(self, owner: Owner, *, limit: int = 50) -> list[Proposal]:
        """The owner's, the open ones first, then those that changed last."""
        ...

    async def move(self, before: Proposal, now: Proposal, *, delivery: Delivery | None = None) -> bool:
        """Replace a proposal that still has the status of `before`, and have its decision delivered; False when not."""
        ...


class FeedbackIndex(Protocol):
    """What people think of replies; the log says it, this finds it by workspace."""

    async def after(self, workspace: WorkspaceId, number: int, *, limit: int = 100) -> list[Feedback]:
        """What changed after change `number` (exclusive), in the order it did: what stands now, once a turn."""
        ...


class Usage(Protocol):
    """Tokens spent per owner and UTC day."""

    async def add(self, owner: Owner, day: str, tokens: int) -> None: ...

    async def spent(self, owner: Owner, day: str) -> int: ...


class Attachments(Protocol):
    """Files given with messages. One that is in a conversation goes when that is removed."""

    async def put(self, owner: Owner, attachment: Attachment, body: bytes) -> None: ...

    async def get(self, attachment: AttachmentId) -> StoredFile | None:
        """None when there is none, or its conversation was deleted."""
        ...

    async def attach(
        self, owner: Owner, conversation: ConversationId, attachments: Sequence[AttachmentId]
    ) -> tuple[Attachment, ...]:
        """Bind the owner's own to a conversation, all or none, or once more. Raises `UnknownAttachment`."""
        ...

    async def stored_since(self, owner: Owner, moment: datetime) -> int:
        """Bytes the owner gave since a moment and that are still there."""
        ...

    async def drop_before(self, moment: datetime) -> int:
        """Remove those given before a moment that went with no message. Returns how many."""
        ...


class Bus(Protocol):
    """Doorbell and deltas. Losing it loses nothing but time: the log is the truth."""

    async def publish(self, topic: Topic, signal: Signal) -> None:
        """Hand a signal to every subscriber. Never waits for a slow one."""
        ...

    def subscribe(self, *topics: Topic) -> AbstractAsyncContextManager[AsyncIterator[Signal]]:
        """
        Signals from now on, first the text of the block being written, if there is one, as a `Delta` at offset 0.

        Each topic's signals come in their order; between topics there is none.

        Raises:
            Lagged: from the iterator, when this reader fell too far behind and must resume from the log.
        """
        ...

    async def close(self) -> None: ...


class Model(Protocol):
    def stream(self, request: ModelRequest) -> AsyncGenerator[ModelEvent, None]:
        """
        One model turn. Ends with `Finished`, or raises.

        Retries by itself only before the first event was yielded. Cancelling the iterating task closes the request.

        Raises:
            ModelFault: It could not be finished; `trouble` says how.
        """
        ...
