"""
The page registry: what each tab has open, as it last announced.

Rows are versioned and changed by compare and swap, so that any process may hear a tab. A document that left keeps its
row, without its facts: should it come back (the browser's Back shows it as it was), its next announcement revives it.
"""

from collections.abc import Callable
from datetime import datetime, timedelta

import msgspec

from app.contract.ids import ConversationId, DocumentId, TabId
from app.contract.page import PageFacts
from app.contract.people import Owner, TabPage
from app.errors import Conflict
from app.ports import Tabs

DROPPED_AFTER = timedelta(minutes=30)
BETWEEN = timedelta(seconds=3)
"""How long a tab whose document left may be on its way to the next one: a reload, a link."""

_NOTED_AFTER = timedelta(seconds=60)
_TRIES = 20
_NO_DOCUMENT = DocumentId("")
_encoder = msgspec.json.Encoder()
_decoder = msgspec.json.Decoder(PageFacts)


class Registry:
    """What is open where."""

    def __init__(
        self,
        tabs: Tabs,
        clock: Callable[[], datetime],
        *,
        moved: Callable[[ConversationId], None] = lambda _: None,
    ) -> None:
        """
        Args:
            tabs: Where the rows are kept.
            clock: The time in UTC.
            moved: Told, when a document came or left, of the conversation that its tab shows; it returns at once.
        """
        self._tabs = tabs
        self._clock = clock
        self._moved = moved

    async def announce(self, owner: Owner, tab: TabId, facts: PageFacts) -> bool:
        """Let facts stand as what the tab has open. False when they are no newer than their document's last ones."""
        encoded = _encoder.encode(facts)

        def announced(row: TabPage) -> TabPage | None:
            if row.document == facts.document and facts.seq <= row.seq:
                return None
            return msgspec.structs.replace(row, document=facts.document, seq=facts.seq, facts=encoded)

        return await self._change(owner, tab, announced)

    async def leave(self, owner: Owner, tab: TabId, document: DocumentId) -> bool:
        """Take a document's facts back. False when it is not the tab's, or left before."""

        def left(row: TabPage) -> TabPage | None:
            if row.document != document or row.facts is None:
                return None
            return msgspec.structs.replace(row, facts=None)

        return await self._change(owner, tab, left)

    async def show(self, owner: Owner, tab: TabId, conversation: ConversationId) -> bool:
        """Remember which conversation the tab shows. False when it showed it already."""

        def shown(row: TabPage) -> TabPage | None:
            return None if row.conversation == conversation else msgspec.structs.replace(row, conversation=conversation)

        return await self._change(owner, tab, shown)

    async def heard(self, owner: Owner, tab: TabId) -> None:
        """The tab is alive. Cheap to call often: it is written down once a minute at most."""
        await self._change(owner, tab, lambda _: None)

    async def row(self, owner: Owner, tab: TabId) -> TabPage | None:
        """The tab's row, also after its document left; None when it was not heard of for 30 minutes."""
        row = await self._tabs.get(owner, tab)
        return row if row is not None and self._is_alive(row) else None

    async def open(self, owner: Owner, tab: TabId) -> PageFacts | None:
        """What the tab has open; None when nothing is, or nothing was heard of it for 30 minutes."""
        row = await self.row(owner, tab)
        return facts_of(row) if row is not None else None

    async def showing(
        self, owner: Owner, conversation: ConversationId, *, first: TabId | None = None
    ) -> TabPage | None:
        """
        Where a call of a conversation can go: a tab that shows it and has something open.

        first: the tab to prefer, also while it is between two documents; else it is the one heard of last.
        """
        rows = [row for row in await self._tabs.of(owner, conversation) if self._is_alive(row)]
        preferred = next((row for row in rows if row.tab == first), None)
        if preferred is not None and (preferred.facts is not None or self.awaited(preferred)):
            return preferred
        return next((row for row in rows if row.facts is not None), None)

    def awaited(self, row: TabPage) -> datetime | None:
        """Until when the tab's next document may still announce itself; None when nothing is to be waited for."""
        if row.facts is not None or row.document == _NO_DOCUMENT:
            return None
        until = row.heard_at + BETWEEN
        return until if until > self._clock() else None

    async def sweep(self) -> int:
        """Forget the tabs not heard of for 30 minutes. Returns how many."""
        return await self._tabs.drop_before(self._clock() - DROPPED_AFTER)

    def _is_alive(self, row: TabPage) -> bool:
        return row.heard_at > self._clock() - DROPPED_AFTER

    def _is_due(self, row: TabPage) -> bool:
        """Whether it is time to write down that the tab was heard of: not at every call, and for no blank row."""
        return self._is_alive(row) and row.heard_at <= self._clock() - _NOTED_AFTER

    async def _change(self, owner: Owner, tab: TabId, change: Callable[[TabPage], TabPage | None]) -> bool:
        """Apply a change to the row as it stands, again when another process was quicker. None is no news."""
        for _ in range(_TRIES):
            stored = await self._tabs.get(owner, tab)
            row = self._current(owner, tab, stored)
            changed = change(row)
            if changed is None and not self._is_due(row):
                return False
            version = 1 if stored is None else stored.version + 1
            if await self._tabs.put(msgspec.structs.replace(changed or row, version=version, heard_at=self._clock())):
                self._tell(row, changed)
                return changed is not None
        raise Conflict(f"Tab {tab!r} is announced from too many places at once; try again.")

    def _tell(self, before: TabPage, now: TabPage | None) -> None:
        """Whoever waits for a document's answer wants to know that it left, or that the next one is there."""
        if now is None or now.conversation is None or before.document == _NO_DOCUMENT:
            return
        if (now.facts is None and before.facts is not None) or now.document != before.document:
            self._moved(now.conversation)

    def _current(self, owner: Owner, tab: TabId, stored: TabPage | None) -> TabPage:
        """The row to change: the stored one, or a blank one when there is none alive."""
        if stored is not None and self._is_alive(stored):
            return stored
        return TabPage(
            tab,
            owner,
            document=_NO_DOCUMENT,
            seq=0,
            version=0,
            heard_at=datetime.min.replace(tzinfo=self._clock().tzinfo),
        )


def facts_of(row: TabPage) -> PageFacts | None:
    """The facts a row holds; None once its document has left."""
    return None if row.facts is None else _decoder.decode(row.facts)
