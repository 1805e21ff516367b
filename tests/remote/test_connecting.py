"""Integrations over HTTP: connected once they answer, replaced, listed, disconnected; their secret told to nobody."""

import asyncio
from pathlib import Path

import httpx
import pytest
import structlog

from app.contract.ids import Json
from app.testing.people import person
from app.testing.running import Running
from tests.outbound.loopback import Endless, response, serving
from tests.remote.host import SECRET, Host, Reply, refusal

REFUSED = "GET base_url/tools: "


def body(url: str, **more: Json) -> dict[str, Json]:
    return {"base_url": url, "secret": SECRET, **more}


async def connect(owner: httpx.AsyncClient, url: str, provider: str = "shop", **more: Json) -> httpx.Response:
    return await owner.post(f"/v1/integrations/{provider}/connect", json=body(url, **more))


async def test_connecting_answers_201_and_replacing_200_without_the_secret(
    owner: httpx.AsyncClient, free: Host
) -> None:
    made = await connect(owner, free.url + "/")
    again = await connect(owner, free.url, allowed_tools=["find_products"])

    assert (made.status_code, again.status_code) == (201, 200)
    assert made.json()["base_url"] == free.url
    assert again.json()["allowed_tools"] == ["find_products"]
    assert SECRET not in made.text + again.text


async def test_connecting_asks_the_host_for_its_tools_for_nobody_in_particular(
    owner: httpx.AsyncClient, free: Host
) -> None:
    await connect(owner, free.url)

    [asked] = free.asked
    assert (asked.method, asked.path, asked.bearer) == ("GET", "/tools", SECRET)
    assert [name for name, _ in asked.query] == ["workspaceId", "requestId"]


async def test_paths_are_appended_to_the_registered_prefix(owner: httpx.AsyncClient, free: Host) -> None:
    free.replies = {"/internal/assistant/tools": Reply({"tools": []})}

    assert (await connect(owner, f"{free.url}/internal/assistant")).status_code == 201


async def test_replacing_without_a_list_keeps_the_one_there_was_and_an_empty_one_allows_all(
    owner: httpx.AsyncClient, free: Host
) -> None:
    await connect(owner, free.url, allowed_tools=["find_products"])

    kept = await connect(owner, free.url)
    emptied = await connect(owner, free.url, allowed_tools=[])

    assert kept.json()["allowed_tools"] == ["find_products"]
    assert emptied.json()["allowed_tools"] == []


async def test_integrations_are_listed_in_the_order_they_were_connected_and_deleted(
    owner: httpx.AsyncClient, free: Host
) -> None:
    for provider in ("zebra", "ape", "zebra"):
        await connect(owner, free.url, provider)

    listed = await owner.get("/v1/integrations")
    gone = await owner.delete("/v1/integrations/zebra")
    again = await owner.delete("/v1/integrations/zebra")

    assert [line["provider"] for line in listed.json()["items"]] == ["zebra", "ape"]
    assert SECRET not in listed.text
    assert (gone.status_code, again.status_code) == (204, 404)
    assert [line["provider"] for line in (await owner.get("/v1/integrations")).json()["items"]] == ["ape"]


@pytest.mark.parametrize("status", [400, 403])
async def test_a_host_that_wants_a_user_first_is_connected_all_the_same(
    owner: httpx.AsyncClient, free: Host, status: int
) -> None:
    free.replies = {"/tools": refusal(status, "which user?")}

    assert (await connect(owner, free.url)).status_code == 201


@pytest.mark.parametrize(
    ("reply", "reason"),
    [
        (refusal(401, "canary"), "the server refused the secret (401)."),
        (refusal(404, "canary"), "there is nothing there (404)."),
        (refusal(500, "canary"), "the server answered 500."),
        (Reply(status=302, headers={"location": "/x"}), "The server answered with a redirect; those are not followed."),
        (Reply(raw=b"<html>canary"), "The server's answer is no JSON that can be read."),
        (Reply({"canary": []}), 'The answer is no tool list; {"tools": []} would be one.'),
        (Reply({"tools": {}}), 'The answer is no tool list; {"tools": []} would be one.'),
    ],
)
async def test_a_host_that_cannot_be_used_is_refused_with_the_reason_and_not_kept(
    owner: httpx.AsyncClient, free: Host, reply: Reply, reason: str
) -> None:
    free.replies = {"/tools": reply}

    refused = await connect(owner, free.url)

    assert refused.status_code == 422
    assert refused.json()["detail"] == REFUSED + reason
    assert "canary" not in refused.text
    assert (await owner.get("/v1/integrations")).json() == {"items": []}


@pytest.mark.parametrize(
    "url",
    [
        *(
            "https://169.254.169.254/latest",
            "http://localhost:1",
            "https://[::1]/",
            "http://10.0.0.1/",
            "ftp://x.example",
        ),
        *("https://0x7f000001/", "http://example.com/", "https://localtest.invalid/"),
    ],
)
async def test_a_url_that_may_not_be_called_or_leads_nowhere_is_refused(owner: httpx.AsyncClient, url: str) -> None:
    assert (await connect(owner, url)).status_code == 422


@pytest.mark.parametrize(
    "url",
    [
        "",
        "/relative",
        "app.example.com",
        "https://app.example.com?x=1",
        "https://app.example.com#x",
        "https://",
        "https://app.example.com/a?",
        "https://app.example.com/a#",
    ],
)
async def test_a_base_url_that_is_none_is_refused(owner: httpx.AsyncClient, url: str) -> None:
    refused = await connect(owner, url)

    assert refused.status_code == 422
    assert refused.json()["detail"].startswith("base_url is an absolute URL without a query")


async def test_a_url_with_a_password_is_refused_and_not_echoed(owner: httpx.AsyncClient, free: Host) -> None:
    refused = await connect(owner, free.url.replace("http://", "http://user:hunter2@"))

    assert refused.status_code == 422
    assert "hunter2" not in refused.text


@pytest.mark.parametrize("provider", ["with%20space", "-shop", "s" * 33, "caf%C3%A9", "a.b"])
async def test_a_name_that_is_none_is_refused(owner: httpx.AsyncClient, free: Host, provider: str) -> None:
    assert (await connect(owner, free.url, provider)).status_code == 422
    assert free.asked == []


@pytest.mark.parametrize("secret", ["", " ", "line\nfeed", "tab\t", "ümlaut", 7, None, "x" * 5_000])
async def test_a_secret_that_no_header_takes_is_refused_and_not_echoed(
    owner: httpx.AsyncClient, free: Host, secret: Json
) -> None:
    refused = await owner.post("/v1/integrations/shop/connect", json={"base_url": free.url, "secret": secret})

    assert refused.status_code == 422
    assert free.asked == []
    assert not isinstance(secret, str) or len(secret) < 5 or secret not in refused.text


async def test_an_endless_answer_is_refused(owner: httpx.AsyncClient) -> None:
    head = response(b"", content_length="", transfer_encoding="chunked")
    async with serving([head, Endless(b"4\r\n    \r\n", 0)]) as endless:
        assert (await connect(owner, f"http://{endless.host}")).status_code == 422


async def test_a_failing_replacement_leaves_the_one_there_was(owner: httpx.AsyncClient, free: Host) -> None:
    await connect(owner, free.url, allowed_tools=["find_products"])

    refused = await owner.post("/v1/integrations/shop/connect", json=body(free.url) | {"secret": "wrong"})

    assert refused.status_code == 422
    [kept] = (await owner.get("/v1/integrations")).json()["items"]
    assert kept["allowed_tools"] == ["find_products"]


async def test_only_the_workspaces_api_key_opens_its_integrations(server: Running, free: Host) -> None:
    async with person(server, "alice") as alice, httpx.AsyncClient(base_url=server.url) as nobody:
        for client in (alice.http, nobody):
            made = await client.post("/v1/integrations/shop/connect", json=body(free.url))
            assert made.status_code == 401
            assert (await client.get("/v1/integrations")).status_code == 401
            assert (await client.delete("/v1/integrations/shop")).status_code == 401
    assert free.asked == []


async def test_the_secret_is_nowhere_but_sealed_in_the_database(
    server: Running, owner: httpx.AsyncClient, free: Host, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """A canary, looked for in all that is stored, logged, answered, streamed or given to the model."""
    free.context = {"echo": f"Bearer {SECRET}"}
    free.replies = {
        "/tools/execute": lambda asked: Reply({"output": {"echo": asked.bearer, "display": [_echo(asked.bearer)]}}),
        "/tools/preview": lambda asked: refusal(500, f"the secret is {asked.bearer}"),
    }
    said: list[str] = []
    with structlog.testing.capture_logs() as logs:
        said.append((await connect(owner, free.url)).text)
        said.append((await owner.get("/v1/integrations")).text)
        async with person(server, "alice") as alice:
            conversation = await alice.conversation()
            async with alice.stream(conversation) as stream:
                for words in ("find mugs", "create a task"):
                    await alice.say(conversation, words, page=alice.facts())
                    await stream.until(lambda stream: "composer_action" in stream.html)
                    await _over(owner, conversation)
                said.append(stream.html)
            said.append((await owner.get(f"/v1/conversations/{conversation}")).text)
            said.append((await alice.http.get(f"/assist/conversations/{conversation}")).text)
            said.append((await alice.http.get(f"/assist/tabs/{alice.tab}/context")).text)
    stored = _stored(tmp_path)

    assert len(free.executed) == 1
    assert b"find_products" in stored
    assert "find_products" in "".join(said)
    assert SECRET.encode() not in stored
    assert SECRET not in "".join(said)
    assert SECRET not in str(logs) + caplog.text


def _stored(folder: Path) -> bytes:
    """The database with its WAL."""
    files = sorted(folder.glob("assist.sqlite3*"))
    assert any(file.name.endswith("-wal") for file in files)
    return b"".join(file.read_bytes() for file in files)


async def _over(owner: httpx.AsyncClient, conversation: str) -> None:
    async with asyncio.timeout(10):
        while True:
            turns = (await owner.get(f"/v1/conversations/{conversation}")).json()["turns"]
            if turns and all(turn["status"] == "completed" for turn in turns):
                return
            await asyncio.sleep(0.02)


def _echo(bearer: str) -> Json:
    return {"title": bearer, "url": f"https://shop.example.com/{bearer}"}
