"""What stands behind a name: actions and fields by id, places by name."""

import pytest
from msgspec.structs import replace

from app.contract.page import Destination, PageAction
from app.errors import Unacceptable
from app.pages import offered
from app.pages.destinations import path_to
from tests.pages.scene import example, page


def test_a_name_leads_to_its_entries_in_the_pages_order() -> None:
    orders = example("orders")

    assert [action.id for action in offered.actions(orders, "ship_order")] == ["1043", "1042"]
    assert [field.id for field in offered.fields(example("settings"), "setting")] == ["name", "currency", "email"]
    assert offered.actions(orders, "nothing") == ()
    assert (found := offered.tool(orders, "chart_orders")) is not None
    assert found.name == "chart_orders"
    assert offered.tool(orders, "ship_order") is None


def test_an_id_leads_to_its_entry() -> None:
    ships = offered.actions(example("orders"), "ship_order")

    assert (found := offered.by_id(ships, "1042")) is not None
    assert found.label == "Ship order 1042"
    assert offered.by_id(ships, "9") is None


def test_without_an_id_only_a_single_entry_is_meant() -> None:
    assert offered.by_id((PageAction("a", "A", "7"),), None) == PageAction("a", "A", "7")
    assert offered.by_id(offered.actions(example("orders"), "ship_order"), None) is None


def test_an_unknown_id_is_answered_with_the_ids_there_are() -> None:
    ships = offered.actions(example("orders"), "ship_order")

    assert offered.unknown_id("ship_order", "9", ships) == ('No ship_order has the id "9". Its ids are 1043, 1042.')


def test_of_more_than_50_ids_20_are_named() -> None:
    rows = tuple(PageAction("ship", "Ship", str(at)) for at in range(100))

    assert offered.unknown_id("ship", "x", rows).endswith(" 18, 19, and 80 more.")


LENDS_PLACES = replace(
    page(),
    destinations=(Destination("Orders", "/orders"), Destination("Order", "/orders/:id?tab=:identity")),
)


@pytest.mark.parametrize(
    ("to", "wanted", "expected"),
    [
        ("Orders", None, "/orders"),
        ("Orders", "7", "/orders"),
        ("Order", "1042", "/orders/1042?tab=:identity"),
        ("Order", "a/b ?#%\\1", "/orders/a%2Fb%20%3F%23%25%5C1?tab=:identity"),
        ("Order", "é", "/orders/%C3%A9?tab=:identity"),
    ],
)
def test_a_place_has_a_path_with_its_id_as_one_segment(to: str, wanted: str | None, expected: str) -> None:
    assert expected == path_to(LENDS_PLACES, to, wanted)


@pytest.mark.parametrize("wanted", [None, "", ".", ".."])
def test_a_place_that_needs_an_id_says_so(wanted: str | None) -> None:
    with pytest.raises(Unacceptable, match=r"^The Order page needs an id\.$"):
        path_to(LENDS_PLACES, "Order", wanted)


def test_an_unknown_place_is_answered_with_the_places_there_are() -> None:
    with pytest.raises(Unacceptable, match=r'^No page "Nowhere"\. The pages are Orders, Order\.$'):
        path_to(LENDS_PLACES, "Nowhere", None)
