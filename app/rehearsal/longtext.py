"""Markdown of any length, the same every time, with every kind of block a reply has."""

from __future__ import annotations

from functools import lru_cache

_BLOCKS = (
    "## Part {n}: what was looked at\n\n",
    "Northwind ships most orders **within two days**; the rest wait for stock, for an address, or for someone to "
    "notice them. This paragraph is part {n} of a long answer, written so that a renderer has *ordinary* prose to "
    "chew on, with `inline code`, a [link](https://example.com/part/{n}) and an em dash — as people write.\n\n",
    "- First, see which orders are waiting, and since when\n- Then ship those with stock\n  - oldest first\n"
    "  - gifts before the weekend\n- Last, write to the customers of the others\n\n",
    "1. Open the orders\n2. Filter by *waiting to ship*\n3. Press Ship on each\n\n",
    "| Order | Customer | Total |\n| --- | --- | ---: |\n| 10{n} | Ada Byron | $ 84.00 |\n| 20{n} | Sami Niinistö "
    "| $ 120.50 |\n\n",
    '```python\ndef part_{n}(orders: list[str]) -> list[str]:\n    """Orders of part {n}, oldest first."""\n'
    "    return sorted(orders)\n```\n\n",
    "> A customer wrote: the mugs of part {n} arrived whole & warm, 10 < 12 days.\n\n",
)


@lru_cache(maxsize=8)
def markdown(size: int) -> str:
    """Exactly `size` characters of Markdown, cut wherever that falls."""
    pieces: list[str] = []
    length = number = 0
    while length < size:
        piece = _BLOCKS[number % len(_BLOCKS)].replace("{n}", str(number // len(_BLOCKS) + 1))
        pieces.append(piece)
        length += len(piece)
        number += 1
    return "".join(pieces)[:size]
