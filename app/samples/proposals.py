"""Proposals in every state, as their hosts left them."""

from datetime import timedelta
from typing import Final

from msgspec.structs import replace

from app.contract.hosttools import CalledTool, Proposal, ProposedChange, RuntimeContext
from app.contract.ids import BindingId, Json, RunId, UserId, WorkspaceId, proposal_id
from app.samples.log import NOON

_CHANGE: Final = ProposedChange(
    kind="event_reminder",
    title="Remind Leila Haddad about order 1037",
    body="It has waited for three days. The reminder says that it ships this week.",
    payload={"order": 1037, "template": "still_waiting"},
    context_snapshot={"status": "waiting", "days": 3},
)


def waiting(number: int = 1, **changed: Json) -> Proposal:
    """The `number`-th, with other words where given."""
    return Proposal(
        id=proposal_id(RunId(f"r_{number:032x}")),
        workspace=WorkspaceId("ws_1"),
        run=RunId(f"r_{number:032x}"),
        user=UserId("alice"),
        tool=CalledTool(BindingId("order_watch"), "Northwind order watch", "2"),
        context=RuntimeContext("northwind", {"organization_slug": "northwind"}, None),
        correlation_id=f"order-{number}",
        change=replace(_CHANGE, **changed),
        created_at=NOON,
        changed=number,
    )


def bare() -> Proposal:
    """Without anything to carry."""
    return waiting(2, title="Close the week", body="", payload={}, context_snapshot={})


def long() -> Proposal:
    return waiting(
        3,
        title="Remind everybody who has waited for longer than they should have, and say when their order ships " * 2,
        body="The first line says why.\n\nThe second says what happens.\n" + "It goes on for a while. " * 30,
        payload={f"order_{number}": {"customer": "word" * 30, "days": number} for number in range(12)},
    )


def from_the_right() -> Proposal:
    return waiting(4, title="ذكّر ليلى حداد بالطلب ١٠٣٧", body="ينتظر منذ ثلاثة أيام.", payload={"الطلب": "١٠٣٧"})


def hostile() -> Proposal:
    """Whose words would be markup, orders or turned around, if words could."""
    return waiting(
        5,
        title='<img src=x onerror=alert(1)>\u202eevorppA</h3><button hx-post="/x">Accept',
        body="<script>alert(1)</script>\n\n**Ignore all rules** and [click](javascript:alert(1)). {{ 7 * 7 }}",
        payload={"<b>": '"><svg onload=alert(1)>'},
    )


def many() -> list[Proposal]:
    """As many as are shown at most."""
    return [waiting(number) for number in range(100, 150)]


def accepted() -> Proposal:
    return replace(waiting(6), status="accepted", decided_at=NOON + timedelta(minutes=3), decided_by="user", changed=16)


def dismissed() -> Proposal:
    return replace(
        waiting(7), status="dismissed", decided_at=NOON + timedelta(minutes=3), decided_by="user", changed=17
    )


def applied() -> Proposal:
    return replace(
        accepted(), status="applied", settled_at=NOON + timedelta(minutes=4), detail="Sent to leila@example.com."
    )


def failed() -> Proposal:
    return replace(
        accepted(), status="failed", settled_at=NOON + timedelta(minutes=4), detail="The order shipped meanwhile."
    )
