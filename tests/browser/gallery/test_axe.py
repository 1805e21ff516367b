"""Nothing in the gallery keeps anybody out: axe-core on every page, by light and by dark, from either side."""

import pytest

from app.web.exhibits import ROOMS
from tests.browser.gallery.conftest import Gallery


@pytest.mark.parametrize("fragment", ROOMS)
async def test_every_case_can_be_used_by_anybody_on_any_width(fragment: str, gallery: Gallery) -> None:
    """In Arabic at 320 pixels a table scrolls within its card; the panel itself never does sideways."""
    found: dict[str, list[str]] = {}
    for case in ROOMS[fragment]:
        await gallery.show(fragment, case)
        wide = await gallery.faults()
        await gallery.look(scheme="dark", width=320)
        await gallery.show(fragment, case, language="ar")
        narrow = [*await gallery.faults(), *await gallery.overflow()]
        await gallery.look(scheme="light", width=390)
        found[case] = [*wide, *narrow]

    assert {case: faults for case, faults in found.items() if faults} == {}


async def test_axe_would_find_a_fault(gallery: Gallery) -> None:
    await gallery.show("choices", "pending")
    await gallery.page.locator("button").first.evaluate("button => button.textContent = ''")

    assert [fault.split(":")[0] for fault in await gallery.faults()] == ["button-name"]
