"""Amounts in hundredths, and how they read in the shop's currency."""

from __future__ import annotations

CURRENCIES = {
    "USD": "US dollar",
    "EUR": "Euro",
    "GBP": "Pound sterling",
    "CHF": "Swiss franc",
    "NOK": "Norwegian krone",
}
_SYMBOLS = {"USD": "$", "EUR": "€", "GBP": "£"}


def money(cents: int, currency: str) -> str:
    """`$1,234.50`, or `CHF 1,234.50` where there is no sign."""
    amount = f"{cents / 100:,.2f}"
    return f"{_SYMBOLS[currency]}{amount}" if currency in _SYMBOLS else f"{currency} {amount}"
