"""Every fragment in every state, compared with the file it was looked at in, and held to what all of them owe."""

import pytest
from bs4 import BeautifulSoup
from markupsafe import Markup

from app.paths import TEMPLATES
from app.testing.snapshots import Equals
from app.web.exhibits import ROOMS
from app.web.templating import Templates, load_templates

SHIPPED = load_templates()
CASES = [(fragment, case) for fragment, cases in ROOMS.items() for case in cases]
NOT_FRAGMENTS = ("panel.html", "gallery/", "fragments/gallery/", "fragments/partial.html")
"""Documents, and what tells htmx where a fragment goes."""


class Watched(Templates):
    """Remembers what was drawn."""

    def __init__(self) -> None:
        super().__init__([TEMPLATES])
        self.drawn: set[str] = set()

    def draw(self, file: str, /, **inputs: object) -> Markup:
        self.drawn.add(file)
        return super().draw(file, **inputs)


def soup(fragment: str, case: str) -> BeautifulSoup:
    return BeautifulSoup(ROOMS[fragment][case](SHIPPED), "html.parser")


@pytest.mark.parametrize(("fragment", "case"), CASES)
def test_a_fragment_is_drawn_as_it_was_looked_at(fragment: str, case: str, fragment_equals: Equals) -> None:
    fragment_equals(f"{fragment}/{case}", ROOMS[fragment][case](SHIPPED))


@pytest.mark.parametrize(("fragment", "case"), CASES)
def test_a_fragment_hangs_as_markup_and_not_as_its_own_source(fragment: str, case: str) -> None:
    assert isinstance(ROOMS[fragment][case](SHIPPED), Markup)


@pytest.mark.parametrize(("fragment", "case"), CASES)
def test_the_same_state_is_the_same_bytes(fragment: str, case: str) -> None:
    assert ROOMS[fragment][case](SHIPPED) == ROOMS[fragment][case](load_templates())


@pytest.mark.parametrize(("fragment", "case"), CASES)
def test_ids_are_unique_and_what_is_referred_to_is_there(fragment: str, case: str) -> None:
    page = soup(fragment, case)
    ids = [str(element["id"]) for element in page.select("[id]")]
    referred = {str(element[name]) for name in ("aria-labelledby", "for") for element in page.select(f"[{name}]")}

    assert len(ids) == len(set(ids))
    assert referred <= set(ids)


@pytest.mark.parametrize(("fragment", "case"), CASES)
def test_every_fragment_has_one_root(fragment: str, case: str) -> None:
    roots = [child for child in soup(fragment, case).children if str(child).strip()]

    assert len(roots) == 1


def test_every_template_hangs_somewhere_in_the_gallery() -> None:
    watched = Watched()

    for fragment, case in CASES:
        ROOMS[fragment][case](watched)

    wanted = {name for name in watched.names() if not name.startswith(NOT_FRAGMENTS)}
    assert wanted - watched.drawn == set()
