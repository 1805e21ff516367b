"""Who is at the shop. A demo has no passwords: a cookie says who one is, and `?as=` sets it."""

from __future__ import annotations

import re

import msgspec
from litestar import Request
from litestar.datastructures import Cookie, State
from litestar.response import Redirect

COOKIE = "shop_user"
OPERATOR = "demo-operator"
_NAME = re.compile(r"[a-z][a-z0-9-]{0,31}")

ShopRequest = Request[None, None, State]


class Visitor(msgspec.Struct, frozen=True):
    """A person the shop knows; `id` is what the assistant's server is told."""

    id: str
    name: str


def visitor_of(request: ShopRequest) -> Visitor:
    """Whoever `?as=` or the cookie names, else the demo operator."""
    named = request.query_params.get("as") or request.cookies.get(COOKIE, "")
    if not _NAME.fullmatch(named) or named == "operator":
        return Visitor(OPERATOR, "Demo operator")
    return Visitor(named, named.replace("-", " ").title())


def change_visitor(request: ShopRequest) -> Redirect | None:
    """Turn a page opened with `?as=` into the cookie and the page without it."""
    if request.method != "GET" or "as" not in request.query_params:
        return None
    named = request.query_params["as"]
    value = named if _NAME.fullmatch(named) else "operator"
    cookie = Cookie(COOKIE, value=value, httponly=True, samesite="lax")
    return Redirect(request.url.path, cookies=[cookie], status_code=303)
