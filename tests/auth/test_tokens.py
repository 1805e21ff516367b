"""Embed tokens: what holds, and for how long. What is forged stands in test_forged_tokens.py."""

from datetime import timedelta

import jwt
import pytest
from msgspec.structs import replace

from app.auth.keys import SIGNING, NewWorkspace
from app.auth.secrets import Vault
from app.auth.tokens import Tokens
from app.contract.ids import UserId
from app.contract.people import Owner
from app.contract.secret import Secret
from app.errors import Unauthorized
from tests.auth.conftest import Clock, ListedWorkspaces

ADA = UserId("ada@example.com")


@pytest.fixture
def token(tokens: Tokens, northwind: NewWorkspace) -> str:
    return tokens.sign(northwind.workspace, ADA, permissions=("orders:write",), name="Ada", lifetime_seconds=600)


async def test_a_token_says_whose_it_is(tokens: Tokens, token: str, northwind: NewWorkspace, clock: Clock) -> None:
    principal = await tokens.verify(token)

    assert Owner(northwind.workspace.id, ADA) == principal.owner
    assert (("orders:write",), "Ada") == (principal.permissions, principal.name)
    assert clock.now + timedelta(seconds=600) == principal.expires_at


async def test_a_token_signed_by_any_library_with_the_printed_secret_holds(
    tokens: Tokens, northwind: NewWorkspace, clock: Clock
) -> None:
    issued = int(clock.now.timestamp())
    claims = {"iss": northwind.workspace.id, "sub": "ada", "aud": "assist", "iat": issued, "exp": issued + 3600}

    token = jwt.encode(
        {**claims, "permissions": [], "extra": 1}, northwind.signing_secret.reveal(), headers={"kid": "7"}
    )

    assert (await tokens.verify(token)).owner.user == "ada"


@pytest.mark.parametrize("again", [False, True], ids=["seen for the first time", "seen before"])
async def test_a_token_runs_out_half_a_minute_after_its_time(
    tokens: Tokens, token: str, clock: Clock, *, again: bool
) -> None:
    if again:
        await tokens.verify(token)
    clock.pass_by(seconds=629)
    await tokens.verify(token)

    clock.pass_by(seconds=1)

    with pytest.raises(Unauthorized):
        await tokens.verify(token)


async def test_a_token_from_the_future_does_not_hold_yet(tokens: Tokens, token: str, clock: Clock) -> None:
    clock.pass_by(seconds=-31)

    with pytest.raises(Unauthorized):
        await tokens.verify(token)


async def test_a_verified_token_asks_for_its_workspace_once_in_five_seconds(
    tokens: Tokens, token: str, workspaces: ListedWorkspaces, clock: Clock
) -> None:
    for _ in range(10):
        await tokens.verify(token)
    assert workspaces.asked == 1

    clock.pass_by(seconds=5)
    await tokens.verify(token)

    assert workspaces.asked == 2


async def test_a_token_is_worth_nothing_five_seconds_after_its_workspace_changed_its_secret(
    tokens: Tokens, token: str, northwind: NewWorkspace, workspaces: ListedWorkspaces, vault: Vault, clock: Clock
) -> None:
    await tokens.verify(token)
    resealed = vault.seal(northwind.workspace.id, SIGNING, Secret("another signing secret of 32 bytes"))
    await workspaces.put(replace(northwind.workspace, sealed_secret=resealed))

    clock.pass_by(seconds=5)

    with pytest.raises(Unauthorized):
        await tokens.verify(token)


async def test_a_token_is_worth_nothing_five_seconds_after_its_workspace_is_gone(
    tokens: Tokens, token: str, workspaces: ListedWorkspaces, clock: Clock
) -> None:
    await tokens.verify(token)
    workspaces.rows.clear()

    clock.pass_by(seconds=5)

    with pytest.raises(Unauthorized):
        await tokens.verify(token)


async def test_a_workspace_made_a_moment_ago_is_known_at_once(
    tokens: Tokens, token: str, northwind: NewWorkspace, workspaces: ListedWorkspaces
) -> None:
    workspaces.rows.clear()
    with pytest.raises(Unauthorized):
        await tokens.verify(token)

    await workspaces.put(northwind.workspace)

    await tokens.verify(token)
