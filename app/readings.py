"""Single values out of an environment, each with the sentence that says what would be right."""

import re
from collections.abc import Collection, Mapping
from pathlib import Path

from app.errors import Misconfigured

_YES = ("1", "true", "yes", "on")
_NO = ("0", "false", "no", "off", "")
_HOST = re.compile(r"(\[[0-9a-f:.]+\]|[a-z0-9]([a-z0-9.-]*[a-z0-9])?)(:[0-9]{1,5})?")


def flag(environ: Mapping[str, str], name: str) -> bool:
    value = environ.get(name, "").strip().lower()
    if value not in _YES + _NO:
        message = f"{name} is {value!r}; it takes 1 or 0."
        raise Misconfigured(message)
    return value in _YES


def number(environ: Mapping[str, str], name: str, default: int, *, least: int = 1, most: int = 10**12) -> int:
    value = environ.get(name, "").strip()
    if not value:
        return default
    if not (value.isascii() and value.isdigit() and least <= int(value) <= most):
        message = f"{name} is {value!r}; it takes a whole number from {least} to {most}."
        raise Misconfigured(message)
    return int(value)


def folder(environ: Mapping[str, str], name: str) -> Path | None:
    value = environ.get(name)
    if not value:
        return None
    if not Path(value).is_dir():
        message = f"{name} is {value!r}, which is no folder."
        raise Misconfigured(message)
    return Path(value).resolve()


def hosts(environ: Mapping[str, str], name: str) -> frozenset[str]:
    """A comma list of host names, each with or without a port."""
    found = frozenset(host.strip().lower() for host in environ.get(name, "").split(",") if host.strip())
    for host in found:
        if not _HOST.fullmatch(host):
            message = f"{name} lists {host!r}; it takes host names such as 'tools.internal' or '127.0.0.1:8001'."
            raise Misconfigured(message)
    return found


def known_url(url: str, name: str, schemes: Collection[str], *, example: str) -> str:
    """The URL, once its scheme is one of these. It is never quoted: it may hold a password."""
    scheme, _, rest = url.partition("://")
    if not rest or scheme not in schemes:
        message = f"{name} is no URL we know; it takes one such as {example!r}."
        raise Misconfigured(message)
    return url
