"""What the pages show, worked out so that their templates only print it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date

import msgspec

from app.demo.money import money
from app.demo.orders import STATUSES, Line, Order, Product


class Choice(msgspec.Struct, frozen=True):
    """One option of a select."""

    value: str
    label: str
    selected: bool = False


class LineView(msgspec.Struct, frozen=True, kw_only=True):
    """One line of an order."""

    product: str
    quantity: int
    price: str
    total: str


class OrderView(msgspec.Struct, frozen=True, kw_only=True):
    """An order, in a row or on its own page; `back` is where its buttons return to."""

    number: int
    customer: str
    city: str
    placed: str
    placed_iso: str
    status: str
    status_label: str
    summary: str
    total: str
    note: str
    lines: tuple[LineView, ...]
    is_waiting: bool
    is_refundable: bool
    back: str


class ProductView(msgspec.Struct, frozen=True, kw_only=True):
    """A product in its row."""

    sku: str
    name: str
    price: str
    stock: int
    on_sale: bool


def choices(options: Mapping[str, str], picked: str) -> list[Choice]:
    """The options of a select, by value and label."""
    return [Choice(value, label, value == picked) for value, label in options.items()]


def day(iso: str) -> str:
    """A day as the shop says it, such as 27 Nov."""
    said = date.fromisoformat(iso)
    return f"{said.day} {said:%b}"


def order_view(order: Order, currency: str, back: str) -> OrderView:
    """An order as its templates print it."""
    return OrderView(
        number=order.number,
        customer=order.customer,
        city=order.city,
        placed=day(order.placed),
        placed_iso=order.placed,
        status=order.status,
        status_label=STATUSES[order.status],
        summary=", ".join(f"{line.quantity} × {line.product}" for line in order.lines),
        total=money(order.total_cents, currency),
        note=order.note,
        lines=tuple(_line_view(line, currency) for line in order.lines),
        is_waiting=order.is_waiting,
        is_refundable=order.is_refundable,
        back=back,
    )


def product_views(products: Sequence[Product], currency: str) -> list[ProductView]:
    """Products as their templates print them."""
    return [
        ProductView(
            sku=product.sku,
            name=product.name,
            price=money(product.price_cents, currency),
            stock=product.stock,
            on_sale=product.on_sale,
        )
        for product in products
    ]


def _line_view(line: Line, currency: str) -> LineView:
    return LineView(
        product=line.product,
        quantity=line.quantity,
        price=money(line.price_cents, currency),
        total=money(line.price_cents * line.quantity, currency),
    )
