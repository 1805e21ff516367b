"""The page as it changes: dialogs, what leaves in the middle of a turn, no page at all, two tabs, crowds and faults."""

import json

from playwright.async_api import expect

from tests.browser.lending.desk import PATIENCE_MS, Desk, beside


async def test_a_dialog_introduces_itself_and_gives_the_page_back(desk: Desk) -> None:
    await desk.open("changing")

    opened, filled, placed, again = await desk.answers("an order for Ada")

    assert opened.startswith('Pressed "New order".\n\n## The page the user has open: New order\n\nFill customer,')
    assert filled == 'Filled "Customer"; it now says "Ada".'
    assert placed.startswith('Pressed "Place order".\n\n## The page the user has open: Orders\n\n')
    assert json.loads(again)["error"].startswith(
        "The page no longer offers place.\n\n## The page the user has open: Orders\n\n"
    )
    assert await desk.page.locator("#list").inner_text() == "Ordered by Ada."


async def test_what_left_is_not_lent_to_the_next_request_and_its_call_is_answered(desk: Desk) -> None:
    await desk.open("changing")
    await desk.call("open_dialog")

    answer = json.loads(await desk.call("press_me"))

    assert "press_me" not in await desk.lent()
    assert answer["error"].startswith("The page no longer offers press_me.\n\n## The page the user has open: New order")


async def test_a_page_that_is_gone_has_no_note(desk: Desk) -> None:
    await desk.open("changing")

    assert await desk.call("leave") == 'Pressed "Leave".'
    assert await desk.note() == ""
    assert json.loads(await desk.call("press_me")) == {"error": "The page no longer offers press_me."}


async def test_the_note_is_what_the_page_says_when_the_message_is_sent(desk: Desk) -> None:
    await desk.open("changing")
    await desk.call("press_me")
    await desk.page.get_by_label("Note").fill("typed by hand")

    await desk.say("what does the note say")

    await expect(desk.transcript).to_contain_text("The note says typed by hand.", timeout=PATIENCE_MS)


async def test_the_note_is_what_the_page_says_when_it_answers(desk: Desk) -> None:
    await desk.open("changing")
    await desk.page.get_by_label("Note").fill("before")
    await desk.page.locator("#main").evaluate("main => main.addEventListener('click', () => { note.value = 'after'; })")
    await desk.page.get_by_label("Note").evaluate("note => { window.note = note; }")

    answer = await desk.call("press_me")

    assert 'note: Note, now "after"' in answer


async def test_of_two_tabs_of_a_conversation_the_one_that_asks_is_worked(desk: Desk) -> None:
    await desk.open("changing")
    await desk.call("press_me")
    other = await beside(desk.page.context, desk)
    await expect(other.transcript).to_contain_text("So it is.", timeout=PATIENCE_MS)

    await other.call("press_me")

    assert await other.page.locator("#presses").inner_text() == "1"
    assert await desk.page.locator("#presses").inner_text() == "1"
    await expect(desk.transcript.locator(".message")).to_have_count(2, timeout=PATIENCE_MS)


async def test_any_of_more_than_50_ids_can_be_pressed(desk: Desk) -> None:
    await desk.open("crowded")
    ship = (await desk.lent())["ship"]

    answer = await desk.call("ship", id="57")

    assert ship["input_schema"]["properties"]["id"] == {"type": "string"}
    assert ship["description"].endswith("; 20: Ship 20; and 40 more.")
    assert answer.startswith('Pressed "Ship 57".')
    assert await desk.page.locator("#pressed").inner_text() == "57"


async def test_an_unknown_one_of_more_than_50_ids_is_answered_with_the_first_ones(desk: Desk) -> None:
    await desk.open("crowded")

    answer = json.loads(await desk.call("ship", id="61"))

    first = ", ".join(map(str, range(1, 21)))
    assert answer["error"] == f'No ship has the id "61". Its ids are {first}, and 40 more.'


async def test_any_of_more_than_50_fields_can_be_filled(desk: Desk) -> None:
    await desk.open("crowded")

    answer = await desk.call("note", id="58", value="fragile")

    assert answer == 'Filled "Note 58"; it now says "fragile".'
    assert "and 40 more" in await desk.note()


async def test_a_faulty_announcement_keeps_what_was_valid(desk: Desk) -> None:
    await desk.open("crowded")

    lent = await desk.lent()

    assert "ship" in lent
    assert "note" in lent
    assert {"bad name!", "get_page_content", "late"}.isdisjoint(lent)
