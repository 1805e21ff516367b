"""Events in: each becomes the run of its idempotency key, once, and is queued before anybody is told."""

import hashlib
from collections.abc import Callable
from datetime import datetime
from typing import Annotated, Final

from msgspec import Meta, Struct, json
from msgspec.structs import replace

from app.contract.hosttools import CalledTool, Envelope, EventInput, HostTool, Run, RunError, RuntimeContext
from app.contract.ids import BindingId, Json, RunId, UserId, WorkspaceId, new_run_id
from app.errors import Conflict, TooLarge, UnknownBinding, UnknownRun
from app.hosttools.bindings import Bindings
from app.hosttools.checkpoints import Checkpoint
from app.hosttools.effects import misfits
from app.hosttools.trace import ended, noted
from app.ports import Runs

MOST_BYTES: Final = 256 * 1024

_in_order = json.Encoder(order="deterministic")

Id = Annotated[str, Meta(min_length=1, max_length=255, pattern=r"^[^\x00-\x1f\x7f]+\Z")]
Key = Annotated[str, Meta(min_length=1, max_length=600, pattern=r"^[^\x00-\x1f\x7f]+\Z")]


class Event(Struct, frozen=True, forbid_unknown_fields=True):
    """An event as a host posts it. `external_user_id` says whom a reply or a proposal is for."""

    binding_id: Id
    version: Id
    source_event_id: Id
    organization_slug: Id
    host_context: dict[str, Json]
    payload: Json
    causation_id: Id | None = None
    idempotency_key: Key | None = None
    correlation_id: Id | None = None
    bot_profile_id: Id | None = None
    external_user_id: Id | None = None
    source: Json = None

    @property
    def key(self) -> str:
        return self.idempotency_key or f"host:{self.binding_id}:{self.source_event_id}"


class Events:
    """Takes events in."""

    def __init__(
        self,
        bindings: Bindings,
        runs: Runs,
        wake: Callable[[], None],
        *,
        clock: Callable[[], datetime],
        at: Checkpoint,
    ) -> None:
        self._bindings = bindings
        self._runs = runs
        self._wake = wake
        self._clock = clock
        self._at = at

    async def take(self, workspace: WorkspaceId, event: Event) -> Run:
        """
        The event's run: a new one, or the one its key has already made.

        Raises:
            UnknownBinding: There is no such binding in any version.
            TooLarge: It carries more than 256 KiB.
            Conflict: The key was used for another event.
        """
        _check_size(event)
        tool = await self._bindings.find(workspace, BindingId(event.binding_id), event.version)
        if tool is None and not await self._bindings.knows(workspace, BindingId(event.binding_id)):
            raise UnknownBinding(f"There is no host tool {event.binding_id!r}. Register it first.")
        run = self._judged(_run(workspace, event, tool, self._clock()), tool)
        await self._at("event.checked")
        kept = await self._runs.add(run)
        if kept.digest != run.digest:
            raise Conflict(f"The key {event.key!r} was used for another event. Each event needs a key of its own.")
        await self._at("event.kept")
        self._wake()
        return kept

    async def get(self, workspace: WorkspaceId, run: str) -> Run:
        """Raises `UnknownRun`."""
        found = await self._runs.get(workspace, RunId(run))
        if found is None:
            raise UnknownRun(f"There is no run {run!r}.")
        return found

    async def retry(self, workspace: WorkspaceId, run: str) -> Run:
        """
        Try a run again that failed or was rejected, under its key.

        Raises:
            UnknownRun: There is no such run.
            Conflict: It is under way, or ended well.
        """
        found = await self.get(workspace, run)
        if found.status not in {"failed", "rejected"}:
            raise Conflict(f"The run is {found.status}; only one that failed or was rejected is tried again.")
        again = noted(found, self._clock(), "Tried again by request, with the same key.")
        again = replace(again, status="queued", error=None, since=found.attempts)
        tool = await self._bindings.find(workspace, found.binding, found.version)
        if tool is not None and not found.attempts:
            # Nothing was sent yet, so the version may only have got its name since.
            named = replace(again.envelope.tool, name=tool.name)
            again = replace(again, envelope=replace(again.envelope, tool=named))
        if not await self._runs.revive(found, again):
            raise Conflict("The run is being tried again already.")
        self._wake()
        return again

    def _judged(self, run: Run, tool: HostTool | None) -> Run:
        error = refusal(run, tool)
        return ended(run, self._clock(), "rejected", error) if error else run


def refusal(run: Run, tool: HostTool | None) -> RunError | None:
    """Why the run must not call its host; None when it may."""
    if tool is None:
        return RunError("unknown_version", f"There is no version {run.version!r} of {run.binding!r}.")
    if tool.status == "sunset":
        return RunError("sunset_version", f"Version {run.version!r} of {run.binding!r} is sunset.")
    if issues := misfits(run.envelope.input.payload, tool.input_schema):
        return RunError("input_mismatch", f"The payload does not fit the pinned input schema: {issues}.")
    return None


def _check_size(event: Event) -> None:
    size = len(json.encode([event.payload, event.source, event.host_context]))
    if size > MOST_BYTES:
        raise TooLarge(
            f"The event carries {size:,} bytes; {MOST_BYTES:,} are the most. Send what can be looked up by id."
        )


def _run(workspace: WorkspaceId, event: Event, tool: HostTool | None, now: datetime) -> Run:
    envelope = Envelope(
        tool=CalledTool(BindingId(event.binding_id), tool.name if tool else event.binding_id, event.version),
        runtime_context=RuntimeContext(event.organization_slug, event.host_context, event.bot_profile_id),
        correlation_id=event.correlation_id or event.source_event_id,
        causation_id=event.causation_id,
        idempotency_key=event.key,
        input=EventInput(payload=event.payload, source=event.source),
    )
    run = Run(
        id=new_run_id(),
        workspace=workspace,
        key=event.key,
        digest=hashlib.sha256(_in_order.encode(event)).hexdigest(),
        envelope=envelope,
        user=UserId(event.external_user_id) if event.external_user_id else None,
        created_at=now,
    )
    size = len(json.encode(event.payload))
    return noted(run, now, f"Event taken in with {size:,} bytes of payload, under the key {event.key!r}.")
