"""Secrets at rest: sealed for one workspace and one purpose, opened by any of the server's keys, never shown."""

import pickle

import msgspec
import pytest

from app.auth.secrets import Vault
from app.contract.ids import WorkspaceId
from app.contract.secret import Secret
from app.errors import Misconfigured

_ONE, _OTHER = WorkspaceId("ws_1"), WorkspaceId("ws_2")
_OLD, _NEW = Secret("the old key, as long as a key has to be"), Secret("the new key, as long as a key has to be")
_VALUE = Secret("wine-dark sea")


def test_what_was_sealed_opens_again(vault: Vault) -> None:
    assert _VALUE == vault.open(_ONE, "signing", vault.seal(_ONE, "signing", _VALUE))


def test_the_sealed_text_shows_nothing_and_differs_each_time(vault: Vault) -> None:
    sealed = [vault.seal(_ONE, "signing", _VALUE) for _ in range(2)]

    assert sealed[0] != sealed[1]
    assert "wine" not in "".join(sealed)


@pytest.mark.parametrize(("workspace", "purpose"), [(_OTHER, "signing"), (_ONE, "integration")])
def test_a_secret_copied_to_another_place_does_not_open(vault: Vault, workspace: WorkspaceId, purpose: str) -> None:
    sealed = vault.seal(_ONE, "signing", _VALUE)

    with pytest.raises(Misconfigured, match="something else"):
        vault.open(workspace, purpose, sealed)


def test_an_old_key_still_opens_and_the_first_one_seals() -> None:
    sealed = Vault([_OLD]).seal(_ONE, "signing", _VALUE)
    both = Vault([_NEW, _OLD])

    assert _VALUE == both.open(_ONE, "signing", sealed)
    assert _VALUE == Vault([_NEW]).open(_ONE, "signing", both.seal(_ONE, "signing", _VALUE))


def test_a_rotated_secret_opens_with_the_new_key_alone() -> None:
    sealed = Vault([_OLD]).seal(_ONE, "signing", _VALUE)

    rotated = Vault([_NEW, _OLD]).rotate(sealed)

    assert _VALUE == Vault([_NEW]).open(_ONE, "signing", rotated)


@pytest.mark.parametrize("sealed", ["", "nonsense", "gAAAAA", "\ud800"])
def test_what_was_never_sealed_does_not_open(vault: Vault, sealed: str) -> None:
    with pytest.raises(Misconfigured, match="ASSIST_SECRET_KEY"):
        vault.open(_ONE, "signing", sealed)


def test_a_secret_shows_itself_nowhere() -> None:
    shown = f"{_VALUE} {_VALUE!r} {_VALUE!s} {_VALUE:>40} {[_VALUE]} {vars} %s" % _VALUE

    assert "sea" not in shown
    with pytest.raises(TypeError):
        msgspec.json.encode(_VALUE)
    with pytest.raises(TypeError):
        pickle.dumps(_VALUE)


def test_a_secret_equals_only_a_secret() -> None:
    assert Secret("wine-dark sea") == _VALUE
    assert _VALUE != "wine-dark sea"
    assert len({_VALUE, Secret("wine-dark sea")}) == 1
