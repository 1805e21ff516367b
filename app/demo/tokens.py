"""The one endpoint a host app adds: an embed token for whoever is logged in, signed with the workspace's secret."""

from __future__ import annotations

import time

import jwt
import msgspec
from litestar import Response, post
from litestar.datastructures import State

from app.demo.settings import ShopSettings
from app.demo.visitors import ShopRequest, visitor_of

LIFE_SECONDS = 600
PERMISSIONS = ["orders:write", "products:write", "settings:write"]


class EmbedToken(msgspec.Struct, frozen=True):
    """What the page script fetches. `expires_in` is in seconds."""

    token: str
    expires_in: int


@post("/assist-token", status_code=200, sync_to_thread=False)
def embed_token(request: ShopRequest, state: State) -> Response[EmbedToken]:
    """Sign a token for the visitor."""
    settings: ShopSettings = state.settings
    visitor = visitor_of(request)
    now = int(time.time())
    claims = {
        "iss": settings.workspace_id,
        "sub": visitor.id,
        "aud": "assist",
        "iat": now,
        "exp": now + LIFE_SECONDS,
        "permissions": PERMISSIONS,
        "name": visitor.name,
    }
    token = jwt.encode(claims, settings.signing_secret.encode(), algorithm="HS256")
    return Response(EmbedToken(token, LIFE_SECONDS), headers={"Cache-Control": "no-store"})
