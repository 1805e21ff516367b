"""Errors in the caller's own form: a problem for programs, a fragment for htmx, never more than they should know."""

import httpx
import pytest

from app.testing.people import Person


def problem(response: httpx.Response) -> tuple[int, str]:
    """Status and code of a well-formed problem."""
    body = response.json()
    assert response.headers["content-type"] == "application/problem+json"
    assert {"type", "title", "status", "detail", "code"} <= body.keys()
    assert body["status"] == response.status_code
    return response.status_code, body["code"]


async def test_an_unknown_path_is_a_problem(nobody: httpx.AsyncClient) -> None:
    assert problem(await nobody.get("/assist/nowhere")) == (404, "not_found")
    assert problem(await nobody.get("/")) == (404, "not_found")


async def test_a_wrong_method_is_a_problem(nobody: httpx.AsyncClient) -> None:
    refused = await nobody.post("/health/live")

    assert problem(refused) == (405, "method_not_allowed")
    assert "GET" in refused.headers["allow"]


async def test_htmx_gets_a_fragment_in_place_of_a_problem(alice: Person) -> None:
    refused = await alice.http.get("/assist/conversations/c_nope", headers={"HX-Request": "true"})

    assert refused.status_code == 404
    assert refused.headers["content-type"].startswith("text/html")
    assert "<hx-partial" in refused.text


@pytest.mark.parametrize("header", [{}, {"Authorization": "Basic YTpi"}, {"Authorization": "Bearer x.y.z"}])
async def test_a_request_without_a_sound_token_says_so(nobody: httpx.AsyncClient, header: dict[str, str]) -> None:
    refused = await nobody.get("/assist/conversations", headers=header)

    assert problem(refused) == (401, "unauthorized")
    assert refused.headers["www-authenticate"] == "Bearer"


async def test_a_body_too_large_is_refused(alice: Person) -> None:
    conversation = await alice.conversation()

    message = await alice.say(conversation, "x" * (2 * 1024 * 1024))
    page = await alice.http.put(
        f"/assist/tabs/{alice.tab}/page",
        content=b'{"a": "' + b"x" * (512 * 1024) + b'"}',
        headers={"Content-Type": "application/json"},
    )

    assert problem(message) == (413, "too_large")
    assert problem(page) == (413, "too_large")


async def test_a_body_of_another_type_is_refused(alice: Person) -> None:
    conversation = await alice.conversation()
    text = {"Content-Type": "text/plain"}

    page = await alice.http.put(f"/assist/tabs/{alice.tab}/page", content="{}", headers=text)
    message = await alice.http.post(f"/assist/conversations/{conversation}/messages", content="hi", headers=text)

    assert problem(page) == (415, "wrong_media_type")
    assert problem(message) == (415, "wrong_media_type")


@pytest.mark.parametrize(
    "body", [b"", b"{", b'{"page": ' + b"[" * 100_000, b'{"text": "\\ud800"', b"\xff\xfe{}", b'{"text": NaN}']
)
async def test_a_body_that_is_no_json_is_malformed(alice: Person, body: bytes) -> None:
    conversation = await alice.conversation()
    json = {"Content-Type": "application/json", "Accept": "application/json"}

    refused = await alice.http.post(f"/assist/conversations/{conversation}/messages", content=body, headers=json)

    assert problem(refused) == (400, "malformed")


@pytest.mark.parametrize(
    "body", [{}, {"text": 3, "tab": "t"}, {"text": "hi"}, {"text": "hi", "tab": "no such/tab"}, []]
)
async def test_json_of_another_shape_is_unacceptable(alice: Person, body: object) -> None:
    conversation = await alice.conversation()

    refused = await alice.http.post(
        f"/assist/conversations/{conversation}/messages", json=body, headers={"Accept": "application/json"}
    )

    assert problem(refused) == (422, "unacceptable")


async def test_a_missing_parameter_is_named(alice: Person) -> None:
    conversation = await alice.conversation()

    refused = await alice.http.get(f"/assist/conversations/{conversation}/stream")

    assert problem(refused) == (400, "malformed")
    assert "'tab'" in refused.json()["detail"]


@pytest.mark.parametrize("path", ["/assist/conversations", "/health/live", "/nowhere", "/assist/static/assist.js"])
async def test_every_answer_carries_the_strict_headers(nobody: httpx.AsyncClient, path: str) -> None:
    headers = (await nobody.get(path)).headers

    assert headers["x-content-type-options"] == "nosniff"
    assert headers["referrer-policy"] == "no-referrer"
    assert headers["cross-origin-resource-policy"] in {"same-origin", "cross-origin"}
    assert "frame-ancestors 'none'" in headers["content-security-policy"]
    assert "server" not in headers


@pytest.mark.parametrize("origin", ["https://app.example.com", "https://app.example.com.evil.example", "null"])
async def test_no_other_origin_may_read_an_answer(alice: Person, origin: str) -> None:
    answer = await alice.http.get("/assist/conversations", headers={"Origin": origin})
    asked = await alice.http.options("/assist/conversations", headers={"Origin": origin})

    assert not [name for name in (*answer.headers, *asked.headers) if name.startswith("access-control-")]


async def test_what_answers_nothing_answers_nothing(alice: Person) -> None:
    conversation = await alice.conversation()
    async with alice.stream(conversation) as stream:
        turn = (await alice.say(conversation, "hang")).json()["turn_id"]
        await stream.event("delta")

    stopped = await alice.http.delete(f"/assist/turns/{turn}", headers={"HX-Request": "true"})

    assert (stopped.status_code, stopped.content) == (204, b"")
