"""Calls that ask first, beside the plain ones of the sample conversations: tools, long arguments, several at once."""

from collections.abc import Callable
from typing import Final

from app.contract import events as log
from app.samples.log import Sample

_ALL: Final = {"orders": list(range(1, 121)), "note": "Sent by mistake.\n" * 60, "notify": True, "reason": None}


def asking_for_a_tool() -> Sample:
    """A page's tool asks with its description for a label."""
    return (
        Sample()
        .says("Archive the old orders.")
        .step()
        .proposes("archive_orders", "tool", {"before": "2026-01-01", "notify": False})
        .holds("Archive all orders placed before a day. They leave the list, and customers may be told.")
    )


def asking_at_length() -> Sample:
    return Sample().says("All of them.").step().proposes("archive_orders", "tool", _ALL).holds("Archive orders " * 30)


def asking_from_the_right() -> Sample:
    return (
        Sample()
        .says("ألغ الطلب ١٠٤٢")
        .step()
        .proposes("cancel_order", "action", {"id": "١٠٤٢"})
        .holds("إلغاء الطلب ١٠٤٢", id="١٠٤٢", path="/ar/orders")
    )


def stopped_asking() -> Sample:
    asked = asking_for_a_tool()
    return (
        asked.append(log.StopRequested(asked.turn))
        .answers('{"error":"The user stopped the turn before archive_orders ran."}', status="failed")
        .ends("stopped")
    )


def decided_otherwise_each() -> Sample:
    """Three of one step, one after the other: approved, denied, and the last one waits."""
    return (
        Sample()
        .says("Cancel 1037, 1039 and 1042.")
        .step()
        .proposes("cancel_order", "action", {"id": "1037"})
        .holds("Cancel order 1037", id="1037")
        .decides(approved=True)
        .sends("Cancel order 1037")
        .answers('Approved by the user and pressed "Cancel order 1037".')
        .proposes("cancel_order", "action", {"id": "1039"})
        .holds("Cancel order 1039", id="1039")
        .decides(approved=False)
        .answers('The user declined "Cancel order 1039". That is final: …', status="declined")
        .proposes("cancel_order", "action", {"id": "1042"})
        .holds("Cancel order 1042", id="1042")
    )


APPROVALS: Final[dict[str, Callable[[], Sample]]] = {
    made.__name__: made
    for made in (asking_for_a_tool, asking_at_length, asking_from_the_right, stopped_asking, decided_otherwise_each)
}
