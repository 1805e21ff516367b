"""The facts of contract section 4, found in a document as `static/assist/scan.js` finds them in a browser."""

from app.contract.ids import Json
from app.pages.scan.document import Document
from app.pages.scan.entries import action, ask, destination, field, introduction, tool
from app.pages.scan.lending import Lending, lending_of, open_page
from app.pages.scan.markup import attr, squeeze
from app.pages.scan.places import origin_of, path_of


def facts_of(document: Document, lending: Lending | None = None) -> dict[str, Json]:
    """The facts without `document` and `seq`, of the page that shows unless another one is asked for."""
    lends = lending or lending_of(document, open_page(document))
    described = next(iter(document.all("destinations-description")), None)
    return {
        "origin": origin_of(document.url),
        "path": path_of(document.url).split("#", 1)[0],
        "page": None if lends.page is None else introduction(document, lends.page, content=bool(lends.content)),
        "tools": [tool(document, each) for each in lends.tools],
        "actions": [action(document, each) for each in lends.actions],
        "fields": [field(document, each) for each in lends.fields],
        "destinations": [place for each in lends.destinations if (place := destination(document, each)) is not None],
        "destinations_description": described and (squeeze(attr(described, "destinations-description")) or None),
        "asks": [ask(document, each) for each in lends.asks],
    }
