"""One document and what is looked up in it again and again: its elements in order, ids, labels, forms."""

from collections.abc import Iterator

from bs4 import Tag

from app.pages.scan.markup import ancestry, attribute, child_elements, marks
from app.pages.scan.places import resolved
from app.pages.scan.tree import parse

_INERT = frozenset({"template", "noscript"})
"""What is inside is no part of the document while scripts run."""

_NO_BASES = ("data:", "javascript:")
_LABELABLE = frozenset({"button", "input", "meter", "output", "progress", "select", "textarea"})
_LISTED = frozenset({"button", "fieldset", "input", "object", "output", "select", "textarea"})


class Document:
    """A parsed page. Elements are told apart by identity: BeautifulSoup compares them by what they hold."""

    def __init__(self, html: str, url: str) -> None:
        self.url = url
        self.elements = list(_living(parse(html)))
        self._by_id: dict[str, Tag] = {}
        for element in self.elements:
            if id_ := attribute(element, "id"):
                self._by_id.setdefault(id_, element)
        self._labels: dict[int, list[Tag]] = {}
        for label in self.elements:
            if label.name == "label" and (labelled := self._labelled(label)) is not None:
                self._labels.setdefault(id(labelled), []).append(label)

    @property
    def base(self) -> str:
        """What addresses on the page are resolved against: the first `<base href>` where that is one, else its own."""
        bases = (attribute(each, "href") for each in self.elements if each.name == "base")
        base = resolved(next((each for each in bases if each is not None), ""), self.url)
        return self.url if base is None or base.startswith(_NO_BASES) else base

    def all(self, mark: str) -> list[Tag]:
        """Every element that carries `hx-assist-<mark>`, in order."""
        return [element for element in self.elements if marks(element, mark)]

    def by_id(self, wanted: str) -> Tag | None:
        return self._by_id.get(wanted)

    def labels(self, control: Tag) -> list[Tag]:
        """The label elements of a control."""
        return self._labels.get(id(control), [])

    def form_of(self, control: Tag) -> Tag | None:
        """The form a control belongs to: the one its `form` attribute names, else the one around it."""
        named = attribute(control, "form")
        if named is not None:
            form = self.by_id(named)
            return form if form is not None and form.name == "form" else None
        return next((each for each in ancestry(control) if each.name == "form"), None)

    def form_elements(self, form: Tag) -> list[Tag]:
        """What `form.elements` holds."""
        return [each for each in self.elements if each.name in _LISTED and self.form_of(each) is form]

    def inside(self, element: Tag) -> list[Tag]:
        """The element and what is inside it, in order."""
        return list(_living(element, itself=True))

    def _labelled(self, label: Tag) -> Tag | None:
        named = attribute(label, "for")
        if named is not None:
            control = self.by_id(named)
            return control if control is not None and _labelable(control) else None
        return next((each for each in _living(label) if _labelable(each)), None)


def _labelable(element: Tag) -> bool:
    return element.name in _LABELABLE and (attribute(element, "type") or "").lower() != "hidden"


def _living(root: Tag, *, itself: bool = False) -> Iterator[Tag]:
    waiting = [root] if itself else _children(root)
    while waiting:
        element = waiting.pop()
        yield element
        waiting.extend(_children(element))


def _children(element: Tag) -> list[Tag]:
    """What is inside, the last first."""
    return [] if element.name in _INERT else child_elements(element)[::-1]
