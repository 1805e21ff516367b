"""Markdown of any length, the same every time, with every kind of block a reply has."""

from __future__ import annotations

from functools import lru_cache

_BLOCKS = (
    """\
## Part {n}: what was looked at

""",
    """\
Northwind ships most orders **within two days**; the rest wait for stock, for an address, or for someone to see them. \
This paragraph is part {n} of a long answer, so that a renderer has *ordinary* prose to chew on, with `inline code`, \
a [link](https://example.com/part/{n}) and an em dash — as people write.

""",
    """\
- First, see which orders are waiting, and since when
- Then ship those with stock
  - oldest first
  - gifts before the weekend
- Last, write to the customers of the others

""",
    """\
1. Open the orders
2. Filter by *waiting to ship*
3. Press Ship on each

""",
    """\
| Order | Customer | Total |
| --- | --- | ---: |
| 10{n} | Ada Byron | $ 84.00 |
| 20{n} | Sami Niinistö | $ 120.50 |

""",
    """\
```python
def part_{n}(orders: list[str]) -> list[str]:
    return sorted(orders)
```

""",
    """\
> A customer wrote: the mugs of part {n} arrived whole & warm, 10 < 12 days.

""",
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
