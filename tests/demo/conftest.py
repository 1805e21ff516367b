"""The shop, opened for one test on a database of its own."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from pathlib import Path

import httpx
import pytest

from app.demo import ShopSettings, create_shop

SECRET = "a signing secret that is long enough for HS256"


@pytest.fixture
def settings(tmp_path: Path) -> ShopSettings:
    return ShopSettings(
        database=tmp_path / "shop.sqlite3",
        workspace_id="ws_shop",
        signing_secret=SECRET,
        assist_origin="http://assist.test:9000",
    )


def visit(settings: ShopSettings) -> httpx.AsyncClient:
    """A client that follows no redirect: where one goes is the shop's to say."""
    # httpx and Litestar each type an ASGI scope their own way.
    transport = httpx.ASGITransport(create_shop(settings))  # pyright: ignore[reportArgumentType]
    return httpx.AsyncClient(transport=transport, base_url="http://shop.test")


@pytest.fixture
async def shop(settings: ShopSettings) -> AsyncGenerator[httpx.AsyncClient]:
    async with visit(settings) as client:
        yield client
