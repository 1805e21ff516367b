"""The shop's tables, and what is in them on the first day."""

from __future__ import annotations

import sqlite3
from datetime import UTC, datetime, timedelta

SCHEMA = """
CREATE TABLE IF NOT EXISTS profile (name TEXT NOT NULL, currency TEXT NOT NULL, email TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS preferences (body TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS products (
    sku TEXT PRIMARY KEY, name TEXT NOT NULL, price_cents INTEGER NOT NULL, stock INTEGER NOT NULL,
    on_sale INTEGER NOT NULL
);
CREATE TABLE IF NOT EXISTS orders (
    number INTEGER PRIMARY KEY, customer TEXT NOT NULL, city TEXT NOT NULL, placed TEXT NOT NULL,
    status TEXT NOT NULL, note TEXT NOT NULL
);
CREATE TABLE IF NOT EXISTS lines (
    number INTEGER NOT NULL REFERENCES orders, product TEXT NOT NULL, quantity INTEGER NOT NULL,
    price_cents INTEGER NOT NULL
);
CREATE INDEX IF NOT EXISTS lines_of_an_order ON lines (number);
"""

_PRODUCTS = {
    "BLK-01": ("Birch log basket", 6900, 14),
    "FJD-02": ("Fjord mug", 1800, 120),
    "HRT-03": ("Hearth blanket", 11900, 31),
    "LNT-04": ("Lantern, brass", 8400, 9),
    "MRN-05": ("Merino socks", 2200, 210),
    "PIN-06": ("Pine soap", 900, 340),
    "SKY-07": ("Skyr bowl, set of 4", 5600, 0),
    "WLK-08": ("Walking stick", 4800, 22),
}

# Number, customer, city, days ago, status, note, and the lines as SKU and quantity.
_ORDERS = (
    (1042, "Ada Byron", "London", 0, "waiting", "", (("FJD-02", 4), ("PIN-06", 2))),
    (1041, "Sami Niinistö", "Turku", 1, "waiting", "Gift: leave the price out.", (("HRT-03", 1),)),
    (1040, "Grace Hopper", "Arlington", 1, "shipped", "", (("LNT-04", 1), ("FJD-02", 2))),
    (1039, "Mina Okafor", "Lagos", 2, "waiting", "", (("MRN-05", 6),)),
    (1038, "Jonas Berg", "Bergen", 2, "delivered", "", (("WLK-08", 2),)),
    (1037, "Leila Haddad", "Marseille", 3, "waiting", "Asked for a morning delivery.", (("BLK-01", 1), ("PIN-06", 6))),
    (1036, "Tomás Rivera", "Sevilla", 3, "cancelled", "Ordered twice.", (("FJD-02", 1),)),
    (1035, "Yuki Tanaka", "Osaka", 4, "shipped", "", (("HRT-03", 2),)),
    (1034, "Noah Fischer", "Basel", 5, "delivered", "", (("LNT-04", 2),)),
    (1033, "Isabel Cruz", "Porto", 6, "delivered", "", (("MRN-05", 3), ("PIN-06", 3))),
    (1032, "Oskar Lind", "Uppsala", 6, "waiting", "Waits for the bowls to be back.", (("SKY-07", 1),)),
    (1031, "Ruth Adeyemi", "Leeds", 7, "shipped", "", (("FJD-02", 6),)),
    (1030, "Pavel Novák", "Brno", 8, "delivered", "", (("WLK-08", 1), ("MRN-05", 2))),
    (1029, "Chiara Conti", "Torino", 9, "refunded", "Lantern arrived with a dent.", (("LNT-04", 1),)),
    (1028, "Arjun Mehta", "Pune", 9, "delivered", "", (("HRT-03", 1), ("FJD-02", 2))),
    (1027, "Hanna Virtanen", "Oulu", 11, "delivered", "", (("BLK-01", 2),)),
    (1026, "Peter Olsen", "Aarhus", 12, "delivered", "", (("PIN-06", 12),)),
    (1025, "Zoe Papadaki", "Athens", 13, "cancelled", "", (("SKY-07", 2),)),
    (1024, "Liam O’Connor", "Cork", 14, "delivered", "", (("FJD-02", 2), ("MRN-05", 1))),
    (1023, "Freja Holm", "Odense", 16, "delivered", "", (("HRT-03", 1),)),
    (1022, "Mateo Silva", "Recife", 17, "refunded", "", (("WLK-08", 1),)),
    (1021, "Elin Strand", "Tromsø", 19, "delivered", "", (("LNT-04", 1), ("PIN-06", 4))),
    (1020, "Kwame Boateng", "Accra", 21, "delivered", "", (("FJD-02", 8),)),
    (1019, "Anna Kowalska", "Gdańsk", 23, "delivered", "", (("BLK-01", 1), ("HRT-03", 1))),
)


def sow(database: sqlite3.Connection) -> None:
    """Fill empty tables; leave any others as they are."""
    if database.execute("SELECT COUNT(*) FROM profile").fetchone()[0]:
        return
    database.execute("INSERT INTO profile VALUES ('Northwind', 'USD', 'alerts@northwind.example')")
    database.executemany(
        "INSERT INTO products VALUES (?, ?, ?, ?, 1)", [(sku, *facts) for sku, facts in _PRODUCTS.items()]
    )
    today = datetime.now(UTC).date()
    for number, customer, city, days_ago, status, note, lines in _ORDERS:
        placed = (today - timedelta(days=days_ago)).isoformat()
        database.execute("INSERT INTO orders VALUES (?, ?, ?, ?, ?, ?)", (number, customer, city, placed, status, note))
        database.executemany(
            "INSERT INTO lines VALUES (?, ?, ?, ?)",
            [(number, _PRODUCTS[sku][0], quantity, _PRODUCTS[sku][1]) for sku, quantity in lines],
        )
