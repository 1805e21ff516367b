"""What the shop's pages announce in their markup, and nothing but markup."""

from __future__ import annotations

import httpx
import pytest
from bs4 import Tag

from tests.demo.reading import marked, page_of

ORDERS = (
    "Every order of the shop, as filtered by status with filter_orders, and charted by status with chart_orders. "
    "Ship or cancel an order that is waiting to ship by its id. New order opens a dialog that introduces itself. Each "
    "order has a page of its own with its note and refund."
)
SETTINGS = (
    "The shop's name, currency and notification email. setting fills one field by its id without saving; Save saves "
    "the form."
)


async def read(shop: httpx.AsyncClient, path: str) -> tuple[Tag, Tag]:
    """The whole page, and the last element of it that introduces a page."""
    answer = await shop.get(path)
    assert answer.status_code == 200
    whole = page_of(answer.text)
    return whole, marked(whole, "page")[-1]


async def test_orders_introduces_itself_in_the_documents_words(shop: httpx.AsyncClient) -> None:
    _, page = await read(shop, "/orders")

    assert (page["hx-assist-page"], page["hx-assist-instructions"]) == ("Orders", ORDERS)
    assert [tool["hx-assist-tool"] for tool in marked(page, "tool")] == ["filter_orders", "chart_orders"]
    assert {str(each["hx-assist-action"]) for each in marked(page, "action")} == {
        "cancel_order",
        "new_order",
        "ship_order",
    }
    assert marked(page, "field") == []
    assert marked(page, "content")


async def test_only_waiting_orders_can_be_shipped_or_cancelled_and_cancelling_asks_first(
    shop: httpx.AsyncClient,
) -> None:
    _, page = await read(shop, "/orders")

    ships, cancels = marked(page, "action", "ship_order"), marked(page, "action", "cancel_order")
    assert [each["hx-assist-id"] for each in ships] == ["1042", "1041", "1039", "1037", "1032"]
    assert [each["hx-assist-id"] for each in cancels] == [each["hx-assist-id"] for each in ships]
    assert ships[0]["hx-assist-label"] == "Ship order 1042"
    assert {str(each.get("hx-assist-consequential")) for each in ships} == {"None"}
    assert {str(each["hx-assist-consequential"]) for each in cancels} == {"confirm"}


async def test_settings_introduces_itself_in_the_documents_words(shop: httpx.AsyncClient) -> None:
    _, page = await read(shop, "/settings")

    assert (page["hx-assist-page"], page["hx-assist-instructions"]) == ("Settings", SETTINGS)
    fields = [(each["hx-assist-id"], each["hx-assist-label"]) for each in marked(page, "field", "setting")]
    assert fields == [("name", "Shop name"), ("currency", "Currency"), ("email", "Notification email")]
    assert [each["hx-assist-action"] for each in marked(page, "action")] == ["save_settings"]
    assert [each.name for each in marked(page, "content")] == ["script"]


async def test_the_dialog_for_a_new_order_is_a_page_of_its_own(shop: httpx.AsyncClient) -> None:
    whole, dialog = await read(shop, "/orders/new")

    assert (dialog.name, dialog["hx-assist-page"], dialog.has_attr("open")) == ("dialog", "New order", True)
    assert [each["hx-assist-field"] for each in marked(dialog, "field")] == ["customer", "city", "product", "quantity"]
    assert [each["hx-assist-action"] for each in marked(dialog, "action")] == ["place_order"]
    assert dialog not in marked(whole, "page", "Orders")[0].descendants


async def test_an_orders_page_has_its_note_and_what_can_be_done_with_it(shop: httpx.AsyncClient) -> None:
    _, page = await read(shop, "/orders/1040")

    assert page["hx-assist-page"] == "Order 1040"
    assert [each["hx-assist-field"] for each in marked(page, "field")] == ["note"]
    refund = marked(page, "action", "refund_order")[0]
    assert refund["hx-assist-consequential"] == "confirm"


async def test_taking_a_product_off_sale_is_only_pointed_out(shop: httpx.AsyncClient) -> None:
    _, page = await read(shop, "/products")

    withdrawals = marked(page, "action", "withdraw_product")
    assert len(withdrawals) == 8
    assert {str(each["hx-assist-consequential"]) for each in withdrawals} == {""}


@pytest.mark.parametrize("path", ["/orders", "/orders/new", "/orders/1042", "/products", "/settings", "/preferences"])
async def test_every_page_knows_the_places_and_loads_the_assistant_by_one_tag(
    shop: httpx.AsyncClient, path: str
) -> None:
    whole, _ = await read(shop, path)

    places = {str(each["hx-assist-destination"]): each["href"] for each in marked(whole, "destination")}
    named = {name: f"/{name.lower()}" for name in ("Orders", "Products", "Settings", "Preferences")}
    assert places == named | {"Order": "/orders/:id"}
    (script,) = whole.find_all("script", attrs={"data-workspace": True})
    assert script["src"] == "http://assist.test:9000/assist/static/assist.js"
    assert (script["data-workspace"], script["data-token-url"], script.has_attr("defer")) == (
        "ws_shop",
        "/assist-token",
        True,
    )


@pytest.mark.parametrize("path", ["/orders", "/orders/new", "/orders/1040", "/products", "/settings", "/preferences"])
async def test_what_goes_by_one_name_is_told_apart_by_its_id(shop: httpx.AsyncClient, path: str) -> None:
    whole, _ = await read(shop, path)

    for kind in ("action", "field"):
        entries = [(each[f"hx-assist-{kind}"], each.get("hx-assist-id")) for each in marked(whole, kind)]
        assert len(set(entries)) == len(entries)
