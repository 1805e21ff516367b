"""`go_to_page`: by a full load and by a boosted link, answered with the note of the page it opened."""

import json

import pytest

from tests.browser.lending.desk import Desk


async def test_a_page_is_opened_by_a_full_load_and_answers_with_its_note(desk: Desk) -> None:
    await desk.open("changing")

    answer = await desk.call("go_to_page", to="Crowded")

    assert desk.page.url.endswith("/crowded")
    assert answer.startswith("Opened /crowded.\n\n## The page the user has open: Crowded\n\nIts actions: ship.")


@pytest.mark.parametrize("htmx", ["htmx2", "htmx4"])
async def test_a_boosted_page_is_opened_without_a_load_and_answers_with_its_note(desk: Desk, htmx: str) -> None:
    await desk.open(f"orders?htmx={htmx}")
    await desk.page.evaluate("window.stays = true")

    answer = await desk.call("go_to_page", to="Products")

    assert answer.startswith("Opened /products.\n\n## The page the user has open: Products")
    assert await desk.page.evaluate("[location.pathname, window.stays]") == ["/products", True]


async def test_a_place_with_an_id_is_opened_with_the_id_as_one_segment(desk: Desk) -> None:
    await desk.open("changing")

    answer = await desk.call("go_to_page", to="Status", id="200")

    assert answer == "Opened /status/200."
    assert desk.page.url.endswith("/status/200")


async def test_a_page_that_fails_is_said_with_its_status(desk: Desk) -> None:
    await desk.open("changing")

    answer = json.loads(await desk.call("go_to_page", to="Broken"))

    assert answer == {"error": "go_to_page failed: 500 Internal Server Error"}


async def test_unknown_names_and_missing_ids_touch_nothing(desk: Desk) -> None:
    await desk.open("changing")

    unknown, without = await desk.call("go_to_page", to="Moon"), await desk.call("go_to_page", to="Status")

    assert json.loads(unknown) == {"error": 'No page "Moon". The pages are Crowded, Status, Broken.'}
    assert json.loads(without) == {"error": "The Status page needs an id."}
    assert desk.page.url.endswith("/changing")
