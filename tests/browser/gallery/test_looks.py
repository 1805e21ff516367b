"""Whole panels in each of the three looks: anybody can use them, by light and by dark, wide and narrow."""

import pytest

from app.samples.looks import LOOKS
from tests.browser.gallery.conftest import Gallery

STATES = ("empty", "rich", "asking", "compared", "linked", "stopped")


@pytest.mark.parametrize("look", LOOKS)
async def test_a_panel_can_be_used_by_anybody_in_any_look(look: str, gallery: Gallery) -> None:
    found: dict[str, list[str]] = {}
    for state in STATES:
        await gallery.show("panel", state, look=look)
        wide = await gallery.faults()
        await gallery.look(scheme="dark", width=320)
        narrow = [*await gallery.faults("color-contrast", "target-size"), *await gallery.overflow()]
        await gallery.look(scheme="light", width=390)
        found[state] = [*wide, *narrow]

    assert {state: faults for state, faults in found.items() if faults} == {}


async def test_each_look_is_another(gallery: Gallery) -> None:
    """Its colour, its corners, its size, its letters: none of them is the product's own."""
    drawn: list[list[str]] = []
    for look in LOOKS:
        await gallery.show("panel", "asking", look=look)
        drawn.append(
            await gallery.page.locator(".button--primary").evaluate(
                "button => { const s = getComputedStyle(button);"
                " return [s.backgroundColor, s.borderRadius, s.fontSize, s.fontFamily] }"
            )
        )

    assert all(len(set(values)) == len(LOOKS) for values in zip(*drawn, strict=True)), drawn


@pytest.mark.parametrize(("language", "case"), [("en", "large"), ("ar", "large"), ("ar", "rtl"), ("en", "rtl")])
async def test_a_wide_table_is_seen_from_its_first_column_whichever_way_the_panel_reads(
    language: str, case: str, gallery: Gallery
) -> None:
    await gallery.show("table", case, language=language)

    seen = await gallery.page.locator(".table-card").evaluate(
        "card => { const box = (of) => of.getBoundingClientRect();"
        " const [one, of] = [box(card.querySelector('tbody th')), box(card)];"
        " return one.left >= of.left - 1 && one.right <= of.right + 1 }"
    )

    assert seen
