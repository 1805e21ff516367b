"""
The headers every answer carries, whoever wrote it: nothing sniffs, caches, frames or refers more than it must.

A route that needs another value sets it itself; what is set here is only what is missing.
"""

from collections.abc import Sequence

from litestar.types import Message, Scope

_CLOSED = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
_DEFAULTS: tuple[tuple[bytes, bytes], ...] = (
    (b"content-security-policy", _CLOSED.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"cache-control", b"no-store"),
)


def panel_policy(origins: Sequence[str]) -> str:
    """
    The panel document's Content-Security-Policy.

    origins: the workspace's, exact; they alone may frame it, and with none nobody may.
    """
    ancestors = " ".join(origins) or "'none'"
    return (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; font-src 'self'; "
        "connect-src 'self'; form-action 'self'; base-uri 'none'; object-src 'none'; "
        f"frame-ancestors {ancestors}"
    )


async def add_missing_headers(message: Message, _: Scope) -> None:
    """Litestar's `before_send` hook. Foreign responses and the router's own 404 pass through it too."""
    if message["type"] != "http.response.start":
        return
    headers = list(message["headers"])
    present = {name.lower() for name, _value in headers}
    headers.extend(default for default in _DEFAULTS if default[0] not in present)
    message["headers"] = headers
