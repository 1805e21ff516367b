"""On whose behalf, on which page and when a call is made."""

from datetime import datetime

from msgspec import Struct

from app.contract.ids import TabId
from app.contract.page import PageFacts
from app.contract.people import Owner
from app.conversations.thread import Thread, Turn


class Scope(Struct, frozen=True):
    """
    What a tool source may know about the moment.

    tab: where page calls go. facts: what that tab has open, None when nothing is.
    awaited: until when that tab's next document may still announce itself; None when none is on its way.
    left: since when the document that claimed a call is not its tab's any more; None while it is.
    """

    owner: Owner
    permissions: tuple[str, ...]
    thread: Thread
    turn: Turn
    tab: TabId
    facts: PageFacts | None
    now: datetime
    awaited: datetime | None = None
    left: datetime | None = None
