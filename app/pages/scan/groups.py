"""What belongs together on a page, looked up for all of it at once, as `static/assist/groups.js` does."""

from collections import defaultdict
from weakref import WeakKeyDictionary

from bs4 import Tag

from app.pages.scan.document import Document
from app.pages.scan.markup import ancestry, attribute


class _Groups:
    """The radios of each form and name, and which fields each element holds; elements by their identity."""

    def __init__(self, document: Document) -> None:
        self.radios: defaultdict[tuple[int, str], list[Tag]] = defaultdict(list)
        self.fields: defaultdict[int, set[int]] = defaultdict(set)
        for each in filter(is_radio, document.elements):
            self.radios[_key(document, each)].append(each)
        for each in document.all("field"):
            radios = self.radios.get(_key(document, each)) if _named_radio(each) else None
            for around in list(ancestry(each))[1:]:
                self.fields[id(around)].add(id(radios[0] if radios else each))


_known: WeakKeyDictionary[Document, _Groups] = WeakKeyDictionary()


def is_radio(element: Tag) -> bool:
    return element.name == "input" and (attribute(element, "type") or "").lower() == "radio"


def radios_of(document: Document, element: Tag) -> list[Tag]:
    """The radios of its name and form, in document order, itself among them; of what is no radio, none."""
    if not is_radio(element):
        return []
    named = _groups(document).radios.get(_key(document, element)) if _named_radio(element) else None
    return named or [element]


def holds_several_fields(document: Document, element: Tag) -> bool:
    """Whether more is inside than one field, or one group."""
    return len(_groups(document).fields[id(element)]) > 1


def _groups(document: Document) -> _Groups:
    found = _known.get(document)
    if found is None:
        found = _known[document] = _Groups(document)
    return found


def _named_radio(element: Tag) -> bool:
    return is_radio(element) and bool(attribute(element, "name"))


def _key(document: Document, radio: Tag) -> tuple[int, str]:
    return id(document.form_of(radio)), attribute(radio, "name") or ""
