"""
Decisions, delivered to the host's `decision_url`: signed, retried, the same body and key each time.

The signature is that of https://www.standardwebhooks.com: HMAC-SHA256 with the UTF-8 bytes of the workspace's signing
secret over `<webhook-id>.<webhook-timestamp>.<body>`, in base64 behind `v1,`. A host compares it before it reads on.
"""

import hashlib
import hmac
from base64 import b64encode
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Final

import msgspec
import structlog
from msgspec.structs import replace

from app.auth.keys import SIGNING
from app.auth.secrets import Vault
from app.contract.hosttools import Claim, Delivery, HostTool
from app.contract.secret import Secret
from app.hosttools.bindings import Bindings
from app.hosttools.checkpoints import Checkpoint
from app.outbound.client import Outbound
from app.outbound.faults import OutboundFault, Refused
from app.ports import Queue, Workspaces

WAITS: Final = (1.0, 5.0, 30.0, 120.0, 600.0)
"""Seconds before each retry. A host that was away for longer finds its decisions by polling."""

_READ_BADLY: Final = frozenset({"encoding", "too_large", "not_json"})
"""Reasons for which a success can't be read; what it says is of no interest here."""

_SERVER_FAULTS: Final = range(500, 600)
_log = structlog.get_logger("app.hosttools")


class Courier:
    """Carries deliveries on; the caller holds the claim."""

    def __init__(
        self,
        queue: Queue[Delivery],
        bindings: Bindings,
        workspaces: Workspaces,
        vault: Vault,
        outbound: Outbound,
        *,
        clock: Callable[[], datetime],
        at: Checkpoint,
        waits: tuple[float, ...] = WAITS,
    ) -> None:
        self._queue = queue
        self._bindings = bindings
        self._workspaces = workspaces
        self._vault = vault
        self._outbound = outbound
        self._clock = clock
        self._at = at
        self._waits = waits

    async def carry(self, claim: Claim[Delivery]) -> None:
        """Raises `LeaseLost` when somebody else carries it on."""
        await self._at("delivery.claimed")
        delivery = replace(claim.job, attempts=claim.job.attempts + 1)
        tool = await self._bindings.find(delivery.workspace, delivery.binding, delivery.version)
        if tool is None or tool.decision_url is None:
            await self._close(claim, replace(delivery, status="failed", fault="The host takes no decisions any more."))
            return
        if claim.job.attempts > len(self._waits):
            # Each attempt took its process with it; the host finds the decision by polling.
            await self._close(claim, replace(claim.job, status="failed", fault="No attempt was lived to be answered."))
            return
        await self._queue.save(claim, delivery)
        await self._at("delivery.noted")
        fault, again = await self._send(tool, tool.decision_url, delivery)
        await self._at("delivery.answered")
        if fault is None:
            await self._close(claim, replace(delivery, status="delivered", fault=None))
        elif again and delivery.attempts <= len(self._waits):
            due_at = self._clock() + timedelta(seconds=self._waits[delivery.attempts - 1])
            await self._queue.release(claim, replace(delivery, fault=fault), due_at=due_at)
        else:
            _log.warning("a decision could not be delivered", proposal=delivery.proposal, fault=fault)
            await self._close(claim, replace(delivery, status="failed", fault=fault))

    async def _send(self, tool: HostTool, url: str, delivery: Delivery) -> tuple[str | None, bool]:
        """What went wrong, None when nothing did; and whether it may be tried again."""
        headers = signed(delivery, await self._secret(delivery), self._clock())
        try:
            answer = await self._outbound.post_json(
                url, msgspec.Raw(delivery.body.encode()), bearer=self._bindings.key_of(tool), headers=headers
            )
        except Refused as fault:
            return (None, False) if fault.reason in _READ_BADLY else (str(fault), False)
        except OutboundFault as fault:
            return str(fault), True
        if answer.is_ok:
            return None, False
        return f"The host answered {answer.status}.", answer.status in _SERVER_FAULTS

    async def _secret(self, delivery: Delivery) -> Secret:
        workspace = await self._workspaces.get(delivery.workspace)
        assert workspace is not None
        return self._vault.open(workspace.id, SIGNING, workspace.sealed_secret)

    async def _close(self, claim: Claim[Delivery], delivery: Delivery) -> None:
        await self._at("delivery.closing")
        await self._queue.release(claim, delivery)
        await self._at("delivery.closed")


def signed(delivery: Delivery, secret: Secret, at: datetime) -> tuple[tuple[str, str], ...]:
    """The headers that prove a delivery is ours, and of when it is."""
    name, timestamp = f"decision:{delivery.proposal}", str(int(at.timestamp()))
    message = f"{name}.{timestamp}.{delivery.body}".encode()
    digest = hmac.new(secret.reveal().encode(), message, hashlib.sha256).digest()
    return (
        ("webhook-id", name),
        ("webhook-timestamp", timestamp),
        ("webhook-signature", f"v1,{b64encode(digest).decode()}"),
    )
