"""Calls whose question changed: asked about anew, edited by the person, or approved for the rest of a conversation."""

from collections.abc import Callable
from typing import Final

from app.contract import events as log
from app.contract.ids import Json
from app.contract.tools import Change
from app.samples.log import Sample

_ARCHIVE: Final = "Archive all orders placed before a day. They leave the list, and customers may be told."
_ARGS: Final[dict[str, Json]] = {"before": "2026-01-01", "notify": False}

SCHEMA: Final[dict[str, Json]] = {
    "type": "object",
    "properties": {
        "title": {"type": "string", "title": "Title", "description": "What the list calls it.", "maxLength": 80},
        "note": {"type": "string", "description": "A note for the warehouse"},
        "before": {"type": "string", "format": "date", "description": "The last day"},
        "count": {"type": "integer", "title": "How many", "minimum": 1, "maximum": 99},
        "carrier": {
            "type": "string",
            "title": "Carrier",
            "enum": ["post", "bike"],
            "anyOf": [{"const": "post", "title": "The post"}, {"const": "bike", "title": "By bicycle"}],
        },
        "labels": {"type": "array", "title": "Labels", "items": {"enum": ["fragile", "gift", "cold"]}},
        "notify": {"type": "boolean", "title": "Tell the customer"},
        "lines": {"type": "array", "title": "Lines", "items": {"type": "object"}},
    },
    "required": ["title", "count", "carrier"],
}
"""A schema with a control of every kind."""

EVERY_KIND: Final[dict[str, Json]] = {
    "title": "Autumn clearance",
    "note": "Pack the mugs twice.\nNo paper straw.",
    "before": "2026-01-01",
    "count": 12,
    "carrier": "post",
    "labels": ["gift"],
    "notify": True,
    "lines": [{"sku": "FJD-02", "quantity": 2}],
}


def asking_for_every_kind() -> Sample:
    return Sample().says("Clear the shelf.").step().proposes("clear", "tool", EVERY_KIND).holds("Clear the shelf.")


def asking_to_stand() -> Sample:
    """A button that may be approved for the rest of the conversation."""
    args = {"id": "1042"}
    asked = Sample().says("Remind the customer of 1042.").step().proposes("remind", "action", args)
    return asked.holds("Send a reminder for order 1042", id="1042", may_stand=True)


def asking_anew() -> Sample:
    """Approved, but by then the button was called something else."""
    asked = Sample().says("Cancel 1042.").step().proposes("cancel_order", "action", {"id": "1042"})
    asked.holds("Cancel order 1042", id="1042").decides(approved=True)
    before, now = "Cancel order 1042", "Cancel order 1042 and refund 84.00"
    return asked.holds(now, id="1042", changes=[Change("label", before, now)])


def asking_on_other_terms() -> Sample:
    """Approved, but by then the tool took something else, which no card could show."""
    asked = Sample().says("Archive the old orders.").step().proposes("archive_orders", "tool", _ARGS)
    asked.holds(_ARCHIVE).decides(approved=True)
    return asked.holds(_ARCHIVE, changes=[Change("terms")])


def edited() -> Sample:
    """The person put another day, and approved that."""
    asked = Sample().says("Archive the old orders.").step().proposes("archive_orders", "tool", _ARGS).holds(_ARCHIVE)
    asked.edits({"before": "2025-07-01", "notify": True}).holds(_ARCHIVE)
    return asked.decides(approved=True, by="Alice Ames").sends().answers('{"archived":12}')


def standing() -> Sample:
    """Approved for the rest of the conversation, and once more by that."""
    first = asking_to_stand().decides(approved=True, by="Alice Ames", stands=True)
    under = first.thread.turns[-1].calls[-1].call.id
    first.sends("Send a reminder for order 1042").answers("Approved by the user and pressed it.")
    first.step(2).proposes("remind", "action", {"id": "1042"})
    first.goes_by(under, "Send a reminder for order 1042", id="1042")
    return first.sends("Send a reminder for order 1042").answers("Approved by the user and pressed it.").ends()


def stood() -> Sample:
    """As before, then taken back."""
    sample = standing()
    under = sample.thread.turns[-1].calls[0].call.id
    return sample.append(log.ApprovalRevoked(under, "alice"))


ASKING: Final[dict[str, Callable[[], Sample]]] = {
    made.__name__: made
    for made in (asking_for_every_kind, asking_to_stand, asking_anew, asking_on_other_terms, edited, standing, stood)
}
