"""
The tools the shop lends the assistant from its server: what each may be given, says it would do, and does.

They work on the shop's own data by the shop's own rules; nothing here knows how the assistant works.
"""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Annotated, Any, Literal, TypeAlias

import msgspec

from app.demo.money import money
from app.demo.orders import NoSuchOrderError, Product
from app.demo.store import ShopStore

Json: TypeAlias = Any
"""JSON as it goes over the wire."""

Verb: TypeAlias = Literal["get", "create", "update", "delete"]

LONGEST_NOTE = 2_000
_MOST_FOUND = 6

Words = Annotated[str, msgspec.Meta(min_length=1, max_length=120)]


class Counter(msgspec.Struct, frozen=True):
    """Where a tool works: the shop's data, and the shop's own origin for links."""

    store: ShopStore
    origin: str

    def product(self, sku: str) -> Product:
        """Raises `ToolError`."""
        found = next((product for product in self.store.products() if product.sku == sku), None)
        if found is None:
            raise ToolError(404, f"There is no product {sku}.")
        return found

    def price(self, cents: int) -> str:
        return money(cents, self.store.profile().currency)


class ToolError(Exception):
    """A call that can't be done; the sentence is for the host's own people."""

    def __init__(self, status: int, sentence: str) -> None:
        super().__init__(sentence)
        self.status = status


class _Arguments(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Arguments of a tool. `preview` changes nothing; `execute` returns the output."""

    def preview(self, at: Counter) -> str:
        raise NotImplementedError

    def execute(self, at: Counter) -> Json:
        raise NotImplementedError


class FindProducts(_Arguments, frozen=True):
    """Products whose name or SKU holds the words."""

    query: Annotated[str, msgspec.Meta(max_length=120)] = ""
    in_stock: bool = False

    def preview(self, at: Counter) -> str:  # noqa: ARG002 - the same for all
        return f"Find products by “{self.query}”."

    def execute(self, at: Counter) -> Json:
        words = self.query.lower().split()
        found = [
            product
            for product in at.store.products()
            if all(word in f"{product.name} {product.sku}".lower() for word in words)
            and (product.stock > 0 or not self.in_stock)
        ]
        return {
            "found": len(found),
            "results": [_facts(product, at) for product in found[:_MOST_FOUND]],
            "display": [_card(product, at) for product in found[:_MOST_FOUND]],
        }


class CreateOrder(_Arguments, frozen=True):
    """A new order of one product, waiting to ship."""

    customer: Words
    city: Words
    sku: Words
    quantity: Annotated[int, msgspec.Meta(ge=1, le=99)]

    def preview(self, at: Counter) -> str:
        product = self._product(at)
        total = at.price(self.quantity * product.price_cents)
        return f"Place an order for {self.customer} in {self.city}: {self.quantity} × {product.name}, {total} in all."

    def execute(self, at: Counter) -> Json:
        product = self._product(at)
        today = datetime.now(UTC).date().isoformat()
        number = at.store.add(self.customer, self.city, today, product, self.quantity)
        return {
            "number": number,
            "status": "waiting",
            "total": at.price(self.quantity * product.price_cents),
            "path": f"/orders/{number}",
        }

    def _product(self, at: Counter) -> Product:
        product = at.product(self.sku)
        if not product.on_sale:
            raise ToolError(400, f"{product.name} is off sale.")
        return product


class UpdateOrderNote(_Arguments, frozen=True):
    """Another note for an order."""

    number: int
    note: Annotated[str, msgspec.Meta(max_length=LONGEST_NOTE)]

    def preview(self, at: Counter) -> str:
        try:
            order = at.store.order(self.number)
        except NoSuchOrderError as fault:
            raise ToolError(404, str(fault)) from fault
        before = f"“{order.note}”" if order.note else "nothing"
        return f"Change the note of order {self.number}, {order.customer}, from {before} to “{self.note}”."

    def execute(self, at: Counter) -> Json:
        try:
            at.store.take_note(self.number, self.note)
        except NoSuchOrderError as fault:
            raise ToolError(404, str(fault)) from fault
        return {"number": self.number, "note": self.note}


class DeleteProduct(_Arguments, frozen=True):
    """A product gone from the shop. Orders keep their lines."""

    sku: Words

    def preview(self, at: Counter) -> str:
        product = at.product(self.sku)
        return f"Delete {product.name} ({product.sku}) from the shop, with {product.stock} in stock."

    def execute(self, at: Counter) -> Json:
        product = at.product(self.sku)
        at.store.remove(self.sku)
        return {"deleted": {"sku": product.sku, "name": product.name}}


class Tool(msgspec.Struct, frozen=True):
    """What the assistant is told of a tool, whom it is for, and what takes its arguments."""

    name: str
    description: str
    verb: Verb
    permission: str | None
    properties: dict[str, Json]
    required: tuple[str, ...]
    arguments: type[_Arguments]

    def definition(self) -> Json:
        """The entry of `GET /tools`."""
        schema = {
            "type": "object",
            "properties": self.properties,
            "required": list(self.required),
            "additionalProperties": False,
        }
        return {"name": self.name, "description": self.description, "verb": self.verb, "inputSchema": schema}


_TEXT = {"type": "string", "minLength": 1, "maxLength": 120}

TOOLS = (
    Tool(
        "find_products",
        "Find products of the shop by words in their name or SKU, with price and stock. Without words it finds all.",
        "get",
        None,
        {"query": {"type": "string", "maxLength": 120}, "in_stock": {"type": "boolean"}},
        (),
        FindProducts,
    ),
    Tool(
        "create_order",
        "Place an order of one product for a customer. It waits to be shipped. Look the SKU up first.",
        "create",
        "orders:write",
        {
            "customer": _TEXT,
            "city": _TEXT,
            "sku": _TEXT,
            "quantity": {"type": "integer", "minimum": 1, "maximum": 99},
        },
        ("customer", "city", "sku", "quantity"),
        CreateOrder,
    ),
    Tool(
        "update_order_note",
        "Replace the note of an order.",
        "update",
        "orders:write",
        {"number": {"type": "integer"}, "note": {"type": "string", "maxLength": LONGEST_NOTE}},
        ("number", "note"),
        UpdateOrderNote,
    ),
    Tool(
        "delete_product",
        "Delete a product from the shop for good, by its SKU. To stop selling it for a while, it is taken off sale.",
        "delete",
        "products:write",
        {"sku": _TEXT},
        ("sku",),
        DeleteProduct,
    ),
)


def _facts(product: Product, at: Counter) -> Json:
    return {
        "sku": product.sku,
        "name": product.name,
        "price": at.price(product.price_cents),
        "stock": product.stock,
        "on_sale": product.on_sale,
    }


def _card(product: Product, at: Counter) -> Json:
    stock = f"{product.stock} in stock" if product.stock else "sold out"
    return {
        "title": product.name,
        "url": f"{at.origin}/products#{product.sku}",
        "image": f"{at.origin}/static/products/{product.sku.lower()}.png",
        "subtitle": f"{at.price(product.price_cents)} · {stock}",
        "badges": [product.sku, *([] if product.on_sale else ["Off sale"])],
    }
