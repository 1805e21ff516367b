"""An image of a card is fetched once a day, if it is one, and only by a link that was signed here."""

import asyncio
import base64
import json

import pytest

from app.contract.ids import WorkspaceId
from app.contract.secret import Secret
from app.outbound.images import Images
from app.outbound.links import ImageLinks
from app.outbound.rasters import Raster
from tests.outbound.asking import Clock
from tests.outbound.conftest import OutboundTo
from tests.outbound.loopback import Reset, Stall, response, serving

PNG = b"\x89PNG\r\n\x1a\n" + b"\x00" * 40
RASTERS = {
    "image/png": PNG,
    "image/jpeg": b"\xff\xd8\xff\xe0" + b"\x00" * 40,
    "image/gif": b"GIF89a" + b"\x00" * 40,
    "image/webp": b"RIFF\x24\x00\x00\x00WEBPVP8 " + b"\x00" * 40,
    "image/avif": b"\x00\x00\x00\x1cftypmif1\x00\x00\x00\x00mif1avifmiaf" + b"\x00" * 40,
}
OTHERS = {
    "svg": b'<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>',
    "html": b"<!doctype html><script>alert(1)</script>",
    "bitmap": b"BM" + b"\x00" * 60,
    "icon": b"\x00\x00\x01\x00" + b"\x00" * 60,
    "tiff": b"II*\x00" + b"\x00" * 60,
    "wave": b"RIFF\x24\x00\x00\x00WAVEfmt " + b"\x00" * 40,
    "video": b"\x00\x00\x00\x18ftypmp42\x00\x00\x00\x00mp42isom" + b"\x00" * 40,
    "avif in a box of another size": b"\x00\x00\x00\x08ftypmif1\x00\x00\x00\x00avif" + b"\x00" * 40,
    "nothing": b"",
    "almost a png": b"\x89PNG",
    "a png after a space": b" " + PNG,
}
SHOP = WorkspaceId("ws_shop")
URL = "https://shop.example/größe.png?a=1&b=2"
KEY, OLD_KEY = Secret("k" * 40), Secret("o" * 40)


@pytest.mark.parametrize("media_type", RASTERS)
async def test_an_image_is_known_by_its_first_bytes(outbound_to: OutboundTo, media_type: str) -> None:
    body = RASTERS[media_type]
    async with serving([response(body, content_type="text/html")]) as server:
        found = await Images(outbound_to(server)).get(server.url)

    assert found == Raster(media_type, body)
    assert "image/png" in server.heads[0]


@pytest.mark.parametrize("kind", OTHERS)
async def test_what_is_no_raster_image_is_not_shown(outbound_to: OutboundTo, kind: str) -> None:
    async with serving([response(OTHERS[kind], content_type="image/png")]) as server:
        assert await Images(outbound_to(server)).get(server.url) is None


@pytest.mark.parametrize(
    "answer",
    [
        response(PNG, 404),
        response(status=302, location="https://elsewhere.example/a.png"),
        response(PNG, content_encoding="gzip"),
        response(PNG + b"\x00" * (2 * 1024 * 1024)),
        response(PNG, content_length=str(3 * 1024 * 1024)),
    ],
    ids=["missing", "redirect", "compressed", "too large", "said to be too large"],
)
async def test_an_image_that_may_not_be_read_is_not_shown(outbound_to: OutboundTo, answer: bytes) -> None:
    async with serving([answer]) as server:
        assert await Images(outbound_to(server)).get(server.url) is None


async def test_an_image_is_asked_for_once_a_day(outbound_to: OutboundTo, clock: Clock) -> None:
    async with serving([response(PNG)]) as server:
        images = Images(outbound_to(server), clock=clock)
        await images.get(server.url)
        clock.now += 24 * 60 * 60 - 1
        await images.get(server.url)
        asked_within_a_day = server.connections
        clock.now += 1
        await images.get(server.url)

    assert (asked_within_a_day, server.connections) == (1, 2)


async def test_all_who_wait_get_the_one_image_that_comes(outbound_to: OutboundTo) -> None:
    async with serving([Stall(0.1), response(PNG)]) as server:
        images = Images(outbound_to(server))
        first, *others = [asyncio.create_task(images.get(server.url)) for _ in range(5)]
        await server.asked.wait()
        first.cancel()
        found = await asyncio.gather(*others)

    assert (found, server.connections) == ([Raster("image/png", PNG)] * 4, 1)


async def test_a_failure_is_remembered_for_a_minute(outbound_to: OutboundTo, clock: Clock) -> None:
    async with serving([Reset()], [Reset()], [response(PNG)]) as server:
        images = Images(outbound_to(server), clock=clock)
        found = [await images.get(server.url), await images.get(server.url)]
        clock.now += 60
        found.append(await images.get(server.url))

    assert (found, server.connections) == ([None, None, Raster("image/png", PNG)], 3)


async def test_the_image_nobody_asked_for_longest_goes_first(outbound_to: OutboundTo) -> None:
    async with serving([response(PNG + b"\x00" * 10_000)]) as server:
        images = Images(outbound_to(server), keep_bytes=30_000)
        for name in ("a", "b", "a", "c", "a", "b"):
            await images.get(f"{server.url}/{name}")

    asked = [head.split(" ")[1].removeprefix("/tools/") for head in server.heads]
    assert asked == ["a", "b", "c", "b"]


def test_a_link_opens_to_its_url() -> None:
    links = ImageLinks([KEY])
    signed = links.sign(SHOP, URL)

    assert signed is not None
    assert signed.replace("-", "").replace("_", "").replace(".", "").isalnum()
    assert links.open(signed) == URL


def test_a_link_has_the_same_bytes_each_time_and_in_each_process() -> None:
    assert ImageLinks([KEY]).sign(SHOP, URL) == ImageLinks([KEY, OLD_KEY]).sign(SHOP, URL)


def test_a_link_of_an_older_key_still_opens() -> None:
    signed = ImageLinks([OLD_KEY]).sign(SHOP, URL)

    assert signed is not None
    assert ImageLinks([KEY, OLD_KEY]).open(signed) == URL
    assert ImageLinks([KEY]).open(signed) is None


def test_a_link_is_its_workspaces_own() -> None:
    assert ImageLinks([KEY]).sign(SHOP, URL) != ImageLinks([KEY]).sign(WorkspaceId("ws_other"), URL)


def test_a_changed_link_opens_to_nothing() -> None:
    links = ImageLinks([KEY])
    signed = links.sign(SHOP, URL) or ""
    content, _, proof = signed.partition(".")
    forged = base64.urlsafe_b64encode(json.dumps([SHOP, "https://evil.example/a.png"]).encode()).rstrip(b"=").decode()

    for changed in (
        *(signed[:at] + ("A" if signed[at] != "A" else "B") + signed[at + 1 :] for at in range(len(signed))),
        *(signed[:at] for at in range(len(signed))),
        f"{forged}.{proof}",
        f"{content}.",
        f".{proof}",
        f"{content}.{proof}.{proof}",
        f"{content}.{proof}é",
        f"{content}é.{proof}",
        "\ud800",
        "",
        ".",
    ):
        assert links.open(changed) is None


def test_a_url_too_long_to_be_one_gets_no_link() -> None:
    assert ImageLinks([KEY]).sign(SHOP, "https://shop.example/" + "a" * 2028) is None
