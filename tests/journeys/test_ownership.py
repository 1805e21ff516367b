"""Every route there is, tried by another user and by nobody: the sweep is made from the route table itself."""

import re

import httpx
import pytest
from litestar import Litestar
from litestar.routes import HTTPRoute

from app.contract.ids import Json
from app.main import build
from app.settings import Settings
from app.testing.people import Person

OPEN = {
    "/assist/attachments/{signed}",
    "/assist/gallery",
    "/assist/page.js",
    "/assist/panel",
    "/assist/static/assist.js",
    "/health/live",
    "/health/ready",
    "/metrics",
}
OPEN_BELOW = ("/assist/static/", "/assist/images/", "/assist/gallery/", "/assist/looks/")
"""What is no user's, samples of a demo and looks among it, and what a signed link brings: an `<img>` sends no token."""

OF_HOSTS = ("/v1/",)
BODIES: dict[str, Json] = {
    "messages": {"text": "hello", "tab": "t_1"},
    "claim": {"document": "d_1"},
    "answer": {"outcome": "pressed"},
    "decision": {"approved": True},
    "pick": {"option": "One"},
    "page": {"document": "d_1", "seq": 1, "origin": "https://a.example", "path": "/"},
    "{conversation}": {"title": "Mine now"},
}


def table() -> list[tuple[str, str]]:
    app: Litestar = build(Settings(database_url="sqlite+aiosqlite:///never-opened.sqlite3"))
    return sorted(
        (method, route.path_format)
        for route in app.routes
        if isinstance(route, HTTPRoute)
        for method in route.methods
        if method != "OPTIONS"
    )


TABLE = table()
PRIVATE = [(method, path) for method, path in TABLE if path not in OPEN and not path.startswith(OPEN_BELOW)]
OF_USERS = [(method, path) for method, path in PRIVATE if not path.startswith(OF_HOSTS)]
WITH_AN_ID = [(method, path) for method, path in OF_USERS if "{" in path and "/tabs/" not in path]


def test_the_table_is_the_one_we_mean() -> None:
    assert len(WITH_AN_ID) >= 11
    assert {path for method, path in TABLE if method == "GET"} >= OPEN


@pytest.mark.parametrize(("method", "path"), PRIVATE)
async def test_nobody_enters_without_a_token(nobody: httpx.AsyncClient, method: str, path: str) -> None:
    refused = await nobody.request(method, filled(path, "c_" + "0" * 32), **sent(path))

    assert refused.status_code == 401


@pytest.mark.parametrize(("method", "path"), WITH_AN_ID)
async def test_what_is_anothers_is_not_there(alice: Person, bob: Person, method: str, path: str) -> None:
    conversation = await alice.conversation()
    async with alice.stream(conversation) as stream:
        facts = alice.facts(actions=[{"name": "ship_order", "id": "1042", "label": "Ship order 1042"}])
        await alice.say(conversation, "ship 1042", page=facts)
        await stream.event("call")
        head = stream.last_id

    refused = await bob.http.request(method, filled(path, conversation), **sent(path))
    missing = await bob.http.request(method, filled(path, "c_" + "0" * 32), **sent(path))

    assert refused.status_code == missing.status_code == 404
    assert refused.json()["code"] == missing.json()["code"]
    async with alice.stream(conversation) as again:
        await again.event("call")
        assert again.last_id == head


def filled(path: str, conversation: str) -> str:
    """A route's path with ids of one conversation: its first turn, its call; other names are anything."""
    ids = {"conversation": conversation, "turn": f"t_{conversation[2:]}_1", "call": f"k_{conversation[2:]}_6"}
    query = "?tab=t_1&document=d_1" if path.endswith(("stream", "page")) else ""
    return re.sub(r"\{(\w+)\}", lambda found: ids.get(found[1], "t_1"), path) + query


def sent(path: str) -> Json:
    """A body the route would take."""
    last = path.rpartition("/")[2]
    return {"json": BODIES[last], "headers": {"Accept": "application/json"}} if last in BODIES else {}
