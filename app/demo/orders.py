"""What the shop keeps: orders with their lines, products, and its own settings."""

from __future__ import annotations

from typing import Literal, TypeAlias

import msgspec

Status: TypeAlias = Literal["waiting", "shipped", "delivered", "cancelled", "refunded"]

# In the order an order goes through them.
STATUSES: dict[str, str] = {
    "waiting": "Waiting to ship",
    "shipped": "Shipped",
    "delivered": "Delivered",
    "cancelled": "Cancelled",
    "refunded": "Refunded",
}


class Line(msgspec.Struct, frozen=True):
    """So many of one product, at the price of the day."""

    product: str
    quantity: int
    price_cents: int


class Order(msgspec.Struct, frozen=True, kw_only=True):
    """An order; `placed` is an ISO date."""

    number: int
    customer: str
    city: str
    placed: str
    status: Status
    note: str
    lines: tuple[Line, ...]

    @property
    def total_cents(self) -> int:
        """What the customer paid."""
        return sum(line.quantity * line.price_cents for line in self.lines)

    @property
    def is_waiting(self) -> bool:
        """Whether it can still be shipped or cancelled."""
        return self.status == "waiting"

    @property
    def is_refundable(self) -> bool:
        """Whether it has been sent, so that money can go back."""
        return self.status in {"shipped", "delivered"}


class Product(msgspec.Struct, frozen=True, kw_only=True):
    """Something the shop sells; a new order can only have products on sale."""

    sku: str
    name: str
    price_cents: int
    stock: int
    on_sale: bool


class ShopProfile(msgspec.Struct, frozen=True, kw_only=True):
    """What the Settings page sets. `currency` is an ISO code; prices are shown in it, not converted."""

    name: str
    currency: str
    email: str


class NoSuchOrderError(Exception):
    """The number is no order's."""


class NotNowError(Exception):
    """The order is past that step; the message says so to a person."""
