"""The shop's SQLite file. Every method opens it, does one thing in one transaction, and closes it."""

from __future__ import annotations

import sqlite3
from collections.abc import Generator
from contextlib import closing, contextmanager
from pathlib import Path

import msgspec

from app.demo.orders import STATUSES, Line, NoSuchOrderError, NotNowError, Order, Product, ShopProfile, Status
from app.demo.preferences import Preferences
from app.demo.seed import SCHEMA, sow

_STEPS: dict[Status, tuple[Status, ...]] = {
    "shipped": ("waiting",),
    "cancelled": ("waiting",),
    "refunded": ("shipped", "delivered"),
}


class ShopStore:
    """Blocking: call it from a thread."""

    def __init__(self, path: Path) -> None:
        self._path = path
        path.parent.mkdir(parents=True, exist_ok=True)
        with self._transaction() as database:
            database.execute("PRAGMA journal_mode = WAL")
            database.executescript(SCHEMA)
            sow(database)

    def orders(self, status: Status | None = None) -> list[Order]:
        """Orders, newest first, all or those of one status."""
        with self._transaction() as database:
            rows = database.execute(
                "SELECT * FROM orders WHERE ? IS NULL OR status = ? ORDER BY number DESC", (status, status)
            ).fetchall()
            return [_order(database, row) for row in rows]

    def order(self, number: int) -> Order:
        """
        One order.

        Raises:
            NoSuchOrderError: None has that number.
        """
        with self._transaction() as database:
            row = database.execute("SELECT * FROM orders WHERE number = ?", (number,)).fetchone()
            if row is None:
                raise NoSuchOrderError(f"There is no order {number}.")
            return _order(database, row)

    def move(self, number: int, status: Status) -> None:
        """
        Take an order to its next status.

        Raises:
            NoSuchOrderError: None has that number.
            NotNowError: It is not where that step starts.
        """
        order = self.order(number)
        starts = _STEPS[status]
        with self._transaction() as database:
            places = ", ".join("?" * len(starts))
            moved = database.execute(
                f"UPDATE orders SET status = ? WHERE number = ? AND status IN ({places})",  # noqa: S608 - marks only
                (status, number, *starts),
            )
        if moved.rowcount == 0:
            raise NotNowError(f"Order {number} is {STATUSES[order.status].lower()}, so nothing was done.")

    def take_note(self, number: int, note: str) -> None:
        """Replace an order's note."""
        self.order(number)
        with self._transaction() as database:
            database.execute("UPDATE orders SET note = ? WHERE number = ?", (note, number))

    def add(self, customer: str, city: str, placed: str, product: Product, quantity: int) -> int:
        """A new order, waiting to ship. Gives its number."""
        with self._transaction() as database:
            number: int = database.execute("SELECT MAX(number) + 1 FROM orders").fetchone()[0]
            database.execute("INSERT INTO orders VALUES (?, ?, ?, ?, 'waiting', '')", (number, customer, city, placed))
            database.execute(
                "INSERT INTO lines VALUES (?, ?, ?, ?)", (number, product.name, quantity, product.price_cents)
            )
            return number

    def products(self) -> list[Product]:
        """All products by name."""
        with self._transaction() as database:
            return [
                Product(
                    sku=row["sku"],
                    name=row["name"],
                    price_cents=row["price_cents"],
                    stock=row["stock"],
                    on_sale=bool(row["on_sale"]),
                )
                for row in database.execute("SELECT * FROM products ORDER BY name")
            ]

    def offer(self, sku: str, *, on_sale: bool) -> None:
        """Put a product on sale, or take it off."""
        with self._transaction() as database:
            database.execute("UPDATE products SET on_sale = ? WHERE sku = ?", (on_sale, sku))

    def remove(self, sku: str) -> None:
        """Take a product out of the shop for good; orders keep their lines."""
        with self._transaction() as database:
            database.execute("DELETE FROM products WHERE sku = ?", (sku,))

    def profile(self) -> ShopProfile:
        """The shop's own settings."""
        with self._transaction() as database:
            row = database.execute("SELECT * FROM profile").fetchone()
            return ShopProfile(name=row["name"], currency=row["currency"], email=row["email"])

    def save_profile(self, profile: ShopProfile) -> None:
        """Replace the shop's settings."""
        with self._transaction() as database:
            database.execute(
                "UPDATE profile SET name = ?, currency = ?, email = ?", (profile.name, profile.currency, profile.email)
            )

    def preferences(self) -> Preferences:
        """How the shop likes to work; as on the first day until they are saved."""
        with self._transaction() as database:
            row = database.execute("SELECT body FROM preferences").fetchone()
            return msgspec.json.decode(row["body"], type=Preferences) if row else Preferences()

    def save_preferences(self, preferences: Preferences) -> None:
        """Replace them."""
        with self._transaction() as database:
            database.execute("DELETE FROM preferences")
            body = msgspec.json.encode(preferences).decode()
            database.execute("INSERT INTO preferences VALUES (?)", (body,))

    @contextmanager
    def _transaction(self) -> Generator[sqlite3.Connection]:
        with closing(sqlite3.connect(self._path, timeout=5)) as database, database:
            database.row_factory = sqlite3.Row
            yield database


def _order(database: sqlite3.Connection, row: sqlite3.Row) -> Order:
    lines = database.execute("SELECT * FROM lines WHERE number = ? ORDER BY rowid", (row["number"],))
    return Order(
        number=row["number"],
        customer=row["customer"],
        city=row["city"],
        placed=row["placed"],
        status=row["status"],
        note=row["note"],
        lines=tuple(Line(line["product"], line["quantity"], line["price_cents"]) for line in lines),
    )
