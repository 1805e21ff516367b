"""A long Markdown document, the same every time: headings, paragraphs, lists, code and tables in turn."""

from tests.bench.marks import WIDTH

_SECTION = """\
## Order {number}

The order of **{number} boxes** was *shipped* on time; see [the list](https://example.com/orders/{number}) for
what it holds. Its `status` is paid, and nothing is left to do but to tell the customer where it is now, which the
shop does by itself in the night.

- packed by hand, with care
- weighed: {number} grams & a little
  - twice
- sent

```python
for box in order(number={number}):
    print(box, "is < on its way >")
```

| box | weight | price |
|-----|-------:|------:|
| a   | {number} g | 12.50 |
| b   | 17 g   | 3.20  |

"""


def document(deltas: int) -> str:
    """`deltas` times 20 characters of it."""
    text, number = "", 0
    while len(text) < deltas * WIDTH:
        number += 1
        text += _SECTION.format(number=number)
    return text[: deltas * WIDTH]
