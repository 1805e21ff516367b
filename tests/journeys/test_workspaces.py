"""What a workspace chose for its panel, read and changed by its key."""

import httpx
import pytest


async def test_a_workspace_that_chose_nothing_has_the_products_own_settings(host: httpx.AsyncClient) -> None:
    shown = (await host.get("/v1/workspace")).json()

    assert shown["settings"] == {}
    assert shown["origins"]
    assert not {"key_hash", "sealed_secret"} & shown.keys()


async def test_a_change_keeps_what_it_does_not_name(host: httpx.AsyncClient) -> None:
    look = {"accent": "#4a6b3c", "density": "compact"}
    first = {"name": "Northwind", "settings": {"look": look, "starters": ["What needs shipping?"]}}
    await host.patch("/v1/workspace", json=first)

    changed = await host.patch("/v1/workspace", json={"settings": {"look": {"radius": 4}, "pointing": True}})

    assert changed.status_code == 200
    assert changed.json() == (await host.get("/v1/workspace")).json()
    assert changed.json()["name"] == "Northwind"
    assert changed.json()["settings"] == {
        "look": {**look, "radius": 4},
        "starters": ["What needs shipping?"],
        "pointing": True,
    }


@pytest.mark.parametrize(
    ("given", "where"),
    [
        ({"settings": {"look": {"accent": "red; }"}}}, "$.settings.look.accent"),
        ({"settings": {"look": {"radius": 99}}}, "$.settings.look.radius"),
        ({"settings": {"look": None}}, "$.settings.look"),
        ({"settings": {"starters": [" "]}}, "$.settings.starters[0]"),
        ({"settings": {"folow_ups": True}}, "folow_ups"),
        ({"settings": []}, "$.settings"),
        ({"origins": ["https://evil.example"]}, "origins"),
        ({"name": ""}, "$.name"),
    ],
)
async def test_a_change_that_can_not_be_says_where_and_changes_nothing(
    host: httpx.AsyncClient, given: dict[str, object], where: str
) -> None:
    before = (await host.get("/v1/workspace")).json()

    refused = await host.patch("/v1/workspace", json=given)

    assert (refused.status_code, refused.json()["code"]) == (422, "unacceptable")
    assert where in refused.json()["detail"]
    assert (await host.get("/v1/workspace")).json() == before
