"""What a schema has against the arguments a person put: one fault an argument, as a code that has its words."""

from collections.abc import Iterator, Mapping
from typing import Final, cast

import jsonschema_rs
from msgspec import Struct

from app.contract.ids import Json
from app.pages.judging import TooCostly
from app.pages.schemas import issues

_BY_KEYWORD: Final[Mapping[str, str]] = {
    "minimum": "least",
    "exclusiveMinimum": "more",
    "maximum": "most",
    "exclusiveMaximum": "less",
    "multipleOf": "step",
    "maxLength": "longest",
    "minLength": "shortest",
    "maxItems": "many",
    "minItems": "few",
    "enum": "choice",
    "const": "choice",
    "pattern": "pattern",
    "format": "format",
    "type": "type",
}


class Fault(Struct, frozen=True):
    """What is wrong with an argument (`name` None: with all of them): a code, and the limit or what is expected."""

    name: str | None
    code: str
    limit: str = ""


def faults(schema: dict[str, Json], args: dict[str, Json]) -> tuple[Fault, ...]:
    """What the schema has against arguments, at most one for each of them."""
    found: dict[str | None, Fault] = {}
    try:
        errors = issues(schema, args)
    except TooCostly:
        return (Fault(None, "large"),)
    for error in errors:
        for fault in _faults_of(error):
            found.setdefault(fault.name, fault)
    return tuple(found.values())


def _faults_of(error: jsonschema_rs.ValidationError) -> Iterator[Fault]:
    keyword, facts = error.kind.name, error.kind.as_dict()
    where = str(error.instance_path[0]) if error.instance_path else None
    match keyword:
        case "required" if where is None:
            yield Fault(str(facts["property"]), "required")
        case "additionalProperties" if where is None:
            yield from (Fault(str(name), "unknown") for name in facts["unexpected"])
        case "type" if facts.get("types") == ["integer"] or facts.get("types") == "integer":
            yield Fault(where, "whole")
        case _:
            yield Fault(where, _BY_KEYWORD.get(keyword, "unfit"), _limit(facts))


def _limit(facts: dict[str, Json]) -> str:
    """The number, or the words, that a fault's sentence names."""
    said = facts.get("limit", facts.get("multiple_of", facts.get("format", facts.get("types", ""))))
    return " / ".join(map(str, cast("list[Json]", said))) if isinstance(said, list) else str(said)
