"""The panel's document and the static files."""

import re

import httpx
import pytest
from bs4 import BeautifulSoup

from app.testing.running import ORIGINS, Running

PANEL_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; font-src 'self'; connect-src 'self'; "
    "form-action 'self'; base-uri 'none'; object-src 'none'; frame-ancestors "
)


async def test_the_panel_is_framed_by_exactly_its_workspaces_origins(
    server: Running, nobody: httpx.AsyncClient
) -> None:
    panel = await nobody.get("/assist/panel", params={"workspace": server.made.workspace.id})

    assert panel.headers["content-security-policy"] == PANEL_POLICY + " ".join(ORIGINS)
    assert panel.headers["cache-control"].startswith("private, max-age=300, stale-while-revalidate=")
    assert "x-frame-options" not in panel.headers
    meta = BeautifulSoup(panel.text, "html.parser").find("meta", {"name": "assist-origins"})
    assert meta is not None
    assert meta["content"] == " ".join(ORIGINS)


@pytest.mark.parametrize("query", ["", "?workspace=", "?workspace=ws_nobody", "?workspace=%22%3E%3Cscript%3E"])
async def test_the_panel_of_an_unknown_workspace_is_framed_by_nobody(nobody: httpx.AsyncClient, query: str) -> None:
    panel = await nobody.get(f"/assist/panel{query}")

    assert panel.status_code == 200
    assert panel.headers["content-security-policy"] == PANEL_POLICY + "'none'"
    assert "ws_nobody" not in panel.text


async def test_the_panel_needs_nothing_its_policy_forbids(server: Running, nobody: httpx.AsyncClient) -> None:
    panel = await nobody.get("/assist/panel", params={"workspace": server.made.workspace.id})
    soup = BeautifulSoup(panel.text, "html.parser")

    assert [tag for tag in soup.find_all("script") if not tag.get("src") or tag.string] == []
    assert soup.find_all("style") == []
    assert [
        tag for tag in soup.find_all(True) if any(name.startswith("on") or name == "style" for name in tag.attrs)
    ] == []
    for tag in soup.find_all(["script", "link"]):
        address = str(tag.get("src") or tag.get("href"))
        assert (await nobody.get(address)).headers["cache-control"] == "public, max-age=31536000, immutable"


async def test_the_page_script_names_the_build_its_modules_are_served_under(nobody: httpx.AsyncClient) -> None:
    script = await nobody.get("/assist/static/assist.js")
    build = re.search(r'\{"build": "([0-9a-f]{12})", "words": \{', script.text)

    assert build is not None
    assert "__ASSIST_SERVED__" not in script.text
    module = await nobody.get(f"/assist/static/{build[1]}/assist/main.js")
    assert module.status_code == 200
    assert module.headers["content-type"].startswith("text/javascript")
    assert module.headers["access-control-allow-origin"] == "*"
    assert module.headers["cross-origin-resource-policy"] == "cross-origin"


async def test_the_page_script_is_asked_for_again_and_answers_not_modified(nobody: httpx.AsyncClient) -> None:
    first = await nobody.get("/assist/static/assist.js")

    again = await nobody.get("/assist/static/assist.js", headers={"If-None-Match": first.headers["etag"]})

    assert first.headers["cache-control"] == "public, max-age=0, must-revalidate"
    assert (again.status_code, again.content) == (304, b"")
    assert again.headers["etag"] == first.headers["etag"]


async def test_static_files_travel_packed(server: Running, nobody: httpx.AsyncClient) -> None:
    path = server.parts.assets.url("vendor/htmx-4.0.1.min.js")

    packed = await nobody.get(path, headers={"Accept-Encoding": "gzip"})
    plain = await nobody.get(path, headers={"Accept-Encoding": "identity"})

    assert packed.headers["content-encoding"] == "gzip"
    assert packed.headers["vary"] == plain.headers["vary"] == "Accept-Encoding"
    assert int(packed.headers["content-length"]) < int(plain.headers["content-length"]) / 2
    assert packed.content == plain.content


@pytest.mark.parametrize(
    ("accepted", "form"),
    [
        ("gzip, deflate, br", "br"),
        ("br;q=0.2, gzip;q=0.8", "gzip"),
        ("br;q=0, gzip", "gzip"),
        ("BR", "br"),
        ("*", "br"),
        ("*;q=0.5, br;q=0", "gzip"),
        ("gzip;q=0", None),
        ("deflate, zstd", None),
        ("identity", None),
        ("", None),
        ("x;q=nonsense,,;", None),
    ],
)
async def test_a_static_file_travels_in_the_form_its_asker_likes_best(
    server: Running, nobody: httpx.AsyncClient, accepted: str, form: str | None
) -> None:
    path = server.parts.assets.url("panel.bundle.js")

    async with nobody.stream("GET", path, headers={"Accept-Encoding": accepted}) as answer:
        assert answer.status_code == 200
        assert answer.headers.get("content-encoding") == form


async def test_a_file_of_another_build_is_never_kept_for_ever(nobody: httpx.AsyncClient) -> None:
    other = await nobody.get("/assist/static/0123456789ab/assist/main.js")

    assert other.status_code == 200
    assert other.headers["cache-control"] == "public, max-age=0, must-revalidate"


@pytest.mark.parametrize(
    "path",
    ["../app/settings.py", "..%2fapp%2fsettings.py", "%2e%2e/pyproject.toml", "/etc/passwd", "a%00b", "assist", ""],
)
async def test_nothing_outside_the_static_folder_is_served(
    server: Running, nobody: httpx.AsyncClient, path: str
) -> None:
    refused = await nobody.get(f"/assist/static/{server.parts.assets.build}/{path}")

    assert refused.status_code == 404
