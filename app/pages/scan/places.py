"""Addresses on a page, resolved as a browser resolves them."""

from urllib.parse import SplitResult, quote, urljoin, urlsplit

_PORTS = {"http": 80, "https": 443}
_PATH = "/%:@!$&'()*+,;=~|[]\\"
_QUERY = "/%:@!$&()*+,;=~|[]\\?{}^`"


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
        url = urljoin(base, href.strip())
        urlsplit(url).port  # noqa: B018 - It is parsed when it is asked for.
    except ValueError:
        return None
    return url if urlsplit(url).scheme else None


def _port(parts: SplitResult) -> int | None:
    return None if parts.port == _PORTS[parts.scheme] else parts.port
