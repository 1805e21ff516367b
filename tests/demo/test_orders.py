"""The orders are real: what is pressed changes them, and what must not happen does not."""

from __future__ import annotations

import httpx
import pytest

from app.demo import ShopSettings
from app.demo.store import ShopStore
from tests.demo.reading import marked, page_of, row


async def test_shipping_an_order_changes_its_row(shop: httpx.AsyncClient) -> None:
    before = row(page_of((await shop.get("/orders")).text), 1042)

    answer = await shop.post("/orders/1042/shipment", data={"back": "/orders?status=all&chart=count"})

    assert (answer.status_code, answer.headers["location"]) == (303, "/orders?status=all&chart=count")
    page = page_of((await shop.get("/orders")).text)
    assert before.endswith("Waiting to ship|Ship|Cancel")
    assert row(page, 1042).endswith("|Shipped")
    assert page.select_one(".notice[role=status]").get_text() == "Order 1042 is on its way."  # pyright: ignore[reportOptionalMemberAccess]


async def test_what_was_done_is_said_once(shop: httpx.AsyncClient) -> None:
    await shop.post("/orders/1042/shipment", data={"back": "/orders"})
    await shop.get("/orders")

    again = await shop.get("/orders")

    assert "is on its way" not in again.text


async def test_cancelling_leaves_the_order_cancelled(shop: httpx.AsyncClient, settings: ShopSettings) -> None:
    answer = await shop.post("/orders/1039/cancellation", data={"back": "/orders"})

    assert answer.headers["location"] == "/orders"
    assert ShopStore(settings.database).order(1039).status == "cancelled"


async def test_a_refund_needs_an_order_that_was_sent(shop: httpx.AsyncClient, settings: ShopSettings) -> None:
    sent = await shop.post("/orders/1040/refund", data={"back": "/orders/1040"})
    waiting = await shop.post("/orders/1042/refund", data={"back": "/orders/1042"})

    assert (sent.status_code, waiting.status_code) == (303, 409)
    store = ShopStore(settings.database)
    assert (store.order(1040).status, store.order(1042).status) == ("refunded", "waiting")


async def test_shipping_twice_says_why_nothing_was_done(shop: httpx.AsyncClient) -> None:
    await shop.post("/orders/1042/shipment")

    again = await shop.post("/orders/1042/shipment")

    assert again.status_code == 409
    assert again.headers["hx-push-url"] == "/orders/1042"
    assert "Order 1042 is shipped, so nothing was done." in again.text


async def test_a_note_is_kept(shop: httpx.AsyncClient) -> None:
    answer = await shop.post("/orders/1042/note", data={"note": '  Ring twice, says "Ada" <3 '})

    page = page_of((await shop.get(answer.headers["location"])).text)
    assert marked(page, "field", "note")[0].get_text() == 'Ring twice, says "Ada" <3'


async def test_a_new_order_is_placed_and_its_page_opens(shop: httpx.AsyncClient) -> None:
    order = {"customer": "Bo Ek", "city": "Malmö", "product": "FJD-02", "quantity": "3"}

    answer = await shop.post("/orders", data=order)

    assert (answer.status_code, answer.headers["location"]) == (303, "/orders/1043")
    assert "3 × Fjord mug|$54.00|Waiting to ship" in row(page_of((await shop.get("/orders")).text), 1043)


@pytest.mark.parametrize(
    "fault", [{"customer": " "}, {"product": "NONE"}, {"quantity": "0"}, {"quantity": "ten"}, {"quantity": "9" * 5000}]
)
async def test_an_order_that_will_not_do_comes_back_with_what_was_typed(
    shop: httpx.AsyncClient, fault: dict[str, str]
) -> None:
    order = {"customer": "Bo Ek", "city": "Malmö", "product": "FJD-02", "quantity": "3"}

    answer = await shop.post("/orders", data=order | fault)

    assert answer.status_code == 422
    dialog = page_of(answer.text).select_one("dialog[open]")
    assert dialog is not None
    assert marked(dialog, "field", "city")[0]["value"] == "Malmö"
    assert "A new order needs" in answer.text


async def test_the_list_can_be_filtered_and_the_chart_shows_them_all(shop: httpx.AsyncClient) -> None:
    page = page_of((await shop.get("/orders", params={"status": "cancelled", "chart": "value"})).text)

    assert [each["id"] for each in page.select("#orders tbody tr")] == ["order-1036", "order-1025"]
    assert [bar.get_text(" ", strip=True) for bar in page.select("#chart tbody tr")] == [
        "Waiting to ship $520.00",
        "Shipped $466.00",
        "Delivered $1,479.00",
        "Cancelled $130.00",
        "Refunded $132.00",
    ]
    widths = [float(str(bar["width"])) for bar in page.select("#chart rect")]
    assert widths[2] == max(widths)


async def test_an_empty_list_says_so(shop: httpx.AsyncClient, settings: ShopSettings) -> None:
    for order in ShopStore(settings.database).orders("waiting"):
        await shop.post(f"/orders/{order.number}/shipment")

    answer = await shop.get("/orders", params={"status": "waiting"})

    assert "No order has this status." in answer.text


@pytest.mark.parametrize("path", ["/orders/1", "/nowhere"])
async def test_what_is_not_there_is_not_found(shop: httpx.AsyncClient, path: str) -> None:
    answer = await shop.get(path)

    assert answer.status_code == 404
    assert "Nothing here" in answer.text


@pytest.mark.parametrize("back", ["//evil.test", "https://evil.test", "/\\evil.test", ""])
async def test_a_form_cannot_send_one_to_another_site(shop: httpx.AsyncClient, back: str) -> None:
    answer = await shop.post("/orders/1042/shipment", data={"back": back})

    assert answer.headers["location"] == "/orders/1042"
