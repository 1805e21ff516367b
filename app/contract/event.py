"""What every event of a conversation's log is."""

from msgspec import Struct


class Event(Struct, frozen=True, tag_field="type"):
    """Base of all events; each has its own tag, past tense."""
