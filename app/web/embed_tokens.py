"""`POST /v1/embed-tokens`: a token for hosts that would rather not sign one."""

from typing import Annotated

from litestar import Request, post
from litestar.di import NamedDependency
from litestar.params import SkipValidation
from msgspec import Meta, Struct

from app.auth.tokens import LONGEST_LIFETIME_SECONDS, MOST_BYTES
from app.contract.ids import Json, UserId
from app.contract.people import Workspace
from app.errors import Unacceptable
from app.web.bodies import read_json
from app.web.parts import Parts

_USUAL_SECONDS = 600

Plain = Annotated[str, Meta(min_length=1, max_length=255, pattern=r"^[^\x00-\x1f\x7f]+\Z")]
LanguageTag = Annotated[str, Meta(max_length=35, pattern=r"^[A-Za-z]{2,8}([-_][A-Za-z0-9]{1,8})*\Z")]


class TokenRequest(Struct, frozen=True, rename={"external_user_id": "externalUserId"}):
    """For whom, and for how long. locale: the language tag the panel speaks to them by, such as `de-CH`."""

    external_user_id: Plain
    permissions: Annotated[tuple[Plain, ...], Meta(max_length=100)] = ()
    name: Plain | None = None
    locale: LanguageTag | None = None
    ttl_seconds: Annotated[int, Meta(ge=1, le=LONGEST_LIFETIME_SECONDS)] = _USUAL_SECONDS


class SignedToken(Struct, frozen=True):
    """expires_in: seconds of life."""

    token: str
    expires_in: int


@post("/embed-tokens", status_code=201)
async def sign(
    request: Request[Json, Workspace, Json],
    parts: NamedDependency[SkipValidation[Parts]],
    workspace: NamedDependency[SkipValidation[Workspace]],
) -> SignedToken:
    """A token as the host would have signed it itself."""
    asked = await read_json(request, TokenRequest)
    token = parts.tokens.sign(
        workspace,
        UserId(asked.external_user_id),
        permissions=asked.permissions,
        name=asked.name,
        locale=asked.locale,
        lifetime_seconds=asked.ttl_seconds,
    )
    if len(token) > MOST_BYTES:
        raise Unacceptable(f"The token would have {len(token):,} bytes; {MOST_BYTES:,} are the most. Send less in it.")
    return SignedToken(token, asked.ttl_seconds)


handlers = [sign]
