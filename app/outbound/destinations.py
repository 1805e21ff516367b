"""Where a URL leads, read once and by one parser: nothing else looks at the text again."""

import re
from collections.abc import Collection, Sequence
from ipaddress import ip_address
from typing import Final

import httpcore
import httpx
from msgspec import Struct

from app.outbound.faults import Refused

_PORTS: Final = {"https": 443, "http": 80}
_ANY_PORT: Final = range(1, 65536)
_NAME: Final = re.compile(r"(?=.{1,253}$)([a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?\.)*[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?")
_NUMERIC: Final = re.compile(r"(.*\.)?(0x[0-9a-f]*|[0-9]+)")


class Destination(Struct, frozen=True):
    """
    A server and what to ask it for.

    host: as it is looked up, an IPv6 address without brackets; authority: as the `Host` header says it;
    target: path and query; trusted: listed by the operator, so it may be private and plain `http`.
    """

    scheme: str
    host: str
    port: int
    authority: str
    target: bytes
    trusted: bool

    @property
    def server(self) -> str:
        """What limits and logs go by."""
        return f"{self.scheme}://{_bracketed(self.host)}:{self.port}"

    @property
    def origin(self) -> httpcore.Origin:
        return httpcore.Origin(self.scheme.encode(), self.host.encode(), self.port)

    @property
    def url(self) -> httpcore.URL:
        return httpcore.URL(scheme=self.scheme, host=self.host, port=self.port, target=self.target)


def destination_of(url: str, allow: Collection[str], query: Sequence[tuple[str, str]] = ()) -> Destination:
    """
    Read a URL.

    allow: hosts, each with or without a port, that may be private and plain `http`; query: added to the URL's own.

    Raises:
        Refused: for its `address`: no URL of a server that may be called. The text is the same for all of them.
    """
    parsed = _parsed(url, query)
    host = parsed.raw_host.decode("ascii")
    if parsed.scheme not in _PORTS:
        raise Refused("address", f"the scheme is {parsed.scheme[:20]!r}")
    if parsed.userinfo:
        raise Refused("address", "the URL holds a user or a password")
    if not (_is_literal(host) or _is_name(host)):
        raise Refused("address", "the host is no name and no address in its usual form")
    port = _PORTS[parsed.scheme] if parsed.port is None else parsed.port
    trusted = not {_bracketed(host), f"{_bracketed(host)}:{port}"}.isdisjoint(allow)
    if port not in _ANY_PORT or (parsed.scheme == "http" and not trusted):
        raise Refused("address", f"{parsed.scheme} on port {port} is not allowed there")
    return Destination(parsed.scheme, host, port, parsed.netloc.decode("ascii"), parsed.raw_path, trusted)


def _parsed(url: str, query: Sequence[tuple[str, str]]) -> httpx.URL:
    try:
        parsed = httpx.URL(url)
        return parsed.copy_merge_params(list(query)) if query else parsed
    except (httpx.InvalidURL, UnicodeError) as fault:
        raise Refused("address", f"the URL can't be read ({type(fault).__name__})") from None


def _is_literal(host: str) -> bool:
    try:
        ip_address(host)
    except ValueError:
        return False
    return "%" not in host


def _is_name(host: str) -> bool:
    """A name of letters. `127.1`, `0x7f000001` and `2130706433` are addresses to some readers and names to others."""
    return bool(_NAME.fullmatch(host)) and not _NUMERIC.fullmatch(host)


def _bracketed(host: str) -> str:
    return f"[{host}]" if ":" in host else host
