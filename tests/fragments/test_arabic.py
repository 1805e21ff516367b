"""A few fragments as an Arabic reader has them: from the right, and what is not Arabic in them set apart."""

from collections.abc import Iterator

import pytest

from app.testing.snapshots import Equals
from app.web.exhibits import ROOMS
from app.web.languages import speaking
from app.web.templating import load_templates

TEMPLATES = load_templates()


@pytest.fixture(autouse=True)
def _arabic() -> Iterator[None]:
    with speaking("ar"):
        yield


@pytest.mark.parametrize(
    ("fragment", "case"),
    [
        ("activity", "finished"),
        ("approval", "preview_delete"),
        ("comparison", "three"),
        ("inbox", "some"),
        ("frame", "keys"),
        ("turn", "failed_rejected"),
    ],
)
def test_a_fragment_in_arabic(fragment: str, case: str, fragment_equals: Equals) -> None:
    fragment_equals(f"arabic/{fragment}_{case}", str(ROOMS[fragment][case](TEMPLATES)))
