"""Filling a field of every kind, and answering truthfully what came of it."""

import pytest

from tests.browser.page.double import Panel, Visit


@pytest.mark.parametrize(
    ("name", "value", "now"),
    [
        ("plain", "new words", "new words"),
        ("plain", "", ""),
        ("notes", "one\ntwo", "one\ntwo"),
        ("email", "x@y.example", "x@y.example"),
        ("amount", "4.5", "4.5"),
        ("from", "2027-01-02", "2027-01-02"),
        ("at", "23:59", "23:59"),
        ("colour", "#AABBCC", "#aabbcc"),
        ("volume", "7", "7"),
        ("gift", "not checked", False),
        ("gift", "checked", True),
        ("speed", "fast", "fast"),
        ("size", "l", "l"),
        ("extras", '["card"]', ["card"]),
        ("extras", "[]", []),
        ("status", "done", "done"),
        ("tags", '["b", "a"]', ["a", "b"]),
        ("story", "In the end", "In the end"),
        ("stars", "5", "5"),
        ("drawn", "checked", True),
    ],
)
async def test_a_field_is_filled(visit: Visit, panel: Panel, name: str, value: str, now: object) -> None:
    await visit("fields")

    answer = await panel.call("field", name, value=value)

    assert (answer["outcome"], answer.get("value")) == ("filled", now)
    assert next(field for field in answer["page"]["fields"] if field["name"] == name)["value"] == now


@pytest.mark.parametrize(
    ("name", "value", "still", "words"),
    [
        ("email", "no address", "a@b.example", True),
        ("amount", "many", "2", False),
        ("amount", "9", "2", True),
        ("from", "1.12.2026", "2026-11-30", False),
        ("colour", "red", "#112233", False),
        ("volume", "99", "3", False),
        ("gift", "yes", True, False),
        ("speed", "never", "slow", False),
        ("speed", "teleport", "slow", False),
        ("extras", '["card", "horse"]', ["bow"], False),
        ("extras", "card", ["bow"], False),
        ("status", "lost", None, False),
        ("must", "", None, True),
    ],
)
async def test_what_it_would_not_take_is_refused_untouched(
    visit: Visit, panel: Panel, name: str, value: str, still: object, words: bool
) -> None:
    await visit("fields")

    answer = await panel.call("field", name, value=value)

    assert (answer["outcome"], answer["value"]) == ("refused", still)
    assert bool(answer["message"]) == words


async def test_a_field_replaced_meanwhile_is_read_in_its_new_place(visit: Visit, panel: Panel) -> None:
    await visit("acts")

    answer = await panel.call("field", "swapped", value="x")

    assert (answer["outcome"], answer["value"]) == ("refused", "")


@pytest.mark.parametrize(
    ("name", "value", "outcome", "now"),
    [("upper", "shout", "filled", "SHOUT"), ("stubborn", "yours", "refused", "mine"), ("short", "long", "refused", "")],
)
async def test_success_is_what_the_page_says_afterwards(
    visit: Visit, panel: Panel, name: str, value: str, outcome: str, now: str
) -> None:
    await visit("acts")

    answer = await panel.call("field", name, value=value)

    assert (answer["outcome"], answer["value"]) == (outcome, now)


async def test_the_pages_own_validation_is_heard(visit: Visit, panel: Panel) -> None:
    await visit("acts")

    bad = await panel.call("field", "picky", value="bad")
    good = await panel.call("field", "picky", value="good")

    assert (bad["outcome"], bad["value"], bad["message"]) == ("refused", "bad", "Say good.")
    assert (good["outcome"], good["value"]) == ("filled", "good")


@pytest.mark.parametrize("name", ["secret", "card", "upload", "careful"])
async def test_what_is_the_persons_to_fill_is_only_rung(visit: Visit, panel: Panel, name: str) -> None:
    page = await visit("fields")

    answer = await panel.call("field", name, value="9")

    assert answer["outcome"] == "rung"
    assert "9" not in await page.evaluate("[...document.querySelectorAll('input')].map((each) => each.value)")


@pytest.mark.parametrize(
    ("name", "outcome"),
    [
        ("locked", "readonly"),
        ("off", "disabled"),
        ("tucked", "missing"),
        ("trap", "missing"),
        ("token", "missing"),
        ("nobody", "missing"),
    ],
)
async def test_what_a_person_could_not_fill_is_not_filled(visit: Visit, panel: Panel, name: str, outcome: str) -> None:
    await visit("fields")

    assert (await panel.call("field", name, value="y"))["outcome"] == outcome


async def test_a_custom_element_that_throws_fails_in_its_own_words(visit: Visit, panel: Panel) -> None:
    await visit("fields")

    answer = await panel.call("field", "stars", value="9")

    assert (answer["outcome"], answer["message"]) == ("failed", "One to five stars.")


@pytest.mark.parametrize("htmx", ["htmx2", "htmx4"])
async def test_a_debounced_request_of_a_fill_is_waited_for(visit: Visit, panel: Panel, htmx: str) -> None:
    page = await visit(f"acts?htmx={htmx}")

    answer = await panel.call("field", "search", value="tea")

    assert answer["outcome"] == "filled"
    assert await page.locator("#out").inner_text() == "q is tea"


async def test_a_person_typing_in_the_panel_keeps_the_focus(visit: Visit, panel: Panel) -> None:
    page = await visit("fields")
    frame = await panel.frame()
    await frame.locator("#composer").click()

    await panel.call("field", "story", value="Later")
    await page.keyboard.type("typing on")

    assert await frame.locator("#composer").input_value() == "typing on"
