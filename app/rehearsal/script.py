"""What a script may say: when it plays, and what it streams at each model request of the turn."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from pathlib import Path

import msgspec

from app.contract.ids import Json

SCRIPTS = Path(__file__).parent / "scripts"

_NAME = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")


class _Part(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """Scripts are written by hand, so a misspelt key is a fault and not a wish."""


class Pace(_Part, frozen=True, kw_only=True):
    """How fast deltas leave: one write of `batch` deltas of `chunk` characters every `delta_ms` milliseconds."""

    delta_ms: float = 0
    chunk: int = 16
    batch: int = 1


class Fault(_Part, frozen=True, kw_only=True):
    """
    Something that goes wrong, one of: an HTTP `status` before the stream, an `error_event` in it, a `cut` (the socket
    drops), an `eof` (a clean end without `message_stop`), a `stall` in seconds after which the stream goes on.

    `cut` and `eof` say after how many deltas; `after` says so for `error_event` and `stall`. The first `times`
    identical requests fail and the next one plays; without `times` all fail.
    """

    status: int = 0
    type: str = ""
    message: str = "Overloaded"
    retry_after: float | None = None
    error_event: str = ""
    cut: int | None = None
    eof: int | None = None
    stall: float = 0
    after: int = 0
    times: int | None = None


class Call(_Part, frozen=True, kw_only=True):
    """
    A tool call: `with` are its arguments, `raw` is streamed in their place as it stands, malformed or not.

    A list in the arguments may be made of what the page said: `{each: pattern, give: an item, most: how many}`.

    anyway: Make the call although nobody lent the tool, as a real model now and then does; for tests.
    """

    call: str
    anyway: bool = False
    arguments: dict[str, Json] = msgspec.field(default_factory=dict[str, Json], name="with")
    raw: str | None = None


class Listing(_Part, frozen=True, kw_only=True):
    """All matches of `pattern` in what the page answered, one `line` each, as `{list}` and `{count}`; else `none`."""

    pattern: str
    line: str
    none: str


class Step(_Part, frozen=True, kw_only=True):
    """
    One answer of the model. `find` looks values up by regex in what the page said, newest first; when one is not
    found, `otherwise` is said and the turn ends. Of `either`, the first whose `answered` matches the last answer
    plays, its named groups joining the values. `thinking` is what it thinks first, sealed when `redacted`;
    with `if_asked` only when the request asks for thinking, as a real model does.
    """

    text: str = ""
    calls: list[Call] = []
    find: dict[str, str] = {}
    otherwise: str = ""
    listing: Listing | None = None
    either: list[Step] = []
    answered: str = ""
    thinking: str = ""
    redacted: bool = False
    if_asked: bool = False
    repeat: int = 1
    markdown: int = 0
    stop_reason: str = ""
    fault: Fault | None = None


class Script(_Part, frozen=True, kw_only=True):
    """
    Plays when `says` is found in the user's last words and every tool of `lent` is lent.

    `ask` is what a person would type to see it, listed by the default answer. The first script that fits plays.
    """

    name: str
    says: str
    steps: list[Step]
    ask: str = ""
    lent: list[str] = []
    pace: Pace | None = None
    fault: Fault | None = None


def load_scripts(source: Path | Sequence[Json]) -> list[Script]:
    """
    Scripts of one YAML file, of a folder's `*.yaml` in order of name, or given as plain data.

    Raises:
        msgspec.ValidationError: A script is not one; the message names the place.
        ValueError: A name is taken twice or is not of lower-case words joined by hyphens.
    """
    scripts = list(_read(source))
    names = [script.name for script in scripts]
    for name in names:
        if not _NAME.fullmatch(name) or names.count(name) > 1:
            raise ValueError(f"A script's name is unique lower-case words joined by hyphens, not {name!r}.")
    return scripts


def _read(source: Path | Sequence[Json]) -> Iterator[Script]:
    if not isinstance(source, Path):
        yield from msgspec.convert(list(source), list[Script])
        return
    for path in sorted(source.glob("*.yaml")) if source.is_dir() else [source]:
        yield from msgspec.yaml.decode(path.read_bytes(), type=list[Script])
