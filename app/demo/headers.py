"""What every answer of the shop carries, and the requests it refuses unread."""

from __future__ import annotations

from litestar import Response
from litestar.datastructures import MutableScopeHeaders
from litestar.types import BeforeMessageSendHookHandler, Message, Scope

from app.demo.visitors import ShopRequest

_SAFE_METHODS = {"GET", "HEAD", "OPTIONS"}


def security_headers(assist_origin: str) -> BeforeMessageSendHookHandler:
    """A hook that lets pages load scripts and frames from the shop and from where the assistant is, and no others."""
    assist = f"'self' {assist_origin}".strip()
    policy = (
        f"default-src 'none'; script-src {assist}; frame-src {assist}; style-src 'self'; img-src 'self'; "
        "connect-src 'self'; form-action 'self'; base-uri 'none'; object-src 'none'; frame-ancestors 'none'"
    )

    async def add_headers(message: Message, scope: Scope) -> None:  # noqa: ARG001 - Litestar's signature
        if message["type"] == "http.response.start":
            headers = MutableScopeHeaders.from_message(message)
            headers["Content-Security-Policy"] = policy
            headers["X-Content-Type-Options"] = "nosniff"
            headers["Referrer-Policy"] = "same-origin"

    return add_headers


def refuse_other_sites(request: ShopRequest) -> Response[str] | None:
    """The cookie alone must not let another site's page press the shop's buttons or fetch its tokens."""
    site = request.headers.get("sec-fetch-site", "none")
    if request.method in _SAFE_METHODS or site in {"same-origin", "none"}:
        return None
    return Response("This request came from another site.", status_code=403, media_type="text/plain")
