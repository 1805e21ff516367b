"""What a workspace is made of: its id, its API key, its token-signing secret."""

import hashlib
import secrets
from collections.abc import Iterable

from msgspec import Struct

from app.auth.origins import normal_origin
from app.auth.secrets import Vault
from app.contract.ids import WorkspaceId
from app.contract.people import Workspace
from app.contract.secret import Secret
from app.errors import Unacceptable, Unauthorized
from app.ports import Workspaces

SIGNING = "signing"
_KEY_PREFIX = "ak_"
_LONGEST_KEY = 200
_SHORTEST_SECRET_BYTES = 32


class NewWorkspace(Struct, frozen=True):
    """A workspace with the two secrets it is told once; only a hash and a sealed copy are kept."""

    workspace: Workspace
    api_key: Secret
    signing_secret: Secret


def new_workspace(
    name: str,
    origins: Iterable[str],
    vault: Vault,
    *,
    workspace_id: WorkspaceId | None = None,
    signing_secret: Secret | None = None,
    instructions: str = "",
) -> NewWorkspace:
    """
    Make a workspace, to be `put` by the caller.

    workspace_id, signing_secret: given where they must be known beforehand, as in the demo; else made up.

    Raises:
        Unacceptable: An origin is none, or the given secret is too short to sign with.
    """
    api_key = Secret(f"{_KEY_PREFIX}{secrets.token_urlsafe(32)}")
    signing_secret = signing_secret or Secret(secrets.token_urlsafe(48))
    if len(signing_secret.reveal().encode()) < _SHORTEST_SECRET_BYTES:
        message = f"A signing secret takes {_SHORTEST_SECRET_BYTES} bytes or more."
        raise Unacceptable(message)
    new_id = workspace_id or WorkspaceId(f"ws_{secrets.token_hex(8)}")
    workspace = Workspace(
        id=new_id,
        name=name,
        key_hash=key_hash(api_key.reveal()),
        sealed_secret=vault.seal(new_id, SIGNING, signing_secret),
        origins=tuple(dict.fromkeys(normal_origin(origin) for origin in origins)),
        instructions=instructions,
    )
    return NewWorkspace(workspace, api_key, signing_secret)


def key_hash(api_key: str) -> str:
    """SHA-256, hex. A key is 256 random bits, so a slow hash would protect nothing."""
    return hashlib.sha256(api_key.encode("utf-8", "surrogatepass")).hexdigest()


async def workspace_of(api_key: str, workspaces: Workspaces) -> Workspace:
    """Raises `Unauthorized`."""
    found = None
    if api_key.startswith(_KEY_PREFIX) and len(api_key) <= _LONGEST_KEY:
        found = await workspaces.by_key(key_hash(api_key))
    if found is None:
        message = "This API key is not valid."
        raise Unauthorized(message)
    return found
