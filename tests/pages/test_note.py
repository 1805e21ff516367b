"""The page note, to the letter."""

import pytest
from msgspec.structs import replace

from app.contract.page import OpenPage, PageAction, PageField, PageTool
from app.pages.note import note
from tests.pages.scene import EXAMPLES, example, page


@pytest.mark.parametrize("name", ["settings", "orders"])
def test_a_worked_example_reads_as_the_document_shows_it(name: str) -> None:
    expected = (EXAMPLES / f"{name}.md").read_text(encoding="utf-8").rstrip("\n")

    assert expected == note(example(name))


def test_without_a_page_there_is_no_note() -> None:
    unintroduced = replace(page(actions=(PageAction("ship", "Ship"),)), page=None)

    assert note(None) == ""
    assert note(unintroduced) == ""


def test_a_page_that_lends_nothing_is_its_heading() -> None:
    assert note(page()) == "## The page the user has open: Orders"


def test_only_the_parts_there_are_follow_the_heading() -> None:
    lends_an_action = page(actions=(PageAction("ship", "Ship"),))

    assert note(lends_an_action) == "## The page the user has open: Orders\n\nIts actions: ship."


def test_page_tools_keep_the_pages_order_and_content_comes_last() -> None:
    tools = tuple(PageTool(name, "…", {"type": "object"}) for name in ("zoom", "Filter", "add"))
    lends_tools = replace(page(), tools=tools, page=OpenPage("Orders", content=True))

    assert note(lends_tools).endswith("\n\nIts tools: zoom, Filter, add, get_page_content.")


def test_action_names_come_once_each_and_sorted_by_code_point() -> None:
    names = ("ship", "_a", "Ship", "ship", "a-b", "a_b", "1st")
    lends_actions = page(actions=tuple(PageAction(name, name, str(at)) for at, name in enumerate(names)))

    assert note(lends_actions).endswith("\n\nIts actions: 1st, Ship, _a, a-b, a_b, ship.")


def test_fields_are_sorted_by_name_and_separated_by_commas() -> None:
    fields = (
        PageField("note", "Note", kind="multiline", value="Hi"),
        PageField("amount", "Amount", kind="number", value="3"),
    )

    assert note(page(fields=fields)).endswith('\n\nIts fields: amount: Amount, now "3", note: Note, now "Hi".')


def test_same_name_fields_keep_the_pages_order_of_ids() -> None:
    fields = tuple(PageField("setting", each.upper(), each, "text", each) for each in ("z", "a", "m"))

    assert note(page(fields=fields)).endswith('setting (z: Z, now "z"; a: A, now "a"; m: M, now "m").')


def test_one_field_of_a_name_is_shown_without_its_id() -> None:
    fields = (PageField("setting", "Currency", "currency", "choice", "USD"),)

    assert note(page(fields=fields)).endswith('\n\nIts fields: setting: Currency, now "USD".')


def test_a_field_that_is_not_showing_says_so_whatever_it_holds() -> None:
    fields = (
        PageField("a", "A", kind="text", value="x", showing=False),
        PageField("b", "B", kind=None, showing=False),
    )

    assert note(page(fields=fields)).endswith("Its fields: a: A, now not showing, b: B, now not showing.")


def test_of_more_than_50_same_name_fields_20_are_shown_and_the_rest_counted() -> None:
    fields = tuple(PageField("row", f"Row {at}", str(at), "text", "x") for at in range(400))

    shown = note(page(fields=fields))

    assert shown.endswith('; 18: Row 18, now "x"; 19: Row 19, now "x"; and 380 more).')


def test_50_same_name_fields_are_all_shown() -> None:
    fields = tuple(PageField("row", f"Row {at}", str(at), "text", "x") for at in range(50))

    shown = note(page(fields=fields))

    assert shown.endswith('; 49: Row 49, now "x").')
    assert shown.count("now") == 50


def test_markers_stand_in_no_note() -> None:
    actions = (
        PageAction("refund", "Refund", consequential=True),
        PageAction("cancel", "Cancel", consequential="confirm"),
    )
    fields = (PageField("pin", "PIN", kind=None), PageField("iban", "IBAN", kind="text", value="", consequential=True))

    shown = note(page(actions=actions, fields=fields))

    assert "(consequential)" not in shown
    assert "(asks first)" not in shown
    assert shown.endswith('Its fields: iban: IBAN, now "", pin: PIN, now not shown.')


def test_instructions_stand_between_heading_and_lists() -> None:
    instructed = replace(page(), page=OpenPage("Orders", "Ship first.\n\n- Then bill.", content=True))

    assert note(instructed) == (
        "## The page the user has open: Orders\n\nShip first.\n\n- Then bill.\n\nIts tools: get_page_content."
    )
