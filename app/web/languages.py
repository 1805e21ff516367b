"""
The language the panel speaks to whoever asked: the token's word for it, then the browser's, else English.

It is set once a request and holds for everything the request draws, its stream included: every task of a request
begins with a copy of its context, so two readers of one conversation never hear each other's language.
"""

import re
from collections.abc import Generator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Final, Literal, get_args

from litestar.middleware import ASGIMiddleware
from litestar.types import ASGIApp, Receive, Scope, Send

Language = Literal["en", "de", "ar"]
Direction = Literal["ltr", "rtl"]

SOURCE: Final[Language] = "en"
LANGUAGES: Final[tuple[Language, ...]] = get_args(Language)

_RIGHT_TO_LEFT: Final = frozenset({"ar"})
_MOST_WISHES: Final = 20
_WISH = re.compile(r"\s*([A-Za-z]{2,8})(?:-[A-Za-z0-9-]{1,35})?\s*(?:;\s*q=([01](?:\.[0-9]{0,3})?)\s*)?")

_language: ContextVar[Language] = ContextVar("language", default=SOURCE)


def language() -> Language:
    """What is spoken here and now."""
    return _language.get()


def direction() -> Direction:
    """Where its lines begin."""
    return "rtl" if language() in _RIGHT_TO_LEFT else "ltr"


def speak(chosen: Language) -> None:
    """From here on in this request."""
    _language.set(chosen)


@contextmanager
def speaking(chosen: Language) -> Generator[None]:
    """While inside."""
    token = _language.set(chosen)
    try:
        yield
    finally:
        _language.reset(token)


def named(tag: str | None) -> Language | None:
    """The language a tag such as `de-CH` or `de_CH` names; None for one we don't speak."""
    first = (tag or "").replace("_", "-").partition("-")[0].lower()
    return next((each for each in LANGUAGES if each == first), None)


def wanted(accepted: str) -> Language:
    """
    The first of ours among what a browser accepts, by its own weights.

    See https://www.rfc-editor.org/rfc/rfc9110#field.accept-language
    """
    found = (_WISH.fullmatch(each) for each in accepted.split(",", _MOST_WISHES)[:_MOST_WISHES])
    wishes: list[tuple[float, Language]] = [
        (float(wish[2] or 1), known) for wish in found if wish and (known := named(wish[1]))
    ]
    heaviest = max(wishes, key=lambda wish: wish[0], default=None)
    return heaviest[1] if heaviest and heaviest[0] > 0 else SOURCE


class SpeakAsAsked(ASGIMiddleware):
    """The browser's language for each request; whoever shows a token that names another one is heard later."""

    async def handle(self, scope: Scope, receive: Receive, send: Send, next_app: ASGIApp) -> None:
        accepted = next((value for name, value in scope["headers"] if name == b"accept-language"), b"")
        with speaking(wanted(accepted.decode("latin-1"))):
            await next_app(scope, receive, send)
