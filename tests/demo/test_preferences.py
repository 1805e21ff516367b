"""The shop's preferences: kept as they were sent, and refused in words when they will not do."""

from __future__ import annotations

import json

import httpx
import pytest

from app.contract.ids import Json
from tests.demo.reading import marked, page_of

SENT: dict[str, Json] = {
    "tagline": "Warm things",
    "greeting": "Thanks",
    "signature": "Us",
    "accent": "#112233",
    "paper": "pine",
    "free_from": "40",
    "cutoff": "09:15",
    "closed_from": "",
    "ships_to": ["NO", "GB"],
    "zone": "Europe/London",
    "sorting": "oldest",
    "low_stock": "3",
    "occasions": "stock",
}


async def saved(shop: httpx.AsyncClient) -> dict[str, Json]:
    """What the page tells the assistant is saved."""
    page = page_of((await shop.get("/preferences")).text)
    return json.loads(marked(page, "content")[0].get_text())["saved"]


async def test_preferences_are_kept_as_they_were_sent(shop: httpx.AsyncClient) -> None:
    answer = await shop.post("/preferences", data=SENT)

    assert (answer.status_code, answer.headers["location"]) == (303, "/preferences")
    kept = {"free_from": 40, "low_stock": 3, "occasions": ["stock"], "on_holiday": False}
    assert await saved(shop) == SENT | kept


@pytest.mark.parametrize(
    "fault",
    [
        {"accent": "red"},
        {"paper": "gold"},
        {"free_from": "-1"},
        {"free_from": "501"},
        {"cutoff": "25:00"},
        {"closed_from": "tomorrow"},
        {"ships_to": []},
        {"ships_to": ["NO", "XX"]},
        {"low_stock": ""},
    ],
)
async def test_preferences_that_will_not_do_are_not_kept(shop: httpx.AsyncClient, fault: dict[str, Json]) -> None:
    before = await saved(shop)

    answer = await shop.post("/preferences", data=SENT | fault)

    assert answer.status_code == 422
    assert page_of(answer.text).select_one("[role=alert]") is not None
    assert await saved(shop) == before


async def test_the_preferences_have_a_control_of_every_kind(shop: httpx.AsyncClient) -> None:
    page = page_of((await shop.get("/preferences")).text)

    fields = {str(each["hx-assist-id"]) for each in marked(page, "field", "preference")}
    assert fields == {*SENT, "on_holiday"}
    kinds = {str(each.get("type", each.name)) for each in page.select("main :is(input, select, textarea, gift-paper)")}
    assert kinds >= {"input", "color", "number", "time", "date", "checkbox", "radio", "range", "password", "select"}
    assert kinds >= {"textarea", "gift-paper"}
