"""Holds a host's event tool to the six duties of the document on host tools. Each request has a key of its own."""

import asyncio
import secrets
import time
from collections.abc import AsyncGenerator, Awaitable, Callable
from typing import Final, cast

import httpx
import msgspec
from msgspec import Struct

from app.conform.asking import Asker, Reply
from app.conform.results import Finding, Result, breach, skipped, warning
from app.contract.hosttools import CalledTool, Envelope, EventInput, HostTool, RunError, RuntimeContext
from app.contract.ids import BindingId, Json, WorkspaceId
from app.hosttools.calls import ANSWER_BYTES, SECONDS
from app.hosttools.effects import effect_of

_SLOW_SECONDS: Final = 5.0
_AT_ONCE: Final = 4


class EventOptions(Struct, frozen=True):
    """
    What to send.

    payload: of an event the tool takes. stale: of one that was right once and is not any more; ineligible: of one that
    the host's own rules keep from coming to anything. output_schema: as the version is registered with.
    """

    binding: str = "event_advisor"
    version: str = "1"
    organization: str = "northwind"
    payload: Json = msgspec.field(default_factory=dict[str, Json])
    stale: Json = None
    ineligible: Json = None
    output_schema: dict[str, Json] = msgspec.field(default_factory=dict[str, Json])


class Duty(Struct, frozen=True):
    """One of the six, in the document's words, and how it is tried."""

    name: str
    rule: str
    run: Callable[["EventHost"], Awaitable[list[Finding]]]


class EventHost:
    """A host as the checks ask it."""

    def __init__(self, asker: Asker, options: EventOptions) -> None:
        self.asker = asker
        self.options = options

    def envelope(self, payload: Json, *, key: str = "", organization: str | None = None) -> dict[str, Json]:
        """A request in the document's form, under a key nobody has used unless one is given."""
        name = secrets.token_hex(8)
        tenant = self.options.organization if organization is None else organization
        whole = Envelope(
            tool=CalledTool(BindingId(self.options.binding), self.options.binding, self.options.version),
            runtime_context=RuntimeContext("assist-conform", {"organization_slug": tenant}, None),
            correlation_id=f"conform-{name}",
            causation_id=None,
            idempotency_key=key or f"host:conform:{name}",
            input=EventInput(payload=payload, source=None),
        )
        return msgspec.to_builtins(whole)

    async def ask(self, body: Json, purpose: str, *, bearer: str | None = None) -> Reply:
        return await self.asker.post("", body, purpose, bearer=bearer)

    def faults(self, reply: Reply) -> list[Finding]:
        """What keeps an answer from being exactly one effect that fits."""
        if not reply.ok:
            return [
                breach(f"answered {reply.status or reply.fault}; 200 with one effect would be right.", reply.purpose)
            ]
        if reply.encoding not in {"", "identity"} or not reply.is_json or reply.size_bytes > ANSWER_BYTES:
            return [breach("answered what can't be read: JSON, not compressed, of at most 256 KiB.", reply.purpose)]
        options = self.options
        tool = HostTool(
            WorkspaceId(""), BindingId(options.binding), options.version, "", "", "active", {}, options.output_schema
        )
        effect = effect_of(reply.body, tool)
        return [breach(effect.message, reply.purpose)] if isinstance(effect, RunError) else []


async def conform(http: httpx.AsyncClient, url: str, secret: str, options: EventOptions) -> AsyncGenerator[Result]:
    """The results of all duties, in the document's order, as they come."""
    host = EventHost(Asker(http, url, secret), options)
    for duty in DUTIES:
        started = time.monotonic()
        findings = await duty.run(host)
        yield Result(duty.name, duty.rule, tuple(findings), round(time.monotonic() - started, 3))


async def _authenticate(host: EventHost) -> list[Finding]:
    body = host.envelope(host.options.payload)
    wrong = await host.ask(body, "a wrong key", bearer=f"wrong-{secrets.token_hex(8)}")
    none = await host.ask(body, "no key", bearer="")
    stranger = await host.ask(
        host.envelope(host.options.payload, organization=f"nobody-{secrets.token_hex(4)}"), "an unknown tenant"
    )
    found = [_refused(reply, "401") for reply in (wrong, none)] + [_refused(stranger, "403")]
    echoes = [breach("its answer holds the key.", reply.purpose) for reply in host.asker.replies if reply.echoes]
    return [finding for finding in found if finding] + echoes


async def _distrust(host: EventHost) -> list[Finding]:
    whole = host.envelope(host.options.payload)
    broken: dict[str, Json] = {
        "no JSON": b"{",
        "no object": [],
        "nothing in it": {},
        "no tool": {name: value for name, value in whole.items() if name != "tool"},
        "another tool": {**whole, "tool": {**whole["tool"], "binding_id": "no_such_tool"}},
        "another contract": {**whole, "contract_version": "v0"},
        "no input": {**whole, "input": None},
        "a payload that is none": {**whole, "input": {**whole["input"], "payload": "\0"}},
    }
    found = [_refused(await host.ask(body, purpose), "400") for purpose, body in broken.items()]
    return [finding for finding in found if finding]


async def _reread(host: EventHost) -> list[Finding]:
    if host.options.stale is None:
        return [skipped("Not tried. Give --stale: the payload of an event that is not right any more.")]
    return await _comes_to_nothing(host, host.options.stale, "a stale event")


async def _own_rules(host: EventHost) -> list[Finding]:
    if host.options.ineligible is None:
        return [skipped("Not tried. Give --ineligible: the payload of an event that your own rules turn down.")]
    return await _comes_to_nothing(host, host.options.ineligible, "an ineligible event")


async def _one_effect(host: EventHost) -> list[Finding]:
    reply = await host.ask(host.envelope(host.options.payload), "an event")
    found = host.faults(reply)
    if reply.seconds > SECONDS:
        found.append(breach(f"took {reply.seconds:.0f} s; after {SECONDS:.0f} s nobody waits any more.", reply.purpose))
    elif reply.seconds > _SLOW_SECONDS:
        found.append(warning(f"took {reply.seconds:.0f} s.", reply.purpose))
    return found


async def _reconcile(host: EventHost) -> list[Finding]:
    body = host.envelope(host.options.payload)
    first = await host.ask(body, "an event")
    again = await host.ask(body, "the same event again")
    at_once = host.envelope(host.options.payload)
    racing = await asyncio.gather(*(host.ask(at_once, "one event, several times at once") for _ in range(_AT_ONCE)))
    found = [*host.faults(first)]
    if not found and again.body != first.body:
        found.append(breach("did not answer what the key was answered before.", again.purpose))
    if any(reply.ok and reply.body != racing[0].body for reply in racing) or not any(reply.ok for reply in racing):
        found.append(breach("did not give one answer to one key.", racing[0].purpose))
    other = host.envelope({"conform": secrets.token_hex(4)}, key=cast("str", body["idempotency_key"]))
    keyless = {**host.envelope(host.options.payload), "idempotency_key": ""}
    refusals = (
        _refused(await host.ask(other, "another event under the same key"), "409"),
        _refused(await host.ask(keyless, "no key to tell it by"), "400"),
    )
    return [*found, *(finding for finding in refusals if finding)]


async def _comes_to_nothing(host: EventHost, payload: Json, purpose: str) -> list[Finding]:
    reply = await host.ask(host.envelope(payload), purpose)
    found = host.faults(reply)
    if not found and reply.member("effect") == "proposal":
        found.append(breach("left a proposal; a noop with its reason, or a reply, would be right.", purpose))
    return found


def _refused(reply: Reply, usual: str) -> Finding | None:
    """A finding unless the host said that the fault is the caller's."""
    if reply.status in range(400, 500):
        return None
    return breach(f"answered {reply.status or reply.fault}; {usual} would be right.", reply.purpose)


DUTIES: Final = (
    Duty("authenticate", "Authenticate the bearer credential and resolve the host tenant.", _authenticate),
    Duty("distrust", "Treat the request as untrusted input even though it came from the assistant.", _distrust),
    Duty("re-read", "Re-read current business state instead of trusting stale event data.", _reread),
    Duty("own-rules", "Apply host eligibility, budget, targeting, and duplicate rules.", _own_rules),
    Duty("one-effect", "Return exactly one allowed effect matching the pinned output schema.", _one_effect),
    Duty("reconcile", "Reconcile retries by idempotency_key without duplicating host-side work.", _reconcile),
)
"""The document's six, in its order."""
