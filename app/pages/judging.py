"""
What judging a value by a schema costs: schemas within it count as often as they are applied.

A schema of a few lines can refer to itself so that its cost doubles with each line, or with each level of the value;
the validator would follow, and the whole process would stand still with it.
"""

from collections.abc import Iterable, Iterator
from typing import Final, TypeAlias, cast
from urllib.parse import unquote

from app.contract.ids import Json

MOST_APPLIED: Final = 1_000_000
"""How often schemas are applied at the most for one value; some tenths of a second."""

_MOST_STEPS: Final = 200_000
"""How long that may be counted; each step takes some microseconds."""

_REFERENCES: Final = ("$ref", "$dynamicRef", "$recursiveRef")
_ANCHORS: Final = ("$anchor", "$dynamicAnchor")
_COMBINED: Final = ("allOf", "anyOf", "oneOf")
_HERE: Final = (*_COMBINED, "not", "if", "then", "else")
_HERE_BY_NAME: Final = ("dependentSchemas", "dependencies")
_OF_OTHERS: Final = ("additionalProperties", "unevaluatedProperties")
_OF_ITEMS: Final = ("items", "additionalItems", "unevaluatedItems", "contains")
_TWICE: Final = frozenset({"unevaluatedProperties", "unevaluatedItems"})
"""What has one of these, applies what is beside it once more, to see what that has looked at."""

Schema: TypeAlias = dict[str, Json]


class TooCostly(ValueError):
    """Judging this value by this schema would take too long."""


class Judging:
    """A schema, ready to be asked what judging a value would cost."""

    def __init__(self, schema: Schema) -> None:
        self._root = schema
        self._anchored: dict[str, list[Schema]] = {}
        self._objects = list(_objects(schema))
        for each in self._objects:
            for keyword in _ANCHORS:
                self._anchored.setdefault(str(each.get(keyword)), []).append(each)
        self._weight = sum(map(_weight, self._objects))
        self._refers = any(keyword in each for each in self._objects for keyword in _REFERENCES)

    def check_schemas(self, schemas: Iterable[Schema]) -> None:
        """
        Judge the schemas within it, before there is any value.

        Raises:
            TooCostly: One of them costs too much by itself, or leads to itself without going further into a value.
        """
        self._check(_Count(self), ((each, None) for each in schemas))

    def check(self, value: Json) -> None:
        """Raises `TooCostly`."""
        if self._refers or self._weight * _size(value) > MOST_APPLIED:
            self._check(_Count(self), [(self._root, value)])

    def _check(self, count: "_Count", pairs: Iterable[tuple[Schema, Json]]) -> None:
        try:
            applied = max(count.of(*pair) for pair in pairs)
        except RecursionError:
            raise TooCostly from None
        if applied > MOST_APPLIED:
            raise TooCostly

    def next_to(self, schema: Schema, value: Json) -> Iterator[tuple[Schema, Json]]:
        """What is applied because a schema is applied to a value: to the same one, and to what is in it."""
        for each in self._here(schema):
            yield each, value
        if isinstance(value, dict):
            yield from _of_members(schema, cast("dict[str, Json]", value))
        elif isinstance(value, list):
            yield from _of_items(schema, cast("list[Json]", value))

    def _here(self, schema: Schema) -> Iterator[Schema]:
        for keyword in _REFERENCES:
            if keyword in schema:
                yield from self._meant(str(schema[keyword]))
        for keyword in _HERE:
            yield from _schemas(schema.get(keyword))
        for keyword in _HERE_BY_NAME:
            yield from _schemas(_values(schema.get(keyword)))

    def _meant(self, reference: str) -> list[Schema]:
        """Where an anchor stands more than once, each counts."""
        fragment = unquote(reference.removeprefix("#"))
        if fragment and not fragment.startswith("/"):
            return self._anchored.get(fragment, [])
        found: Json = self._root
        for step in fragment.split("/")[1:]:
            found = _stepped(found, step.replace("~1", "/").replace("~0", "~"))
        return list(_schemas(found))


class _Count:
    """Counts each schema and value once, however often the two meet."""

    def __init__(self, judging: Judging) -> None:
        self._judging = judging
        self._known: dict[tuple[int, int], int | None] = {}
        self._steps = 0

    def of(self, schema: Schema, value: Json) -> int:
        both = (id(schema), id(value))
        if both in self._known:
            known = self._known[both]
            if known is None:
                raise TooCostly
            return known
        self._steps += _weight(schema)
        if self._steps > _MOST_STEPS:
            raise TooCostly
        self._known[both] = None
        beside = sum(self.of(*each) for each in self._judging.next_to(schema, value))
        self._known[both] = counted = _weight(schema) + (beside if _TWICE.isdisjoint(schema) else 2 * beside)
        return counted


def _of_members(schema: Schema, value: dict[str, Json]) -> Iterator[tuple[Schema, Json]]:
    given = schema.get("properties")
    named = cast("Schema", given) if isinstance(given, dict) else {}
    for key, each in value.items():
        for found in _schemas(_values(schema.get("patternProperties"))):
            yield found, each
        for found in _schemas(schema.get("propertyNames")):
            yield found, key
        for keyword in () if key in named else _OF_OTHERS:
            for found in _schemas(schema.get(keyword)):
                yield found, each
        for found in _schemas(named.get(key)):
            yield found, each


def _of_items(schema: Schema, value: list[Json]) -> Iterator[tuple[Schema, Json]]:
    for each, first in zip(value, _values(schema.get("prefixItems")), strict=False):
        for found in _schemas(first):
            yield found, each
    for each in value:
        for keyword in _OF_ITEMS:
            for found in _schemas(schema.get(keyword)):
                yield found, each


def _weight(schema: Schema) -> int:
    """A schema itself and what it combines, true and false among it."""
    return 1 + sum(len(_values(schema.get(keyword))) for keyword in _COMBINED)


def _schemas(value: Json) -> Iterator[Schema]:
    """The object schemas that stand at a keyword, by themselves or in a list; true and false cost nothing."""
    for each in cast("list[Json]", value) if isinstance(value, list) else (value,):
        if isinstance(each, dict):
            yield cast("Schema", each)


def _values(value: Json) -> list[Json]:
    if isinstance(value, dict):
        return list(cast("Schema", value).values())
    return cast("list[Json]", value) if isinstance(value, list) else []


def _objects(value: Json) -> Iterator[Schema]:
    if isinstance(value, dict):
        yield cast("Schema", value)
    for each in _values(value):
        yield from _objects(each)


def _size(value: Json) -> int:
    """How many values it is, each in it counted."""
    return 1 + sum(_size(each) if isinstance(each, dict | list) else 1 for each in _values(value))


def _stepped(value: Json, step: str) -> Json:
    if isinstance(value, dict):
        return cast("Schema", value).get(step)
    items = cast("list[Json]", value) if isinstance(value, list) else []
    return items[int(step)] if step.isdigit() and int(step) < len(items) else None
