"""The shop's own tools as its server lends them: for whoever knows the secret, and within the user's permissions."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from typing import Any

import httpx
import msgspec
import pytest

from app.contract.ids import Json
from app.demo import ShopSettings
from app.demo.store import ShopStore
from app.demo.tool_server import PATH
from tests.demo.conftest import visit

TOOLS_SECRET = "a secret that the shop gave when it connected"
ALL = ("orders:write", "products:write")
ORDER: dict[str, Any] = {"customer": "Bo Ek", "city": "Malmö", "sku": "FJD-02", "quantity": 2}


@pytest.fixture
def settings(settings: ShopSettings) -> ShopSettings:
    return msgspec.structs.replace(settings, tools_secret=TOOLS_SECRET)


@pytest.fixture
async def server(settings: ShopSettings) -> AsyncGenerator[httpx.AsyncClient]:
    """The shop as the assistant's server calls it."""
    async with visit(settings) as client:
        client.headers["Authorization"] = f"Bearer {TOOLS_SECRET}"
        yield client


@pytest.fixture
def store(settings: ShopSettings) -> ShopStore:
    return ShopStore(settings.database)


def call(tool: str, permissions: tuple[str, ...] = ALL, /, **arguments: Any) -> dict[str, Any]:  # noqa: ANN401 -- JSON
    execution = {
        "workspaceId": "ws_shop",
        "externalUserId": "ada",
        "permissions": list(permissions),
        "requestId": "req_1",
    }
    return {"tool": tool, "callId": "call_1", "arguments": arguments, "execution": execution}


async def preview(server: httpx.AsyncClient, tool: str, **arguments: Any) -> str:  # noqa: ANN401 -- JSON
    answer = await server.post(f"{PATH}/tools/preview", json=call(tool, **arguments))
    return answer.raise_for_status().json()["preview"]


async def execute(server: httpx.AsyncClient, tool: str, **arguments: Any) -> Any:  # noqa: ANN401 -- JSON
    answer = await server.post(f"{PATH}/tools/execute", json=call(tool, **arguments))
    return answer.raise_for_status().json()["output"]


@pytest.mark.parametrize("bearer", ["", "Bearer ", "Bearer wrong", f"Basic {TOOLS_SECRET}", TOOLS_SECRET[:-1]])
async def test_nobody_without_the_secret_is_answered(server: httpx.AsyncClient, bearer: str) -> None:
    server.headers["Authorization"] = bearer
    answers = [
        await server.get(f"{PATH}/tools"),
        await server.get(f"{PATH}/context"),
        await server.post(f"{PATH}/tools/preview", json=call("delete_product", sku="PIN-06")),
        await server.post(f"{PATH}/tools/execute", json=call("delete_product", sku="PIN-06")),
    ]

    assert [(answer.status_code, answer.json()) for answer in answers] == [(401, {"error": "bad secret"})] * 4


async def test_a_shop_that_gave_no_secret_answers_nobody(settings: ShopSettings) -> None:
    async with visit(msgspec.structs.replace(settings, tools_secret="")) as closed:
        answer = await closed.get(f"{PATH}/tools", headers={"Authorization": "Bearer "})

    assert answer.status_code == 401


async def test_a_user_is_lent_what_their_permissions_allow(server: httpx.AsyncClient) -> None:
    scope = "externalUserId=ada&permissions=orders:write&permissions=settings:write"
    mine = (await server.get(f"{PATH}/tools?{scope}")).json()["tools"]
    probe = (await server.get(f"{PATH}/tools")).json()["tools"]

    assert [tool["name"] for tool in mine] == ["find_products", "create_order", "update_order_note"]
    assert [(tool["name"], tool["verb"]) for tool in probe] == [
        ("find_products", "get"),
        ("create_order", "create"),
        ("update_order_note", "update"),
        ("delete_product", "delete"),
    ]


async def test_the_context_says_where_the_user_is(server: httpx.AsyncClient) -> None:
    said = (await server.get(f"{PATH}/context", params={"externalUserId": "ada"})).json()

    assert said == {"shop": "Northwind", "currency": "USD", "user": "ada", "orders_waiting": 5}


async def test_products_are_found_with_cards_that_open_them(server: httpx.AsyncClient) -> None:
    output = await execute(server, "find_products", query="mug")

    assert output["results"] == [
        {"sku": "FJD-02", "name": "Fjord mug", "price": "$18.00", "stock": 120, "on_sale": True}
    ]
    assert output["display"] == [
        {
            "title": "Fjord mug",
            "url": "http://shop.test/products#FJD-02",
            "image": "http://shop.test/static/products/fjd-02.png",
            "subtitle": "$18.00 · 120 in stock",
            "badges": ["FJD-02"],
        }
    ]
    image = await server.get("/static/products/fjd-02.png")
    assert (image.status_code, image.content[:4]) == (200, b"\x89PNG")


async def test_only_what_is_in_stock_is_found_when_that_is_asked(server: httpx.AsyncClient) -> None:
    assert (await execute(server, "find_products", query="bowl"))["found"] == 1
    assert (await execute(server, "find_products", query="bowl", in_stock=True))["found"] == 0


async def test_an_order_is_previewed_and_then_placed(server: httpx.AsyncClient, store: ShopStore) -> None:
    before = len(store.orders())
    assert await preview(server, "create_order", **ORDER) == (
        "Place an order for Bo Ek in Malmö: 2 × Fjord mug, $36.00 in all."
    )
    assert len(store.orders()) == before

    output = await execute(server, "create_order", **ORDER)

    placed = store.order(output["number"])
    assert (placed.customer, placed.status, placed.total_cents) == ("Bo Ek", "waiting", 3600)


async def test_a_note_is_previewed_and_then_changed(server: httpx.AsyncClient, store: ShopStore) -> None:
    change = {"number": 1041, "note": "No price."}
    assert await preview(server, "update_order_note", **change) == (
        "Change the note of order 1041, Sami Niinistö, from “Gift: leave the price out.” to “No price.”."
    )
    assert store.order(1041).note == "Gift: leave the price out."

    await execute(server, "update_order_note", **change)

    assert store.order(1041).note == "No price."


async def test_a_product_is_previewed_and_then_deleted(server: httpx.AsyncClient, store: ShopStore) -> None:
    assert await preview(server, "delete_product", sku="PIN-06") == (
        "Delete Pine soap (PIN-06) from the shop, with 340 in stock."
    )
    assert "PIN-06" in {product.sku for product in store.products()}

    await execute(server, "delete_product", sku="PIN-06")

    assert "PIN-06" not in {product.sku for product in store.products()}
    assert "Pine soap" in {line.product for line in store.order(1042).lines}


@pytest.mark.parametrize("endpoint", ["preview", "execute"])
@pytest.mark.parametrize(
    ("body", "status"),
    [
        (call("no_such_tool"), 404),
        (call("delete_product", sku="NO-00"), 404),
        (call("update_order_note", number=1, note=""), 404),
        (call("delete_product", ("orders:write",), sku="PIN-06"), 403),
        (call("create_order", (), **ORDER), 403),
        (call("create_order", **{**ORDER, "quantity": 0}), 400),
        (call("create_order", **{**ORDER, "quantity": "2"}), 400),
        (call("create_order", customer="Bo"), 400),
        (call("delete_product", sku="PIN-06", sure=True), 400),
        ({"tool": "delete_product"}, 400),
        ([], 400),
    ],
)
async def test_what_cannot_be_done_is_refused_with_its_status(
    server: httpx.AsyncClient,
    store: ShopStore,
    endpoint: str,
    body: Json,
    status: int,
) -> None:
    before = (store.products(), store.orders())

    answer = await server.post(f"{PATH}/tools/{endpoint}", json=body)

    assert answer.status_code == status
    assert isinstance(answer.json()["error"], str)
    assert (store.products(), store.orders()) == before


async def test_a_product_off_sale_is_not_ordered(server: httpx.AsyncClient, store: ShopStore) -> None:
    store.offer("FJD-02", on_sale=False)

    answer = await server.post(f"{PATH}/tools/preview", json=call("create_order", **ORDER))

    assert (answer.status_code, answer.json()) == (400, {"error": "Fjord mug is off sale."})
