"""What `assist lint` and `assist inspect` read: files, folders of templates, pages of the developer's own server."""

import sys
import time
from collections.abc import Generator, Sequence
from contextlib import contextmanager
from pathlib import Path

import httpx
from msgspec import Struct

from app.cli.decoding import page_text
from app.errors import AssistError, NotFound, TooLarge, Unacceptable

TIMEOUT_SECONDS = 10.0
SIZE_BYTES = 5 * 1024 * 1024
USAGE = 2
"""Exit status where nothing could be judged: a path that is not there, a server that does not answer."""

_ENDINGS = frozenset({".html", ".htm", ".jinja", ".jinja2", ".j2", ".djhtml"})
_SKIPPED = frozenset({"node_modules", "site-packages", "__pycache__"})


class Source(Struct, frozen=True):
    """
    One page or template.

    name: the path or URL as it is told. url: where it was served from; None for a file, which may be a template.
    """

    name: str
    text: str
    url: str | None = None


@contextmanager
def usage() -> Generator[None]:
    """What can't be read at all is one sentence and exit status 2: 1 is for faults that were found."""
    try:
        yield
    except AssistError as fault:
        print(f"assist: {fault}", file=sys.stderr)
    except OSError as fault:
        print(f"assist: {fault}.", file=sys.stderr)
    except RecursionError:
        print("assist: The page is nested too deeply.", file=sys.stderr)
    else:
        return
    sys.exit(USAGE)


def sources(named: Sequence[str]) -> list[Source]:
    """
    Every page or template of these paths, folders and URLs, each once.

    Raises:
        NotFound: There is nothing of that name, or no template in that folder.
        TooLarge: It has more than 5 MiB.
        Unacceptable: The server gave no page.
    """
    found: dict[str, Source] = {}
    for name in named:
        for source in [_fetched(name)] if is_url(name) else map(_read, _files(Path(name))):
            found.setdefault(source.name, source)
    return list(found.values())


def source(name: str) -> Source:
    """
    One page or template.

    Raises: as `sources`.
    """
    if not is_url(name) and Path(name).is_dir():
        raise Unacceptable(f"{name!r} is a folder; one template of it, or a URL, would be right.")
    return sources([name])[0]


def is_url(name: str) -> bool:
    return name.lower().startswith(("http://", "https://"))


def _files(path: Path) -> list[Path]:
    if path.is_file():
        return [path]
    if not path.is_dir():
        raise NotFound(f"There is no file or folder {str(path)!r}.")
    found = sorted(each for each in path.rglob("*") if each.suffix in _ENDINGS and _is_ours(each.relative_to(path)))
    if not found:
        raise NotFound(f"There is no template in {str(path)!r}; they end in {', '.join(sorted(_ENDINGS))}.")
    return found


def _is_ours(path: Path) -> bool:
    """Whether it is neither hidden nor somebody else's package."""
    return not any(part.startswith(".") or part in _SKIPPED for part in path.parts)


def _read(path: Path) -> Source:
    if path.stat().st_size > SIZE_BYTES:
        raise TooLarge(f"{str(path)!r} has more than {SIZE_BYTES // 1024**2} MiB.")
    return Source(str(path), path.read_text(encoding="utf-8-sig", errors="replace"))


def _fetched(url: str) -> Source:
    """A page, as the developer's own server gives it to nobody in particular."""
    until = time.monotonic() + TIMEOUT_SECONDS
    body = bytearray()
    try:
        with (
            httpx.Client(timeout=TIMEOUT_SECONDS, follow_redirects=True, trust_env=False) as client,
            client.stream("GET", url, headers={"Accept": "text/html"}) as response,
        ):
            _check(response)
            for chunk in response.iter_bytes():
                body += chunk
                if len(body) > SIZE_BYTES:
                    raise TooLarge(f"{url} has more than {SIZE_BYTES // 1024**2} MiB.")
                if time.monotonic() > until:
                    raise Unacceptable(f"{url} took longer than {TIMEOUT_SECONDS:.0f} seconds.")
            return Source(url, page_text(bytes(body), response.charset_encoding), str(response.url))
    except (httpx.HTTPError, httpx.InvalidURL, UnicodeError) as fault:
        raise Unacceptable(f"{url} could not be read: {str(fault).rstrip('.') or type(fault).__name__}.") from fault


def _check(response: httpx.Response) -> None:
    if response.is_error:
        raise Unacceptable(f"{response.url} answered {response.status_code} {response.reason_phrase}.")
    kind = response.headers.get("content-type", "text/html")
    if "html" not in kind.lower():
        raise Unacceptable(f"{response.url} is {kind}, which is no page.")
