"""Origins, written one way so that they can be compared as strings."""

import re
from collections.abc import Iterable
from urllib.parse import SplitResult, urlsplit

from app.contract.people import Workspace
from app.errors import Unacceptable

_PORTS = {"http": 80, "https": 443}
_ORIGIN = re.compile(r"https?://[^/?#@\\\s]+/?", re.IGNORECASE)
_NAME = re.compile(r"[a-z0-9_]([a-z0-9_-]*[a-z0-9_])?(\.[a-z0-9_]([a-z0-9_-]*[a-z0-9_])?)*")
_ADDRESS = re.compile(r"[0-9a-f:.]*:[0-9a-f:.]*")


def normal_origin(origin: str) -> str:
    """
    Scheme, host and a port that isn't the scheme's own, as a browser writes it.

    Raises:
        Unacceptable: Not exactly an http or https origin. No wildcards, no paths, no `null`.
    """
    try:
        parts = urlsplit(origin)
        host, port = _host(parts), parts.port
    except ValueError:
        host, port, parts = "", None, urlsplit("")
    if not host or not _ORIGIN.fullmatch(origin):
        message = f"{origin!r} is no origin; write it like 'https://app.example.com', without a path."
        raise Unacceptable(message)
    return f"{parts.scheme}://{host}" if port in (None, _PORTS[parts.scheme]) else f"{parts.scheme}://{host}:{port}"


def is_listed(origin: str, workspaces: Iterable[Workspace]) -> bool:
    """Whether a browser's `Origin` header is, to the letter, one of the workspaces'."""
    return any(origin in workspace.origins for workspace in workspaces)


def _host(parts: SplitResult) -> str:
    """The host as a browser writes it; empty when it is none."""
    host = parts.hostname or ""
    if _ADDRESS.fullmatch(host):
        return f"[{host}]"
    # A UnicodeError is a ValueError; the caller says it as the same fault.
    name = host.encode("idna").decode()
    return name if _NAME.fullmatch(name) else ""
