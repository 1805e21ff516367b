"""The image route, over HTTP, of a real server."""

from collections.abc import AsyncGenerator
from pathlib import Path

import httpx
import pytest

from app.settings import Settings
from app.testing.running import Running, running
from tests.outbound.loopback import Loopback, response, serving
from tests.outbound.test_images import OTHERS, PNG, SHOP


@pytest.fixture
async def shop() -> AsyncGenerator[Loopback]:
    async with serving([response(PNG)], [response(OTHERS["svg"])]) as server:
        yield server


@pytest.fixture
async def server(tmp_path: Path, shop: Loopback) -> AsyncGenerator[Running]:
    database = f"sqlite+aiosqlite:///{tmp_path / 'assist.sqlite3'}"
    settings = Settings(database_url=database, outbound_allow=frozenset({shop.host}))
    async with running(tmp_path, [], settings=settings) as server:
        yield server


async def test_a_signed_image_is_served_as_an_image_and_nothing_else(server: Running, shop: Loopback) -> None:
    signed = server.parts.image_links.sign(SHOP, shop.url)
    async with httpx.AsyncClient(base_url=server.url) as http:
        served = [await http.get(f"/assist/images/{signed}") for _ in range(2)]

    headers = served[0].headers
    assert [(each.status_code, each.content) for each in served] == [(200, PNG)] * 2
    assert shop.connections == 1
    assert headers["content-type"] == "image/png"
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["content-security-policy"] == "default-src 'none'; sandbox"
    assert headers["cross-origin-resource-policy"] == "same-origin"
    assert headers["cache-control"] == "private, max-age=86400, immutable"


async def test_what_is_not_signed_or_no_image_is_not_there(server: Running, shop: Loopback) -> None:
    links = server.parts.image_links
    async with httpx.AsyncClient(base_url=server.url) as http:
        await http.get(f"/assist/images/{links.sign(SHOP, shop.url)}")
        missing = [
            await http.get(f"/assist/images/{signed}")
            for signed in (
                links.sign(SHOP, f"{shop.url}/drawing.svg"),
                links.sign(SHOP, "https://169.254.169.254/latest/meta-data"),
                f"{links.sign(SHOP, shop.url)}x",
                "nothing",
                "%2e%2e",
            )
        ]

    assert [each.status_code for each in missing] == [404] * 5
    assert len({each.json()["detail"] for each in missing[:4]}) == 1
    assert {each.headers["cache-control"] for each in missing} == {"no-store"}
