"""What a workspace is made of, and what of it is kept."""

import re

import pytest
from msgspec import json

from app.auth.keys import SIGNING, NewWorkspace, new_workspace, workspace_of
from app.auth.secrets import Vault
from app.contract.ids import WorkspaceId
from app.contract.secret import Secret
from app.errors import Unacceptable, Unauthorized
from tests.auth.conftest import ListedWorkspaces


def test_a_new_workspace_has_an_id_a_key_and_a_long_secret(northwind: NewWorkspace) -> None:
    assert re.fullmatch(r"ws_[0-9a-f]{16}", northwind.workspace.id)
    assert re.fullmatch(r"ak_[\w-]{43}", northwind.api_key.reveal())
    assert len(northwind.signing_secret.reveal().encode()) >= 32


def test_no_two_workspaces_share_anything(vault: Vault) -> None:
    made = [new_workspace("Northwind", [], vault) for _ in range(50)]

    for part in ("id", "key_hash", "sealed_secret"):
        assert len({getattr(one.workspace, part) for one in made}) == 50


def test_the_row_shows_neither_the_key_nor_the_secret(northwind: NewWorkspace) -> None:
    row = json.encode(northwind.workspace).decode()

    assert northwind.api_key.reveal() not in row
    assert northwind.signing_secret.reveal() not in row


def test_the_sealed_secret_is_the_one_that_was_printed(northwind: NewWorkspace, vault: Vault) -> None:
    opened = vault.open(northwind.workspace.id, SIGNING, northwind.workspace.sealed_secret)

    assert northwind.signing_secret == opened


def test_a_workspace_may_bring_its_own_id_and_secret(vault: Vault) -> None:
    given = Secret("a secret the host already has, 32+")

    made = new_workspace("Northwind", [], vault, workspace_id=WorkspaceId("ws_demo"), signing_secret=given)

    assert ("ws_demo", given) == (made.workspace.id, made.signing_secret)


def test_a_short_secret_is_refused(vault: Vault) -> None:
    with pytest.raises(Unacceptable, match="32 bytes"):
        new_workspace("Northwind", [], vault, signing_secret=Secret("x" * 31))


async def test_a_key_leads_to_its_workspace(northwind: NewWorkspace, workspaces: ListedWorkspaces) -> None:
    assert northwind.workspace == await workspace_of(northwind.api_key.reveal(), workspaces)


@pytest.mark.parametrize("key", ["", "ak_", "ak_nobodys", "ws_1", "ak_" + "x" * 10_000, "ak_\ud800"])
async def test_a_key_that_is_nobodys_is_refused(workspaces: ListedWorkspaces, key: str) -> None:
    with pytest.raises(Unauthorized, match="not valid"):
        await workspace_of(key, workspaces)
