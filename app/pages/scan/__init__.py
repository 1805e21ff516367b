"""
Static HTML → what the page script would announce of it: the view of `assist lint` and `assist inspect`.

It says what `static/assist/scan.js` says of the same page in a browser, as far as markup alone can tell: what a
stylesheet hides, a script changes or a layout leaves without a box still shows here. One set of fixture pages runs
through both, and their facts are equal.
"""

from app.contract.ids import Json
from app.pages.scan.document import Document
from app.pages.scan.facts import facts_of

__all__ = ["Document", "facts_of", "scan"]


def scan(html: str, *, url: str) -> dict[str, Json]:
    """
    The facts a page announces, as JSON: the body of contract section 4 without `document` and `seq`.

    url: Where the page was read, absolute; it gives origin and path, and what destinations are resolved against.
    """
    return facts_of(Document(html, url))
