"""
The cards a result asks to show, after the remote-tools document's table: sanitised, and within a turn's limits.

Whatever is not as the table has it is dropped or cleared in silence: the model's words carry the result without it.
"""

import unicodedata
from collections.abc import Callable, Iterable, Sequence
from typing import Final, cast

import httpx
from msgspec.structs import replace

from app.contract.events import AnyEvent, CallAnswered
from app.contract.ids import Json
from app.contract.remote import DisplayCard
from app.conversations.calls import CallState
from app.tools.remote.words import cards_shown

MOST_A_RESULT: Final = 6
MOST_A_TURN: Final = 8
LONGEST_TITLE: Final = 120
LONGEST_SUBTITLE: Final = 100
LONGEST_BADGE: Final = 48
MOST_BADGES: Final = 4
LONGEST_URL: Final = 2_048
_MOST_READ: Final = 200
"""Entries of one result that are looked at."""


Trusts = Callable[[str], bool]
"""Whether the operator lets a URL be asked for over plain http, as the demo's own images are."""


def trust_none(_: str) -> bool:
    return False


def split(output: Json, trusts: Trusts = trust_none) -> tuple[Json, tuple[DisplayCard, ...] | None]:
    """A tool's output without its `display`, and the entries of that which can be shown; None when there is none."""
    if not isinstance(output, dict):
        return output, None
    facts = dict(cast("dict[str, Json]", output))
    if "display" not in facts:
        return facts, None
    display = facts.pop("display")
    entries = cast("list[Json]", display)[:_MOST_READ] if isinstance(display, list) else []
    cards = (_card(entry, trusts) for entry in entries)
    return facts, tuple(card for card in cards if card is not None)


def within_limits(events: Sequence[AnyEvent], calls: Iterable[CallState]) -> list[AnyEvent]:
    """
    The events with the cards that the turn still has room for, the first of each URL, and their number for the model.

    calls: all of the turn so far.
    """
    shown = [card.url for state in calls for card in state.display or ()]
    found: list[AnyEvent] = []
    for event in events:
        if isinstance(event, CallAnswered) and event.display is not None:
            kept = _kept(event.display, shown)
            shown += [card.url for card in kept]
            text = cards_shown(event.answer.text, len(kept))
            found.append(replace(event, display=kept, answer=replace(event.answer, text=text)))
        else:
            found.append(event)
    return found


def _kept(cards: Iterable[DisplayCard], shown: Sequence[str]) -> tuple[DisplayCard, ...]:
    fresh: dict[str, DisplayCard] = {}
    for card in cards:
        if card.url not in shown:
            fresh.setdefault(card.url, card)
    return tuple(fresh.values())[: max(0, min(MOST_A_RESULT, MOST_A_TURN - len(shown)))]


def _card(entry: Json, trusts: Trusts) -> DisplayCard | None:
    if not isinstance(entry, dict):
        return None
    given = cast("dict[str, Json]", entry)
    title, url = _line(given.get("title"), LONGEST_TITLE), _absolute(given.get("url"), ("https", "http"))
    if not title or url is None:
        return None
    return DisplayCard(
        title,
        url,
        image=_image(given.get("image"), trusts),
        subtitle=_line(given.get("subtitle"), LONGEST_SUBTITLE) or None,
        badges=_badges(given.get("badges")),
    )


def _image(value: Json, trusts: Trusts) -> str | None:
    """
    Only https, as the document has it, but for hosts that the operator has listed himself.

    Those may be asked over plain http anyway, and the image route asks in the browser's place, so no page ever holds
    an http link; without the exception a shop on a developer's machine could show no image.
    """
    url = _absolute(value, ("https", "http"))
    return url if url and (url.lower().startswith("https:") or trusts(url)) else None


def _badges(value: Json) -> tuple[str, ...]:
    listed = cast("list[Json]", value)[:_MOST_READ] if isinstance(value, list) else []
    lines = (_line(badge, LONGEST_BADGE) for badge in listed)
    return tuple(line for line in lines if line)[:MOST_BADGES]


def _line(value: Json, most: int) -> str:
    """One line of plain text, trimmed; empty when it is none."""
    if not isinstance(value, str):
        return ""
    plain = "".join(" " if each.isspace() else each for each in value if each.isspace() or not _is_control(each))
    return " ".join(plain.split())[:most].rstrip()


def _is_control(character: str) -> bool:
    return unicodedata.category(character) in {"Cc", "Cs", "Co", "Cn"}


def _absolute(value: Json, schemes: tuple[str, ...]) -> str | None:
    """The URL as it was given, when it is an absolute one that every reader takes to the same place."""
    if not isinstance(value, str) or not 0 < len(value) <= LONGEST_URL:
        return None
    if any(each.isspace() or each == "\\" or _is_control(each) for each in value):
        return None
    try:
        url = httpx.URL(value)
    except (httpx.InvalidURL, UnicodeError):
        return None
    # `https:host` and `https:///host` are absolute to some readers only.
    named = value.lower().startswith(tuple(f"{scheme}://" for scheme in schemes)) and bool(url.host)
    return value if named and not url.userinfo else None
