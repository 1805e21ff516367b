"""A host's list of tools, judged: what can't be lent is dropped with a reason, and the rest is lent."""

import hashlib
import re
from typing import Final, cast, get_args

import msgspec
from msgspec import Struct

from app.contract.ids import Json
from app.contract.remote import ProviderId, RemoteName, RemoteTool, Verb
from app.errors import Unacceptable
from app.pages.schemas import fit

NAME: Final = re.compile(r"[a-zA-Z0-9_-]{1,64}")
"""Names the model API takes; one that it refuses would cost the whole request."""

VERBS: Final[frozenset[str]] = frozenset(get_args(Verb))
MOST_TOOLS: Final = 128
_LONGEST_DESCRIPTION: Final = 2_000
_canonical = msgspec.json.Encoder(order="deterministic")


class Dropped(Struct, frozen=True):
    """A tool that is not lent. `name` is as the host wrote it, cut; `place` its index in the list."""

    name: str
    place: int
    reason: str


class Offer(Struct, frozen=True):
    """What of a host's list can be lent, and what can't."""

    tools: tuple[RemoteTool, ...]
    dropped: tuple[Dropped, ...]


def read_offer(provider: ProviderId, body: Json) -> Offer:
    """
    The tools of a host's answer to `GET /tools`.

    Raises:
        Unacceptable: It is no tool list.
    """
    listed = cast("dict[str, Json]", body).get("tools") if isinstance(body, dict) else None
    if not isinstance(listed, list):
        raise Unacceptable('The answer is no tool list; {"tools": []} would be one.')
    tools: dict[str, RemoteTool] = {}
    dropped: list[Dropped] = []
    for place, entry in enumerate(cast("list[Json]", listed)):
        try:
            tool = _tool(provider, entry)
            _check_room(tool, tools)
        except Unacceptable as fault:
            dropped.append(Dropped(_name_of(entry), place, str(fault)))
        else:
            tools[tool.key.name] = tool
    return Offer(tuple(tools.values()), tuple(dropped))


def _tool(provider: ProviderId, entry: Json) -> RemoteTool:
    if not isinstance(entry, dict):
        raise Unacceptable("It is no object.")
    given = cast("dict[str, Json]", entry)
    name, verb, description = given.get("name"), given.get("verb"), given.get("description")
    if not (isinstance(name, str) and NAME.fullmatch(name)):
        raise Unacceptable("Its name is none: 1 to 64 letters, digits, '_' and '-' would be one.")
    if not (isinstance(verb, str) and verb in VERBS):
        raise Unacceptable("Its verb is none of get, create, update and delete.")
    schema = fit(given.get("inputSchema"))
    return RemoteTool(
        RemoteName(provider, name),
        cast("Verb", verb),
        description[:_LONGEST_DESCRIPTION] if isinstance(description, str) else "",
        schema,
        digest=_digest([name, description, verb, given.get("inputSchema")]),
    )


def _check_room(tool: RemoteTool, others: dict[str, RemoteTool]) -> None:
    if tool.key.name in others:
        raise Unacceptable("Another tool of this server has its name.")
    if len(others) >= MOST_TOOLS:
        raise Unacceptable(f"The server lends more than {MOST_TOOLS} tools.")


def _digest(definition: list[Json]) -> str:
    return hashlib.sha256(_canonical.encode(definition)).hexdigest()


def _name_of(entry: Json) -> str:
    name = cast("dict[str, Json]", entry).get("name") if isinstance(entry, dict) else None
    return name[:80] if isinstance(name, str) else ""
