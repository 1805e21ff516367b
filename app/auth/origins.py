"""Origins, written one way so that they can be compared as strings."""

import re
from collections.abc import Iterable
from urllib.parse import urlsplit

from app.contract.people import Workspace
from app.errors import Unacceptable

_PORTS = {"http": 80, "https": 443}
_HOST = re.compile(r"[a-z0-9_]([a-z0-9_-]*[a-z0-9_])?(\.[a-z0-9_]([a-z0-9_-]*[a-z0-9_])?)*|\[[0-9a-f:.]+\]")


def normal_origin(origin: str) -> str:
    """
    Scheme, host and a port that isn't the scheme's own, as a browser writes it.

    Raises:
        Unacceptable: Not exactly an http or https origin. No wildcards, no paths, no `null`.
    """
    try:
        parts = urlsplit(origin.strip())
        host = (parts.hostname or "").encode("idna").decode() if ":" not in (parts.hostname or "") else f"[{parts.hostname}]"
        port = parts.port
    except ValueError:
        raise _no_origin(origin) from None
    bare = not (parts.path.strip("/") or parts.query or parts.fragment or "@" in parts.netloc or parts.path.startswith("//"))
    if parts.scheme not in _PORTS or not bare or not _HOST.fullmatch(host):
        raise _no_origin(origin)
    return f"{parts.scheme}://{host}" if port in (None, _PORTS[parts.scheme]) else f"{parts.scheme}://{host}:{port}"


def is_listed(origin: str, workspaces: Iterable[Workspace]) -> bool:
    """Whether a browser's `Origin` header is, to the letter, one of the workspaces'."""
    return any(origin in workspace.origins for workspace in workspaces)


def _no_origin(origin: str) -> Unacceptable:
    return Unacceptable(f"{origin!r} is no origin; write it like 'https://app.example.com', without a path.")
