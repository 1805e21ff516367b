"""What a swap leaves on the page is a tool's answer, whatever its style; and acts that leave nothing end in time."""

import time

import pytest

from tests.browser.page.double import Panel, Visit

BOTH = pytest.mark.parametrize("htmx", ["htmx2", "htmx4"])


@BOTH
@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("itself", "Sent"),
        ("another", "New\n\nTwo"),
        ("place", "A place"),
        ("row", "| 1041 | shipped |"),
        ("after", "More of it"),
        ("longer", "- One\n- Two"),
        ("away", None),
        ("oob", "Saved"),
        ("nothing", None),
    ],
)
async def test_the_answer_is_what_the_swap_left_on_the_page(
    visit: Visit, panel: Panel, htmx: str, name: str, value: str | None
) -> None:
    await visit(f"swaps?htmx={htmx}")

    answer = await panel.call("tool", name)

    assert (answer["outcome"], answer["value"]) == ("returned", value)


@BOTH
async def test_a_request_the_person_declined_in_the_page_is_not_called_done(
    visit: Visit, panel: Panel, htmx: str
) -> None:
    """The browser's own question is dismissed here, as by a person who says no."""
    await visit(f"swaps?htmx={htmx}")

    answer = await panel.call("tool", "asked")

    assert answer["outcome"] == "failed"
    assert [path for path, _ in panel.site.posts if path == "/given"] == []


async def test_a_tool_s_answer_is_waited_for_longer_than_a_page_s_unrest(visit: Visit, panel: Panel) -> None:
    await visit("swaps")

    answer = await panel.call("tool", "slow")

    assert (answer["outcome"], answer["value"]) == ("returned", "It took a while.")


async def test_a_download_keeps_no_later_act_waiting(visit: Visit, panel: Panel) -> None:
    page = await visit("swaps")

    assert (await panel.call("action", "file"))["outcome"] == "pressed"
    started = time.monotonic()
    answer = await panel.call("action", "drawn")

    assert answer["outcome"] == "pressed"
    assert await page.title() == "pressed the drawing"
    assert time.monotonic() - started < 4


async def test_a_link_in_a_drawing_is_pressed_as_any_other(visit: Visit, panel: Panel) -> None:
    page = await visit("swaps")

    call = await panel.send("action", "drawn_link")
    await page.wait_for_url("**/plain")

    assert (await panel.heard("answer", call=call))["answer"]["outcome"] == "pressed"


@pytest.mark.parametrize(
    ("name", "value", "now"),
    [("colour", "#ABCDEF", "#abcdef"), ("tags", '["a", "a"]', ["a"]), ("notes", "a\r\nb", "a\nb")],
)
async def test_what_it_says_already_in_other_letters_counts_as_filled(
    visit: Visit, panel: Panel, name: str, value: str, now: object
) -> None:
    await visit("swaps")

    answer = await panel.call("field", name, value=value)

    assert (answer["outcome"], answer["value"]) == ("filled", now)
