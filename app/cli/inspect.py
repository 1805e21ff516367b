"""`assist inspect`: what the model would read of a page: its note, the tools it lends, and what that weighs."""

import json
import re
from typing import Annotated, cast
from urllib.parse import unquote

import msgspec
from cyclopts import Parameter
from msgspec import Struct

from app.cli.sources import Source, source, usage
from app.contract.ids import Json
from app.contract.page import Fault
from app.contract.tools import ToolSpec
from app.pages.announcement import read_facts
from app.pages.lent import lent
from app.pages.lint.branches import readings
from app.pages.lint.template import Template, is_unknown, mask
from app.pages.note import note
from app.pages.scan import scan

_CHARACTERS_A_TOKEN = 4
_FILE = "https://template.invalid/"
_NO_NAME = re.compile(r"[^a-zA-Z0-9_-]+")

Facts = dict[str, Json]


class Reading(Struct, frozen=True):
    """What the model would read, the faults of what it would not, and rough weights in tokens."""

    note: str
    tools: tuple[ToolSpec, ...]
    faults: tuple[Fault, ...]
    rough_tokens: dict[str, int]


def inspect(path: str, *, as_json: Annotated[bool, Parameter(name="--json", negative="")] = False) -> int:
    """
    Print what the model would read of a page: its note, its tools with their schemas, faults, and a rough token count.

    Args:
        path: A template, or a URL of your own server. Of a template, expressions stand as they are written.
        as_json: Print JSON {note, tools, faults, rough_tokens}.
    """
    with usage():
        reading = reading_of(source(path))
    print(json.dumps(msgspec.to_builtins(reading), indent=2, ensure_ascii=False) if as_json else _as_text(reading))
    return 0


def reading_of(read: Source) -> Reading:
    """What the model would read of a page or template."""
    template = mask(read.text) if read.url is None else Template(read.text)
    facts = _written_out(template, scan(readings(template)[0], url=read.url or _FILE))
    announced = read_facts({**facts, "document": "d_0", "seq": 0})
    said, tools = note(announced.facts), tuple(each.spec for each in lent(announced.facts))
    weights = {"note": _rough(said), "tools": _rough(_compact(msgspec.to_builtins(tools)) if tools else "")}
    return Reading(said, tools, announced.faults, {**weights, "total": sum(weights.values())})


def _as_text(reading: Reading) -> str:
    tools = [f"{tool.name}\n  {tool.description}\n  {_compact(tool.input_schema)}" for tool in reading.tools]
    faults = [f"  {fault.path}: {fault.message}" for fault in reading.faults]
    parts = (
        reading.note or "No page introduces itself here (hx-assist-page), so there is no note.",
        f"Tools ({len(tools)})",
        *tools,
        *([f"Faults ({len(faults)})", "\n".join(faults)] if faults else []),
        _weighed(reading.rough_tokens),
    )
    return "\n\n".join(parts)


def _weighed(rough: dict[str, int]) -> str:
    return (
        f"Roughly {rough['total']:,} tokens: {rough['note']:,} of note, {rough['tools']:,} of tools "
        f"(characters / {_CHARACTERS_A_TOKEN}; a model counts its own way)."
    )


def _rough(text: str) -> int:
    return -(-len(text) // _CHARACTERS_A_TOKEN)


def _compact(value: Json) -> str:
    return json.dumps(value, ensure_ascii=False)


def _written_out(template: Template, facts: Facts) -> Facts:
    """The facts with each expression as the template writes it, in a form each entry may hold."""
    for key in ("tools", "actions", "fields"):
        for entry in cast("list[Facts]", facts[key]):
            _fit_for_lending(template, entry)
    for place in cast("list[Facts]", facts["destinations"]):
        path = unquote(cast("str", place["path"]))
        place["path"] = template.reveal(path, compact=True) if is_unknown(path) else place["path"]
    return cast("Facts", _revealed(template, facts))


def _fit_for_lending(template: Template, entry: Facts) -> None:
    """A name spelt from its expression; a schema or marker nobody knows yet as the plainest there is."""
    name, schema, marker = cast("str", entry["name"]), entry.get("parameters"), entry["consequential"]
    if is_unknown(name):
        entry["name"] = _NO_NAME.sub("_", template.reveal(name, bare=True))
    if isinstance(schema, str) and is_unknown(schema):
        entry["parameters"] = {"type": "object"}
    if isinstance(marker, str) and is_unknown(marker):
        entry["consequential"] = False


def _revealed(template: Template, value: Json) -> Json:
    match value:
        case str():
            return template.reveal(value)
        case list():
            return [_revealed(template, each) for each in cast("list[Json]", value)]
        case dict():
            return {key: _revealed(template, each) for key, each in cast("Facts", value).items()}
        case _:
            return value
