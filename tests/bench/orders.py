"""What a measurement asks the stand-in model to write, carried in the user's own words."""

import re

import msgspec

_IN_WORDS = re.compile(r"bench (\{[^{}]*\})")


class Order(msgspec.Struct, frozen=True):
    """
    deltas: how many, of 20 characters. a_second: 0 is as fast as the connection takes them.
    markdown: write a Markdown document instead of marked words.
    """

    deltas: int
    a_second: float = 0
    markdown: bool = False

    def words(self) -> str:
        return f"bench {msgspec.json.encode(self).decode()}"


def order_in(words: str) -> Order:
    """The order somewhere in `words`; a few deltas when there is none, as for a title."""
    found = _IN_WORDS.search(words)
    try:
        return msgspec.json.decode(found[1] if found else "", type=Order)
    except msgspec.DecodeError:
        # What is asked beside a turn tells the user's words as data, escaped.
        return Order(deltas=2)
