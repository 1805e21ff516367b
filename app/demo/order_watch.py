"""
The shop's event tool: what should happen about an order that has waited for long.

It trusts the event with nothing but the order's number: the order is read anew, and the shop's own rules apply.
"""

from __future__ import annotations

from datetime import UTC, date, datetime
from typing import TypeAlias

import msgspec

from app.demo.orders import NoSuchOrderError, Order
from app.demo.reminders import Outcome, Reminder, ReminderStore
from app.demo.store import ShopStore

BINDING = "order_watch"
VERSION = "3"
WAITED_DAYS = 3
MOST_A_DAY = 5

Json: TypeAlias = object

INPUT_SCHEMA: dict[str, Json] = {
    "type": "object",
    "properties": {"order": {"type": "integer", "minimum": 1}},
    "required": ["order"],
    "additionalProperties": False,
}
_TEXT: dict[str, Json] = {"type": "string", "maxLength": 2000}
OUTPUT_SCHEMA: dict[str, Json] = {
    "oneOf": [
        {
            "properties": {
                "effect": {"const": "proposal"},
                "proposal": {
                    "type": "object",
                    "properties": {
                        "kind": {"const": "event_reminder"},
                        "title": _TEXT,
                        "body": _TEXT,
                        "payload": {"type": "object", "required": ["order", "words"]},
                        "context_snapshot": {"type": "object"},
                    },
                    "required": ["kind", "title", "body", "payload", "context_snapshot"],
                },
            },
            "required": ["effect", "proposal"],
        },
        {"properties": {"effect": {"const": "reply"}, "body": _TEXT}, "required": ["effect", "body"]},
        {"properties": {"effect": {"const": "noop"}, "reason": _TEXT}, "required": ["effect", "reason"]},
    ]
}


class Carried(msgspec.Struct, frozen=True):
    """What a proposal carries: all that is needed to send the reminder."""

    order: int
    words: str


class OrderWatch:
    """Blocking: call it from a thread."""

    def __init__(self, shop: ShopStore, reminders: ReminderStore) -> None:
        self._shop = shop
        self._reminders = reminders

    def overdue(self) -> list[Order]:
        """Orders that have waited for long, the oldest first."""
        waiting = [order for order in self._shop.orders("waiting") if _days(order) >= WAITED_DAYS]
        return sorted(waiting, key=lambda order: order.number)

    def judge(self, number: int) -> dict[str, Json]:
        """The one effect that is right for an order as it is now."""
        try:
            order = self._shop.order(number)
        except NoSuchOrderError:
            return _noop("unknown_order")
        if reason := self._ineligible(order):
            return _noop(reason)
        if missing := self._out_of_stock(order):
            return {"effect": "reply", "body": _waits_for(order, missing)}
        return {"effect": "proposal", "proposal": _proposal(order)}

    def conclude(self, proposal: str, carried: Carried, *, accepted: bool) -> None:
        """Act on a decision, once: the reminder goes out if that is still right."""
        if not accepted:
            self._reminders.conclude(Outcome(proposal=proposal, outcome="", detail=""), None)
            return
        effect = self.judge(carried.order)
        if effect["effect"] != "proposal":
            detail = f"Order {carried.order} has changed meanwhile, so no reminder was sent."
            self._reminders.conclude(Outcome(proposal=proposal, outcome="failed", detail=detail), None)
            return
        sent = Reminder(number=carried.order, sent=_today().isoformat(), words=carried.words)
        detail = f"The reminder about order {carried.order} was sent."
        self._reminders.conclude(Outcome(proposal=proposal, outcome="applied", detail=detail), sent)

    def _ineligible(self, order: Order) -> str | None:
        if not order.is_waiting:
            return f"order_{order.status}"
        if _days(order) < WAITED_DAYS:
            return "not_waiting_long"
        if self._reminders.reminder(order.number) is not None:
            return "already_reminded"
        return "budget_spent" if self._reminders.sent_on(_today().isoformat()) >= MOST_A_DAY else None

    def _out_of_stock(self, order: Order) -> list[str]:
        stock = {product.name: product.stock for product in self._shop.products()}
        return [line.product for line in order.lines if stock.get(line.product, 0) < line.quantity]


def _proposal(order: Order) -> dict[str, Json]:
    days = _days(order)
    words = f"Dear {order.customer}, order {order.number} is packed next and leaves this week. Thank you for waiting."
    return {
        "kind": "event_reminder",
        "title": f"Remind {order.customer} about order {order.number}",
        "body": f"It has waited for {days} days. This would be sent:\n\n{words}",
        "payload": {"order": order.number, "words": words},
        "context_snapshot": {"status": order.status, "placed": order.placed, "waited_days": days},
    }


def _waits_for(order: Order, missing: list[str]) -> str:
    products = " and ".join(missing)
    return (
        f"Order {order.number} has waited for {_days(order)} days: {products} is out of stock. No reminder is proposed."
    )


def _noop(reason: str) -> dict[str, Json]:
    return {"effect": "noop", "reason": reason}


def _days(order: Order) -> int:
    return (_today() - date.fromisoformat(order.placed)).days


def _today() -> date:
    return datetime.now(UTC).date()
