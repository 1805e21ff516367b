"""
Embed tokens: a host's word for who its user is. JWT, HS256 with the workspace's signing secret, and nothing else.

The key is chosen by `iss` alone; `kid` chooses nothing, and a header that says more than `alg`, `typ` and `kid`
is refused. Times are judged here, by our clock: PyJWT has none that a test could set.
"""

import re
from base64 import urlsafe_b64decode
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Annotated, Literal, TypeVar

import jwt
from jwt.types import Options
from msgspec import DecodeError, Meta, Struct, json, to_builtins

from app.auth.keys import SIGNING
from app.auth.secrets import Vault
from app.auth.verified import RecentWorkspaces, Verified
from app.contract.ids import UserId, WorkspaceId
from app.contract.people import Owner, Principal, Workspace
from app.errors import Unauthorized
from app.ports import Workspaces

LONGEST_LIFETIME_SECONDS = 3600
_LEEWAY_SECONDS = 30
MOST_BYTES = 4096
_AUDIENCE = "assist"
_SHAPE = re.compile(r"([A-Za-z0-9_-]+)\.([A-Za-z0-9_-]+)\.[A-Za-z0-9_-]+")

Plain = Annotated[str, Meta(min_length=1, max_length=255, pattern=r"^[^\x00-\x1f\x7f]+\Z")]
Part = TypeVar("Part", bound=Struct)


class _Header(Struct, frozen=True, forbid_unknown_fields=True):
    alg: Literal["HS256"]
    typ: str | None = None
    kid: str | None = None


class _Claims(Struct, frozen=True, omit_defaults=True):
    iss: WorkspaceId
    sub: Plain
    aud: Literal["assist"] | tuple[str, ...]
    iat: int
    exp: int
    permissions: tuple[str, ...]
    name: str | None = None
    locale: str | None = None
    nbf: int | None = None


_header = json.Decoder(_Header)
_claims = json.Decoder(_Claims)
_jwt = jwt.PyJWT(options={"enforce_minimum_key_length": True})
# The struct has checked that every claim is there; times are checked by `_in_time`.
_SIGNATURE_AND_NAMES: Options = {"verify_exp": False, "verify_iat": False, "verify_nbf": False}


def _now() -> datetime:
    return datetime.now(UTC)


class Tokens:
    """
    Verifies embed tokens, and signs them for hosts that ask.

    It stands before every request, so what was verified is remembered, until it runs out or, within 5 s,
    until the workspace's secret changes.
    """

    def __init__(self, workspaces: Workspaces, vault: Vault, *, clock: Callable[[], datetime] = _now) -> None:
        self._workspaces = RecentWorkspaces(workspaces, clock)
        self._vault = vault
        self._clock = clock
        self._verified = Verified()

    async def verify(self, token: str) -> Principal:
        """Raises `Unauthorized`, always in the same words: a forger learns nothing from them."""
        known = self._verified.get(token)
        if known is not None:
            return await self._still(known.principal, known.sealed_secret)
        claims = _read(token)
        if not _in_time(claims, self._clock().timestamp()):
            raise _unauthorized()
        workspace = await self._workspaces.get(claims.iss)
        if workspace is None:
            raise _unauthorized()
        self._check_signature(token, workspace)
        principal = _principal(claims)
        self._verified.put(token, principal, workspace.sealed_secret)
        return principal

    def sign(
        self,
        workspace: Workspace,
        user: UserId,
        *,
        permissions: tuple[str, ...] = (),
        name: str | None = None,
        locale: str | None = None,
        lifetime_seconds: int = LONGEST_LIFETIME_SECONDS,
    ) -> str:
        """A token as the host itself would sign it. The caller keeps the lifetime within an hour."""
        issued = int(self._clock().timestamp())
        claims = _Claims(workspace.id, user, _AUDIENCE, issued, issued + lifetime_seconds, permissions, name, locale)
        secret = self._vault.open(workspace.id, SIGNING, workspace.sealed_secret)
        return _jwt.encode(to_builtins(claims), secret.reveal(), algorithm="HS256")

    async def _still(self, principal: Principal, sealed_secret: str) -> Principal:
        workspace = await self._workspaces.get(principal.owner.workspace)
        left = principal.expires_at.timestamp() - self._clock().timestamp()
        if workspace is None or workspace.sealed_secret != sealed_secret or left <= -_LEEWAY_SECONDS:
            raise _unauthorized()
        return principal

    def _check_signature(self, token: str, workspace: Workspace) -> None:
        secret = self._vault.open(workspace.id, SIGNING, workspace.sealed_secret)
        try:
            _jwt.decode(
                token,
                secret.reveal(),
                algorithms=["HS256"],
                audience=_AUDIENCE,
                issuer=workspace.id,
                options=_SIGNATURE_AND_NAMES,
            )
        except jwt.PyJWTError:
            raise _unauthorized() from None


def _read(token: str) -> _Claims:
    """Header and claims, checked for their shape; the signature is not looked at yet."""
    found = _SHAPE.fullmatch(token) if len(token) <= MOST_BYTES else None
    if found is None:
        raise _unauthorized()
    _part(found[1], _header)
    return _part(found[2], _claims)


def _part(segment: str, decoder: json.Decoder[Part]) -> Part:
    try:
        return decoder.decode(urlsafe_b64decode(segment + "=" * (-len(segment) % 4)))
    except (DecodeError, ValueError, RecursionError):
        raise _unauthorized() from None


def _in_time(claims: _Claims, now: float) -> bool:
    lifetime = claims.exp - claims.iat
    begun = max(claims.iat, claims.nbf or 0) <= now + _LEEWAY_SECONDS
    return begun and 0 < lifetime <= LONGEST_LIFETIME_SECONDS and now < claims.exp + _LEEWAY_SECONDS


def _principal(claims: _Claims) -> Principal:
    owner = Owner(claims.iss, UserId(claims.sub))
    return Principal(owner, claims.permissions, datetime.fromtimestamp(claims.exp, UTC), claims.name, claims.locale)


def _unauthorized() -> Unauthorized:
    return Unauthorized("This token is not valid, or no longer. Ask the host application for a fresh one.")
