"""
A page's announcement: what a tab sends, read into the facts that are kept.

It is read entry by entry. What is faulty is dropped, or cut where it is only too long, and said; the rest is kept, so
that one bad tool never silences a page. Keys we don't know are ignored: the page script may be older or newer.
"""

import re
from collections.abc import Callable
from typing import TypeVar, cast

from msgspec import Struct

from app.contract.ids import DocumentId, Json
from app.contract.page import Fault, OpenPage, PageFacts
from app.errors import Malformed, Unacceptable
from app.pages.body import decoded
from app.pages.checks import PATH
from app.pages.entries import DESCRIPTION, Entry
from app.pages.faults import Faults, Unfit
from app.pages.text import HIDDEN, cut, prose
from app.pages.twins import first_of_each, told_apart

MOST = {"tools": 200, "actions": 2_000, "fields": 2_000, "destinations": 500, "asks": 50}

_DOCUMENT = re.compile(r"[A-Za-z0-9_.:-]{1,100}")
_ORIGIN = re.compile(r"https?://[^/\\\s?#@]{1,255}")
_SAFE_INTEGER = 2**53 - 1
Kept = TypeVar("Kept")


class Announced(Struct, frozen=True):
    """What was kept, and what was wrong with the rest."""

    facts: PageFacts
    faults: tuple[Fault, ...]


def read(body: bytes) -> Announced:
    """
    The facts of an announcement's body.

    Raises:
        TooLarge: It has more than 512 KiB.
        Malformed: It is no JSON object.
        Unacceptable: It is one, but does not say which document announces what.
    """
    raw = decoded(body)
    if not isinstance(raw, dict):
        raise Malformed("An announcement is a JSON object, such as section 4 of the contract shows.")
    return read_facts(cast("Json", raw))


def read_facts(raw: Json) -> Announced:
    """
    The facts of an announcement that is decoded already: one that rode along with a message or an answer.

    Raises:
        Unacceptable: It does not say which document announces what.
    """
    if not isinstance(raw, dict):
        raise Unacceptable("Page facts are an object, such as section 4 of the contract shows.")
    return _Reading(cast("dict[str, Json]", raw)).announced()


class _Reading:
    """One announcement being read: its raw form, and the faults met so far."""

    def __init__(self, raw: dict[str, Json]) -> None:
        self._raw = raw
        self._faults = Faults()

    def announced(self) -> Announced:
        document, seq = self._document(), self._seq()
        tools = first_of_each(self._entries("tools", Entry.read_tool), self._faults)
        taken = {tool.name: "a tool" for tool in tools}
        actions = told_apart(self._entries("actions", Entry.read_action), taken, "an action", self._faults)
        fields = told_apart(self._entries("fields", Entry.read_field), taken, "a field", self._faults)
        facts = PageFacts(
            document=document,
            seq=seq,
            origin=self._origin(),
            path=self._path(),
            page=self._page(),
            tools=tools,
            actions=actions,
            fields=fields,
            destinations=first_of_each(self._entries("destinations", Entry.read_destination), self._faults),
            destinations_description=self._description(),
            asks=tuple(ask for _, ask in self._entries("asks", Entry.read_ask)),
        )
        return Announced(facts, self._faults.all())

    def _document(self) -> DocumentId:
        document = self._raw.get("document")
        if not isinstance(document, str) or not _DOCUMENT.fullmatch(document):
            raise Unacceptable("An announcement names its document: 1 to 100 letters, digits, '_', '.', ':' and '-'.")
        return DocumentId(document)

    def _seq(self) -> int:
        seq = self._raw.get("seq")
        if not isinstance(seq, int) or isinstance(seq, bool) or not 0 <= seq <= _SAFE_INTEGER:
            raise Unacceptable("An announcement has a seq: a whole number that grows with each one of its document.")
        return seq

    def _origin(self) -> str:
        origin = self._raw.get("origin")
        if isinstance(origin, str) and _ORIGIN.fullmatch(origin):
            return origin
        self._faults.add("origin", "It is no origin; one such as 'https://app.example.com' would be right.")
        return ""

    def _path(self) -> str:
        path = self._raw.get("path")
        if isinstance(path, str) and path.startswith("/") and len(path) <= PATH and not HIDDEN.search(path):
            return path
        self._faults.add("path", "It is no path; one such as '/settings' would be right.")
        return ""

    def _page(self) -> OpenPage | None:
        raw = self._raw.get("page")
        return None if raw is None else self._kept("page", raw, Entry.read_page)

    def _description(self) -> str | None:
        sent = self._raw.get("destinations_description")
        if sent is not None and not isinstance(sent, str):
            self._faults.add("destinations_description", "It is no string.")
        description = prose(sent) if isinstance(sent, str) else ""
        if len(description) > DESCRIPTION:
            self._faults.add("destinations_description", f"It was cut to {DESCRIPTION:,} characters.")
        return cut(description, DESCRIPTION) or None

    def _entries(self, key: str, read_one: Callable[[Entry], Kept]) -> list[tuple[str, Kept]]:
        """The entries of a list that could be read, each with its path."""
        raw = self._raw.get(key)
        if raw is None:
            return []
        if not isinstance(raw, list):
            self._faults.add(key, "It is no list.")
            return []
        entries = cast("list[Json]", raw)
        if len(entries) > MOST[key]:
            dropped = len(entries) - MOST[key]
            self._faults.add(key, f"A page lends at most {MOST[key]:,}; the last {dropped:,} were dropped.")
        placed = ((f"{key}[{at}]", each) for at, each in enumerate(entries[: MOST[key]]))
        return [(path, kept) for path, each in placed if (kept := self._kept(path, each, read_one)) is not None]

    def _kept(self, path: str, raw: Json, read_one: Callable[[Entry], Kept]) -> Kept | None:
        try:
            return read_one(Entry(path, raw, self._faults))
        except Unfit as unfit:
            self._faults.add(f"{path}{unfit.path}", str(unfit))
            return None
