"""What the host's own programs use: API keys, embed tokens; and what an operator asks of the process."""

import httpx
import pytest

from app.auth.keys import new_workspace
from app.auth.secrets import Vault
from app.testing.people import Person, person
from app.testing.running import Running


async def test_a_token_asked_for_is_as_good_as_one_the_host_signs(server: Running, host: httpx.AsyncClient) -> None:
    asked = {"externalUserId": "u_7", "permissions": ["orders:write"], "name": "Ute", "ttl_seconds": 60}

    made = await host.post("/v1/embed-tokens", json=asked)

    assert (made.status_code, made.json()["expires_in"]) == (201, 60)
    principal = await server.parts.tokens.verify(made.json()["token"])
    assert (principal.owner.user, principal.permissions, principal.name) == ("u_7", ("orders:write",), "Ute")


@pytest.mark.parametrize(
    "asked",
    [
        {},
        {"externalUserId": ""},
        {"externalUserId": "a\nb"},
        {"externalUserId": 7},
        {"externalUserId": "u", "ttl_seconds": 0},
        {"externalUserId": "u", "ttl_seconds": 3601},
        {"externalUserId": "u", "permissions": "all"},
    ],
)
async def test_a_token_that_can_not_be_is_refused(host: httpx.AsyncClient, asked: dict[str, object]) -> None:
    refused = await host.post("/v1/embed-tokens", json=asked)

    assert (refused.status_code, refused.json()["code"]) == (422, "unacceptable")


async def test_a_user_is_no_host_and_a_host_no_user(alice: Person, host: httpx.AsyncClient) -> None:
    conversation = await alice.conversation()

    assert (await alice.http.get(f"/v1/conversations/{conversation}")).status_code == 401
    assert (await host.get(f"/assist/conversations/{conversation}")).status_code == 401


async def test_another_workspace_sees_nothing(server: Running, alice: Person, nobody: httpx.AsyncClient) -> None:
    conversation = await alice.conversation()
    other = new_workspace("Other", ["https://other.example"], Vault(server.parts.settings.secret_keys))
    await server.parts.workspaces.put(other.workspace)
    same_user = server.parts.tokens.sign(other.workspace, alice.user)

    key = {"Authorization": f"Bearer {other.api_key.reveal()}"}
    assert (await nobody.get(f"/v1/conversations/{conversation}", headers=key)).status_code == 404
    async with person(server, "double", token=same_user) as double:
        assert (await double.http.get(f"/assist/conversations/{conversation}")).status_code == 404


async def test_the_process_lives_and_is_ready(nobody: httpx.AsyncClient) -> None:
    assert (await nobody.get("/health/live")).json() == {"status": "live"}
    assert (await nobody.get("/health/ready")).json() == {"status": "ready"}


async def test_metrics_are_for_this_machine_only(nobody: httpx.AsyncClient) -> None:
    near = await nobody.get("/metrics")
    through_a_proxy = await nobody.get("/metrics", headers={"X-Forwarded-For": "127.0.0.1"})

    assert near.headers["content-type"].startswith("text/plain; version=0.0.4")
    assert "assist_streams_open" in near.text
    assert through_a_proxy.status_code == 404
