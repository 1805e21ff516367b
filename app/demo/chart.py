"""The orders chart, laid out here and drawn by its template."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Literal, TypeAlias

import msgspec

from app.demo.money import money
from app.demo.orders import STATUSES, Order

Measure: TypeAlias = Literal["count", "value"]

MEASURES: dict[str, str] = {"count": "Number of orders", "value": "Value of orders"}

_LONGEST = 210
_PITCH = 26
_LABEL_WIDTH = 120


class Bar(msgspec.Struct, frozen=True, kw_only=True):
    """One status: where its bar is, in the units of the drawing, and what it says."""

    status: str
    label: str
    amount: str
    y: int
    text_y: int
    width: int
    amount_x: int


class Chart(msgspec.Struct, frozen=True, kw_only=True):
    """A bar for each status, in the order an order goes through them."""

    title: str
    height: int
    bars: tuple[Bar, ...]


def chart_of(orders: Sequence[Order], measure: Measure, currency: str) -> Chart:
    """The orders by status, counted or summed."""
    sizes: Counter[str] = Counter()
    for order in orders:
        sizes[order.status] += 1 if measure == "count" else order.total_cents
    largest = max(sizes.values(), default=0) or 1
    return Chart(
        title=f"{MEASURES[measure]} by status",
        height=_PITCH * len(STATUSES),
        bars=tuple(
            _bar(status, row, sizes[status], largest, None if measure == "count" else currency)
            for row, status in enumerate(STATUSES)
        ),
    )


def _bar(status: str, row: int, size: int, largest: int, currency: str | None) -> Bar:
    width = max(2, round(_LONGEST * size / largest))
    return Bar(
        status=status,
        label=STATUSES[status],
        amount=str(size) if currency is None else money(size, currency),
        y=row * _PITCH + 4,
        text_y=row * _PITCH + 17,
        width=width,
        amount_x=_LABEL_WIDTH + width + 8,
    )
