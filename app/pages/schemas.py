"""
JSON Schemas others sent: the gate before one is used, and the compiled form that judges arguments.

Only what is cheap to check passes: at most 32 KiB, nested at most 16 deep (8 schemas within each other), its references
inside it, its patterns such as run in linear time. To be lent, it is also an object schema that the model API takes.
"""

import hashlib
import re
from collections import OrderedDict
from collections.abc import Iterator
from typing import NamedTuple, NoReturn, cast

import jsonschema_rs
import msgspec

from app.contract.ids import Json
from app.errors import Unacceptable
from app.pages.judging import Judging, TooCostly

SIZE_BYTES = 32 * 1024
DEPTH = 16

KEY_LENGTH = 64
"""Most characters of a property's name at the root; the model API takes no more."""

_KEY = re.compile(rf"[a-zA-Z0-9_.-]{{1,{KEY_LENGTH}}}")
_REFERENCES = ("$ref", "$dynamicRef", "$recursiveRef")
_COMBINED = ("allOf", "anyOf", "oneOf")
_DATA = frozenset({"const", "enum", "default", "examples"})
_BY_NAME = frozenset({"properties", "patternProperties", "$defs", "definitions", "dependentSchemas"})
_COMPILED = 512
_encoder = msgspec.json.Encoder(order="deterministic")
_cache: OrderedDict[bytes, "_Ready"] = OrderedDict()


class _Ready(NamedTuple):
    validator: jsonschema_rs.Draft202012Validator
    judging: Judging


def fit(schema: Json) -> dict[str, Json]:
    """
    The schema, once it may be lent.

    Raises:
        Unacceptable: It may not; the sentence says what is wrong and what would be right.
    """
    if not isinstance(schema, dict) or cast("dict[str, Json]", schema).get("type") != "object":
        raise Unacceptable('It is no object schema; one such as {"type": "object", "properties": {}} would be right.')
    checked = {key: value for key, value in cast("dict[str, Json]", schema).items() if key != "$schema"}
    _check_extent(checked)
    _check_root(checked)
    return sound(checked)


def sound(schema: dict[str, Json]) -> dict[str, Json]:
    """
    The schema, once it may judge anything, whatever its root is.

    Raises:
        Unacceptable: It may not; the sentence says what is wrong and what would be right.
    """
    checked = {key: value for key, value in schema.items() if key != "$schema"}
    _check_extent(checked)
    for part in _schemas_in(checked):
        _check_references(part)
    _compile_or_say(checked)
    return checked


def issues(schema: dict[str, Json], value: Json) -> list[jsonschema_rs.ValidationError]:
    """
    Where a value breaks a schema.

    Raises:
        TooCostly: Judging it would take too long.
    """
    ready = _ready(schema)
    ready.judging.check(value)
    return list(ready.validator.iter_errors(value))


def _ready(schema: dict[str, Json]) -> _Ready:
    """
    The schema's validator, made once per schema and process.

    Raises:
        jsonschema_rs.ValidationError: It is no valid schema, or a pattern is not one of the linear engine's.
    """
    digest = hashlib.sha256(_encoder.encode(schema)).digest()
    found = _cache.get(digest) or _Ready(
        jsonschema_rs.Draft202012Validator(
            schema, retriever=_refuse, pattern_options=jsonschema_rs.RegexOptions(size_limit=1 << 20)
        ),
        Judging(schema),
    )
    _cache[digest] = found
    _cache.move_to_end(digest)
    while len(_cache) > _COMPILED:
        _cache.popitem(last=False)
    return found


def is_linear(pattern: str) -> bool:
    """Whether the linear engine can run a pattern; look-around and back references it can't."""
    try:
        _ready({"type": "string", "pattern": pattern})
    except (jsonschema_rs.ValidationError, ValueError):
        return False
    return True


def _refuse(uri: str) -> NoReturn:
    raise LookupError(f"References are never fetched: {uri!r}.")


def _deeper_than(value: Json, levels: int) -> bool:
    if not isinstance(value, dict | list):
        return False
    if levels == 0:
        return True
    inner = cast("dict[str, Json]", value).values() if isinstance(value, dict) else cast("list[Json]", value)
    return any(_deeper_than(each, levels - 1) for each in inner)


def _check_extent(schema: dict[str, Json]) -> None:
    if _deeper_than(schema, DEPTH):
        raise Unacceptable(f"It is nested more than {DEPTH} deep.")
    if len(_encoder.encode(schema)) > SIZE_BYTES:
        raise Unacceptable(f"It is larger than {SIZE_BYTES // 1024} KiB.")


def _check_root(schema: dict[str, Json]) -> None:
    """What the model API refuses, which would cost the whole request."""
    for keyword in _COMBINED:
        if keyword in schema:
            raise Unacceptable(f"It has {keyword!r} at its root, which the model takes only further down.")
    properties = schema.get("properties", {})
    if not isinstance(properties, dict):
        raise Unacceptable("Its properties are no object.")
    for key in cast("dict[str, Json]", properties):
        if not _KEY.fullmatch(key):
            raise Unacceptable(
                f"Its property {key[:80]!r} is misnamed; letters, digits, '_', '.' and '-' would be right."
            )


def _check_references(schema: dict[str, Json]) -> None:
    for keyword in _REFERENCES:
        target = schema.get(keyword, "#")
        if not (isinstance(target, str) and target.startswith("#")):
            raise Unacceptable(f"Its {keyword!r} leads outside itself; one that begins with '#/$defs/' would be right.")
    if "$id" in schema:
        raise Unacceptable("It has an '$id', so its references would lead outside itself; leave it out.")


def _schemas_in(schema: Json) -> Iterator[dict[str, Json]]:
    """Every schema within a schema, itself first; property names and plain data are not mistaken for keywords."""
    if isinstance(schema, list):
        for each in cast("list[Json]", schema):
            yield from _schemas_in(each)
    if not isinstance(schema, dict):
        return
    keywords = cast("dict[str, Json]", schema)
    yield keywords
    for keyword, value in keywords.items():
        if keyword in _BY_NAME and isinstance(value, dict):
            yield from _schemas_in(list(cast("dict[str, Json]", value).values()))
        elif keyword not in _DATA:
            yield from _schemas_in(value)


def _compile_or_say(schema: dict[str, Json]) -> None:
    try:
        _ready(schema).judging.check_schemas(_schemas_in(schema))
    except TooCostly as fault:
        raise Unacceptable(
            "Its references lead back to where they stand, or multiply so that judging anything would take too long."
        ) from fault
    except jsonschema_rs.ValidationError as fault:
        raise Unacceptable(f"It does not hold as a JSON Schema: {fault.message[:200]}.") from fault
    except (ValueError, jsonschema_rs.ReferencingError) as fault:
        raise Unacceptable(f"It does not hold as a JSON Schema: {str(fault)[:200]}.") from fault
