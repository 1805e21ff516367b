"""One sentence about what was just done, kept in a short-lived cookie over the redirect that follows."""

from __future__ import annotations

from urllib.parse import quote, unquote

from litestar.datastructures import Cookie
from litestar.response import Redirect

from app.demo.visitors import ShopRequest

COOKIE = "shop_notice"

_SENTENCES = {
    "shipped": "Order {} is on its way.",
    "cancelled": "Order {} is cancelled.",
    "refunded": "Order {} is refunded.",
    "noted": "The note of order {} is saved.",
    "added": "Order {} is placed.",
    "saved": "The settings are saved.",
    "preferred": "The preferences are saved.",
    "offered": "{} is on sale again.",
    "withdrawn": "{} is off sale.",
}


def redirect_with(notice: str, path: str, subject: str = "") -> Redirect:
    """See `path` next, with the notice at its top."""
    cookie = Cookie(COOKIE, value=f"{notice}.{quote(subject)}", max_age=10, httponly=True, samesite="lax")
    return Redirect(path, cookies=[cookie], status_code=303)


def notice_of(request: ShopRequest) -> str:
    """The sentence the last answer left, or nothing."""
    kind, _, subject = request.cookies.get(COOKIE, "").partition(".")
    return _SENTENCES.get(kind, "").format(unquote(subject))


def own_path(path: str, otherwise: str) -> str:
    """`path` when it stays within the shop, so that a form cannot send one to another site."""
    return path if path.startswith("/") and not path.startswith(("//", "/\\")) else otherwise
