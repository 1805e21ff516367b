"""The shop around its orders: its settings, who is there, and what it lets a browser load."""

from __future__ import annotations

import time
from pathlib import Path

import httpx
import jwt
import pytest

from app.demo import ShopSettings
from app.demo.store import ShopStore
from tests.demo.conftest import SECRET, visit
from tests.demo.reading import marked, page_of


async def test_settings_are_saved_and_prices_follow_the_currency(shop: httpx.AsyncClient) -> None:
    form = {"name": "Northwind & Co", "currency": "EUR", "email": "ops@northwind.example"}

    answer = await shop.post("/settings", data=form)

    assert answer.headers["location"] == "/settings"
    page = page_of((await shop.get("/settings")).text)
    assert marked(page, "content")[0].get_text().count('"currency": "EUR"') == 1
    assert page.select_one(".bar__name").get_text() == "Northwind & Co"  # pyright: ignore[reportOptionalMemberAccess]
    assert "€90.00" in (await shop.get("/orders")).text


@pytest.mark.parametrize("fault", [{"name": ""}, {"currency": "XXX"}, {"email": "nobody"}])
async def test_settings_that_will_not_do_are_not_saved(shop: httpx.AsyncClient, fault: dict[str, str]) -> None:
    form = {"name": "Other", "currency": "EUR", "email": "ops@northwind.example"}

    answer = await shop.post("/settings", data=form | fault)

    assert answer.status_code == 422
    assert "Northwind" in page_of(answer.text).select(".bar__name")[0].get_text()
    assert page_of(answer.text).select_one("[role=alert]") is not None


async def test_a_product_off_sale_cannot_be_ordered_until_it_is_back(shop: httpx.AsyncClient) -> None:
    order = {"customer": "Bo", "city": "Malmö", "product": "FJD-02", "quantity": "1"}
    await shop.post("/products/FJD-02/offer", data={"on_sale": "false"})

    refused = await shop.post("/orders", data=order)
    await shop.post("/products/FJD-02/offer", data={"on_sale": "true"})
    placed = await shop.post("/orders", data=order)

    assert (refused.status_code, placed.status_code) == (422, 303)


async def test_the_token_says_who_is_at_the_shop_and_for_how_long(shop: httpx.AsyncClient) -> None:
    answer = await shop.post("/assist-token")

    assert answer.status_code == 200
    assert (answer.json()["expires_in"], answer.headers["cache-control"]) == (600, "no-store")
    claims = jwt.decode(answer.json()["token"], SECRET, algorithms=["HS256"], audience="assist", issuer="ws_shop")
    assert (claims["sub"], claims["name"]) == ("demo-operator", "Demo operator")
    assert claims["permissions"] == ["orders:write", "products:write", "settings:write"]
    assert claims["exp"] - claims["iat"] == 600
    assert abs(claims["iat"] - time.time()) < 10


async def test_two_people_can_be_at_the_shop(shop: httpx.AsyncClient) -> None:
    moved = await shop.get("/orders", params={"as": "ada"})
    by_cookie = await shop.post("/assist-token")
    by_name = await shop.post("/assist-token", params={"as": "bo-ek"})

    assert (moved.status_code, moved.headers["location"]) == (303, "/orders")
    subjects = [
        jwt.decode(each.json()["token"], options={"verify_signature": False})["sub"] for each in (by_cookie, by_name)
    ]
    assert subjects == ["ada", "bo-ek"]
    assert "Ada" in (await shop.get("/orders")).text


async def test_the_browser_may_load_from_the_shop_and_the_assistant_only(shop: httpx.AsyncClient) -> None:
    policy = (await shop.get("/orders")).headers["content-security-policy"]

    rules = dict(rule.strip().split(" ", 1) for rule in policy.split(";"))
    assert rules["default-src"] == "'none'"
    assert rules["script-src"] == rules["frame-src"] == "'self' http://assist.test:9000"
    assert rules["connect-src"] == rules["style-src"] == "'self'"
    assert "unsafe" not in policy


async def test_on_one_origin_the_tag_and_the_policy_name_no_other(settings: ShopSettings) -> None:
    same = ShopSettings(database=settings.database, workspace_id="ws_shop", signing_secret=SECRET)
    async with visit(same) as shop:
        answer = await shop.get("/orders")

    assert 'src="/assist/static/assist.js"' in answer.text
    assert "script-src 'self'; frame-src 'self';" in answer.headers["content-security-policy"]


@pytest.mark.parametrize("site", ["cross-site", "same-site"])
async def test_another_sites_page_can_neither_press_nor_fetch_a_token(shop: httpx.AsyncClient, site: str) -> None:
    for path in ("/assist-token", "/orders/1042/shipment"):
        answer = await shop.post(path, headers={"Sec-Fetch-Site": site})
        assert answer.status_code == 403


@pytest.mark.parametrize("name", ["htmx-4.0.1.min.js", "shop.js", "shop.css", "mark.svg"])
async def test_what_the_pages_load_comes_from_the_shop_and_is_kept_for_ever(shop: httpx.AsyncClient, name: str) -> None:
    html = (await shop.get("/orders")).text

    loaded = next(each for each in html.split('"') if each.startswith(f"/static/{name}?v="))
    answer = await shop.get(loaded)

    assert answer.status_code == 200
    assert "immutable" in answer.headers["cache-control"]


def test_the_shops_data_stays_over_a_restart(settings: ShopSettings) -> None:
    ShopStore(settings.database).move(1042, "shipped")

    assert ShopStore(settings.database).order(1042).status == "shipped"
    assert len(ShopStore(settings.database).orders()) == 24


def test_the_shop_imports_nothing_from_its_neighbours() -> None:
    sources = list((Path(__file__).parents[2] / "app" / "demo").glob("*.py"))

    imports = {
        line.split()[1] for path in sources for line in path.read_text().splitlines() if line.startswith("from app")
    }
    assert imports
    assert all(name.startswith("app.demo") for name in imports)
