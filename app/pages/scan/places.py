"""Addresses on a page, resolved as a browser resolves them."""

import re
from urllib.parse import SplitResult, quote, urldefrag, urljoin, urlsplit

_PORTS = {"http": 80, "https": 443}
_PATH = "/%:@!$&'()*+,;=~|[]\\"
_QUERY = "/%:@!$&()*+,;=~|[]\\?{}^`"
_AROUND = "".join(map(chr, range(0x21)))
_BREAKS = re.compile(r"[\t\n\r]")
_PATH_ALONE = re.compile(r"[^?#]*")


def origin_of(url: str) -> str:
    """Scheme, host and port as `location.origin` gives them; `null` when there is no host."""
    parts = urlsplit(url)
    if parts.scheme not in _PORTS or not parts.hostname:
        return "null"
    port = _port(parts)
    return f"{parts.scheme}://{parts.hostname}" + ("" if port is None else f":{port}")


def path_of(url: str) -> str:
    """Path, query and fragment, with what a URL can't hold percent-encoded."""
    parts = urlsplit(url)
    query = f"?{quote(parts.query, safe=_QUERY)}" if parts.query else ""
    fragment = f"#{quote(parts.fragment, safe=_QUERY)}" if parts.fragment else ""
    return f"{quote(parts.path, safe=_PATH) or '/'}{query}{fragment}"


def resolved(href: str, base: str) -> str | None:
    """The absolute address; None when it is none."""
    try:
        url = urljoin(urldefrag(base).url, _as_read(href))
        urlsplit(url).port  # noqa: B018 - It is parsed when it is asked for.
    except ValueError:
        return None
    return url if urlsplit(url).scheme else None


def _as_read(href: str) -> str:
    """As a browser reads it: without breaks, and a backslash before the query is a slash."""
    written = _BREAKS.sub("", href.strip(_AROUND))
    path = _PATH_ALONE.match(written)
    end = path.end() if path else 0
    return written[:end].replace("\\", "/") + written[end:]


def _port(parts: SplitResult) -> int | None:
    return None if parts.port == _PORTS[parts.scheme] else parts.port
