"""
The history list: a user's conversations under the day they were last touched, the day as the reader's clock has it.

Each row stands at its own id, so that naming, deleting and bringing back draw that row alone.
"""

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta, tzinfo
from itertools import groupby
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from markupsafe import Markup
from msgspec import Struct

from app.contract.people import Conversation
from app.web.dom import HISTORY, dom_id
from app.web.plain import to_plain_line
from app.web.templating import Templates
from app.web.words import word


class Reader(Struct, frozen=True):
    """Who looks at the list: the clock there, the conversation the tab shows (or ""), whether they search."""

    now: datetime
    zone: tzinfo = UTC
    showing: str = ""
    searches: bool = False


class Histories:
    """Draws history lists and their rows."""

    def __init__(self, templates: Templates) -> None:
        self._draw = templates.fragment

    def draw(
        self, conversations: Sequence[Conversation], reader: Reader, deleted: Sequence[Conversation] = ()
    ) -> Markup:
        """The whole list, latest day first: one element. What was `deleted` leaves a way back there."""
        if not conversations and not deleted:
            sentence = word("history.unfound" if reader.searches else "history.none")
            return self._draw("conversations/none", id=HISTORY, sentence=sentence)
        rows = [
            *((each, self.row(each, showing=reader.showing)) for each in conversations),
            *((each, self.deleted(each)) for each in deleted),
        ]
        rows.sort(key=lambda each: each[0].touched_at, reverse=True)
        by_day = groupby(rows, lambda each: each[0].touched_at.astimezone(reader.zone).date().isoformat())
        days = [self._day(day, [row for _, row in found], reader) for day, found in by_day]
        return self._draw("conversations/list", id=HISTORY, days=days)

    def row(self, conversation: Conversation, *, showing: str = "") -> Markup:
        """One conversation to go back to."""
        return self._draw(
            "conversations/row",
            id=_row_id(conversation),
            conversation=conversation.id,
            url=_url(conversation),
            title=_title(conversation),
            touched_at=conversation.touched_at,
            shown=conversation.id == showing,
        )

    def naming(self, conversation: Conversation) -> Markup:
        """Asks for another title, where the row stood."""
        return self._draw(
            "conversations/naming",
            id=_row_id(conversation),
            url=_url(conversation),
            title=to_plain_line(conversation.title or ""),
        )

    def deleted(self, conversation: Conversation) -> Markup:
        """What is left of a deleted conversation's row: the way back."""
        sentence = word("history.deleted", title=_title(conversation))
        return self._draw("conversations/deleted", id=_row_id(conversation), url=_url(conversation), sentence=sentence)

    def placed(self, conversation: Conversation, drawn: Markup) -> str:
        """What stands for a conversation now, put in its row's place."""
        return self._draw("partial", target=_row_id(conversation), html=drawn)

    def _day(self, day: str, rows: Sequence[Markup], reader: Reader) -> Markup:
        today = reader.now.astimezone(reader.zone).date()
        named = {
            today.isoformat(): word("history.today"),
            (today - timedelta(days=1)).isoformat(): word("history.yesterday"),
        }
        return self._draw("conversations/day", id=dom_id(HISTORY, day), day=day, name=named.get(day), rows=rows)


def zone_named(name: str) -> tzinfo:
    """The time zone a browser names; UTC when nobody knows it."""
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        return UTC


def _title(conversation: Conversation) -> str:
    return to_plain_line(conversation.title or "") or word("history.untitled")


def _row_id(conversation: Conversation) -> str:
    return dom_id(HISTORY, conversation.id)


def _url(conversation: Conversation) -> str:
    return f"/assist/conversations/{conversation.id}"
