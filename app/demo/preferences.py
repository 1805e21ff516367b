"""How the shop likes to work: its storefront, its shipping, and the mail it sends."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from datetime import date, time

import msgspec

PAPERS = {"kraft": "Kraft", "pine": "Pine green", "berry": "Berry red", "snow": "Snow white"}
SORTINGS = {"newest": "Newest first", "oldest": "Oldest first", "value": "Highest value first"}
OCCASIONS = {"order": "New orders", "refund": "Refunds", "stock": "Low stock"}
COUNTRIES = {"NO": "Norway", "SE": "Sweden", "DK": "Denmark", "FI": "Finland", "DE": "Germany", "GB": "United Kingdom"}
ZONES = {"Europe/Oslo": "Oslo", "Europe/London": "London", "America/New_York": "New York"}

_LONGEST = 500
_COLOUR = re.compile(r"#[0-9a-fA-F]{6}")
_DEAREST_FREE = 500
_MOST_STOCK = 50


class Preferences(msgspec.Struct, frozen=True, kw_only=True):
    """
    What the preferences form holds, as its controls say it.

    free_from: whole units of the shop's currency. closed_from: an ISO date, or empty. cutoff: `HH:MM`.
    """

    tagline: str = "Warm things from the north"
    greeting: str = "Thank you for your order.\nWe pack it within a day."
    accent: str = "#17504a"
    paper: str = "kraft"
    free_from: int = 80
    cutoff: str = "14:00"
    closed_from: str = ""
    on_holiday: bool = False
    ships_to: tuple[str, ...] = ("NO", "SE", "DK", "FI")
    zone: str = "Europe/Oslo"
    sorting: str = "newest"
    low_stock: int = 10
    occasions: tuple[str, ...] = ("order", "refund")
    signature: str = "The Northwind team"


class NoSuchPreferenceError(Exception):
    """What was sent is no preference; the message says why."""


def read(sent: Mapping[str, Sequence[str]]) -> Preferences:
    """
    The form as sent, each name with all its values.

    Raises:
        NoSuchPreferenceError: One of them will not do.
    """
    one = {name: values[-1].strip() for name, values in sent.items() if values}
    found = Preferences(
        **{name: one.get(name, "")[:_LONGEST] for name in ("tagline", "greeting", "signature")},
        accent=_fitting(one, "accent", "The accent is no colour.", _COLOUR.fullmatch),
        paper=_of(PAPERS, one.get("paper", "")),
        free_from=_number(one, "free_from", _DEAREST_FREE),
        cutoff=_fitting(one, "cutoff", "The cut-off is no time of the day.", time.fromisoformat),
        closed_from=_fitting(one, "closed_from", "That is no date.", lambda said: not said or date.fromisoformat(said)),
        on_holiday="on_holiday" in sent,
        ships_to=tuple(_of(COUNTRIES, each) for each in sent.get("ships_to", ())),
        zone=_of(ZONES, one.get("zone", "")),
        sorting=_of(SORTINGS, one.get("sorting", "")),
        low_stock=_number(one, "low_stock", _MOST_STOCK),
        occasions=tuple(_of(OCCASIONS, each) for each in sent.get("occasions", ())),
    )
    if not found.ships_to:
        raise NoSuchPreferenceError("The shop has to ship somewhere.")
    return found


def _fitting(one: Mapping[str, str], name: str, fault: str, fits: Callable[[str], object]) -> str:
    said = one.get(name, "")
    try:
        fine = bool(fits(said))
    except ValueError:
        fine = False
    if not fine:
        raise NoSuchPreferenceError(fault)
    return said


def _of(options: Mapping[str, str], said: str) -> str:
    if said not in options:
        raise NoSuchPreferenceError(f"The shop does not know {said[:40]!r} among {', '.join(options.values())}.")
    return said


def _number(one: Mapping[str, str], name: str, most: int) -> int:
    said = one.get(name, "")
    if not said.isdecimal() or int(said) > most:
        raise NoSuchPreferenceError(f"A whole number of at most {most} is needed, not {said[:40]!r}.")
    return int(said)
