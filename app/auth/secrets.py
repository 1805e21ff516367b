"""
Secrets at rest: encrypted, and bound to the workspace and the purpose they were sealed for.

Fernet has no associated data, so both are sealed in and checked on opening; a row copied to another place
does not open there. Rotation: put the new key first in ASSIST_SECRET_KEY; the old ones still open.
"""

from base64 import urlsafe_b64encode
from collections.abc import Sequence

from cryptography.fernet import Fernet, InvalidToken, MultiFernet
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from msgspec import Struct, json

from app.contract.ids import WorkspaceId
from app.contract.secret import Secret
from app.errors import Misconfigured

__all__ = ["Secret", "Vault"]


class _Sealed(Struct, frozen=True):
    w: WorkspaceId
    p: str
    v: str


_sealed = json.Decoder(_Sealed)


class Vault:
    """Seals and opens secrets with the server's keys."""

    def __init__(self, keys: Sequence[Secret]) -> None:
        """Take any long random strings as keys: the first seals, all of them open."""
        self._fernet = MultiFernet([Fernet(_derived(key)) for key in keys])

    def seal(self, workspace: WorkspaceId, purpose: str, secret: Secret) -> str:
        """Text to store. `purpose` says what the secret is for, such as `signing`."""
        return self._fernet.encrypt(json.encode(_Sealed(workspace, purpose, secret.reveal()))).decode()

    def open(self, workspace: WorkspaceId, purpose: str, sealed: str) -> Secret:
        """
        Give a sealed secret out.

        Raises:
            Misconfigured: No key of this server opens it, or it was sealed for something else.
        """
        try:
            found = _sealed.decode(self._fernet.decrypt(sealed))
        except (InvalidToken, ValueError) as fault:
            message = f"The keys in ASSIST_SECRET_KEY don't open the {purpose} secret of workspace {workspace!r}."
            raise Misconfigured(message) from fault
        if (found.w, found.p) != (workspace, purpose):
            message = f"The {purpose} secret of workspace {workspace!r} was sealed for something else."
            raise Misconfigured(message)
        return Secret(found.v)

    def rotate(self, sealed: str) -> str:
        """The same secret, sealed with the first key."""
        return self._fernet.rotate(sealed).decode()


def _derived(key: Secret) -> bytes:
    # Keys are any long random string; Fernet wants exactly 32 bytes in base64.
    kdf = HKDF(algorithm=SHA256(), length=32, salt=None, info=b"assist: secrets at rest")
    return urlsafe_b64encode(kdf.derive(key.reveal().encode()))
