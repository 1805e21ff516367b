"""Fields a framework controls, and a custom element that answers for itself: filled, read back, and told."""

import json

from app.contract.ids import Json
from tests.browser.lending.desk import Desk

FILLS: dict[str, tuple[str, str, Json]] = {
    "text": ("Ada Byron", '"Ada Byron"', "Ada Byron"),
    "story": ("Two\nlines", '"Two\\nlines"', "Two\nlines"),
    "amount": ("7", '"7"', "7"),
    "day": ("2026-12-24", '"2026-12-24"', "2026-12-24"),
    "tint": ("#aabbcc", '"#aabbcc"', "#aabbcc"),
    "volume": ("9", '"9"', "9"),
    "gift": ("checked", "checked", True),
    "size": ("l", '"l"', "l"),
    "speed": ("fast", '"fast"', "fast"),
    "tags": ('["a", "c"]', '["a", "c"]', ["a", "c"]),
    "code": ("ZZ", '"ZZ"', "ZZ"),
    "status": ("shut", '"shut"', "shut"),
}
"""By field: what it is filled with, what it then says, and what the framework's state holds."""


async def test_whatever_react_controls_is_filled_and_its_state_follows(desk: Desk) -> None:
    await desk.open("react")

    answers = {field: await desk.call(field, value=value) for field, (value, _, _) in FILLS.items()}

    state = json.loads(await desk.page.locator("#state").inner_text())
    assert {field: f'Filled "{field}"; it now says {says}.' for field, (_, says, _) in FILLS.items()} == answers
    assert {field: kept for field, (_, _, kept) in FILLS.items()} == state


async def test_what_react_does_not_take_is_answered_as_it_stands(desk: Desk) -> None:
    await desk.open("react")

    answer = await desk.call("code", value="nope")

    assert json.loads(answer) == {"error": '"code" did not take that: it still says "AB".'}


async def test_a_press_waits_until_react_has_committed(desk: Desk) -> None:
    await desk.open("react")
    await desk.call("text", value="late words")

    answer = await desk.call("late")

    assert answer.startswith('Pressed "Echo".\n\n## The page the user has open: React')
    assert await desk.page.locator("#echo").inner_text() == "late words"


async def test_a_custom_element_is_filled_once_its_promise_is_kept(desk: Desk) -> None:
    await desk.open("react")

    answer = await desk.call("stars", value="4")

    assert answer == 'Filled "Stars"; it now says "4".'
    assert await desk.page.locator("x-stars").inner_text() == "★★★★"


async def test_on_fill_throws(desk: Desk) -> None:
    await desk.open("react")

    answer = await desk.call("stars", value="9")

    assert json.loads(answer) == {"error": "stars failed: There are five stars."}
