"""A workspace's look, from its key to what its panel shows."""

from collections.abc import AsyncGenerator

import httpx
import pytest
import pytest_asyncio
from bs4 import BeautifulSoup

from app.testing.people import Person
from app.testing.running import Running

PINE = {
    "name": "Pine & Co",
    "accent": "#1f4d36",
    "radius": 0,
    "density": "compact",
    "fonts": "Iowan Old Style, serif",
    "avatar": "P",
    "greeting": "Hello <you>",
    "side": "start",
}


@pytest_asyncio.fixture(autouse=True)
async def plain(server: Running) -> AsyncGenerator[None]:
    """The server is all tests' own, and so is its workspace's look."""
    yield
    await server.parts.workspaces.put(server.made.workspace)


async def panel(server: Running, nobody: httpx.AsyncClient) -> BeautifulSoup:
    found = await nobody.get("/assist/panel", params={"workspace": server.made.workspace.id})
    return BeautifulSoup(found.text, "html.parser")


def style(soup: BeautifulSoup) -> list[str]:
    return [str(link["href"]) for link in soup.select('link[href^="/assist/looks/"]')]


async def test_a_workspace_that_chose_nothing_asks_for_no_stylesheet(
    server: Running, nobody: httpx.AsyncClient
) -> None:
    found = await panel(server, nobody)

    assert style(found) == []
    assert found.select_one(".header__name, title") is not None
    assert {each.get_text() for each in found.select(".header__name, title")} == {"Assistant"}


async def test_a_chosen_look_is_the_panels(server: Running, host: httpx.AsyncClient, nobody: httpx.AsyncClient) -> None:
    (await host.patch("/v1/workspace", json={"settings": {"look": PINE}})).raise_for_status()

    found = await panel(server, nobody)
    (address,) = style(found)
    css = await nobody.get(address)

    assert {each.get_text() for each in found.select(".header__name, title")} == {"Pine & Co"}
    assert [each.get_text() for each in found.select(".avatar")] == ["P"]
    assert [body["data-side"] for body in found.select("body")] == ["start"]
    assert "Hello &lt;you&gt;" in str(found.select_one("#blank"))
    assert css.headers["content-type"].startswith("text/css")
    assert css.headers["cache-control"] == "public, max-age=31536000, immutable"
    assert '--font: "Iowan Old Style", serif, var(--font-usual);' in css.text
    assert "--radius: 0px;" in css.text
    assert "--accent: light-dark(#1f4d36, " in css.text


async def test_an_empty_conversation_greets_as_its_workspace_does(alice: Person, host: httpx.AsyncClient) -> None:
    (await host.patch("/v1/workspace", json={"settings": {"look": PINE}})).raise_for_status()

    drawn = await alice.http.post("/assist/conversations")

    assert "Hello &lt;you&gt;" in drawn.text


async def test_another_look_has_another_address_and_the_old_one_is_kept_by_nobody(
    server: Running, host: httpx.AsyncClient, nobody: httpx.AsyncClient
) -> None:
    (await host.patch("/v1/workspace", json={"settings": {"look": PINE}})).raise_for_status()
    (before,) = style(await panel(server, nobody))

    (await host.patch("/v1/workspace", json={"settings": {"look": {"accent": "#c2410c"}}})).raise_for_status()
    (after,) = style(await panel(server, nobody))
    late = await nobody.get(before)

    assert before != after
    assert late.text == (await nobody.get(after)).text
    assert late.headers["cache-control"] == "public, max-age=0, must-revalidate"


async def test_an_avatar_from_elsewhere_comes_by_a_signed_link(
    server: Running, host: httpx.AsyncClient, nobody: httpx.AsyncClient
) -> None:
    picture = {"settings": {"look": {"avatar": "https://pictures.example/fox.png"}}}
    (await host.patch("/v1/workspace", json=picture)).raise_for_status()

    (avatar,) = (await panel(server, nobody)).select("img.avatar")

    assert str(avatar["src"]).startswith("/assist/images/")
    assert server.parts.image_links.open(str(avatar["src"]).rpartition("/")[2]) == "https://pictures.example/fox.png"
    assert avatar["alt"] == ""


@pytest.mark.parametrize(
    ("part", "value"),
    [
        ("fonts", 'a"; } body { display: none'),
        ("fonts", "Georgia; color: red"),
        ("fonts", "url(//evil.example/f)"),
        ("fonts", "Georgia,"),
        ("fonts", "Georgia, serif\n"),
        ("accent", "#12345"),
        ("accent", "#1f4d36\n"),
        ("radius", -1),
        ("radius", 1.5),
        ("density", "tiny"),
        ("avatar", "javascript:alert(1)"),
        ("avatar", "two words"),
        ("avatar", "https://a.example/\n"),
        ("side", "top"),
        ("name", "x" * 41),
    ],
)
async def test_nothing_but_a_look_gets_into_one(host: httpx.AsyncClient, part: str, value: object) -> None:
    refused = await host.patch("/v1/workspace", json={"settings": {"look": {part: value}}})

    assert refused.status_code == 422
    assert f"$.settings.look.{part}" in refused.json()["detail"]


@pytest.mark.parametrize("name", ["ws_nobody.0123.css", "..css", ".css", "%2e%2e%2fx.css", "x", "pine.css.map"])
async def test_a_look_nobody_has_is_not_found(nobody: httpx.AsyncClient, name: str) -> None:
    assert (await nobody.get(f"/assist/looks/{name}")).status_code == 404
