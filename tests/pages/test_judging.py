"""What judging costs is counted before it is done: no schema makes the process stand still."""

import time

import pytest

from app.contract.ids import Json
from app.contract.tools import ToolSpec
from app.errors import Unacceptable
from app.hosttools.effects import misfits
from app.pages.arguments import validate
from app.pages.schemas import sound

DOUBLING: Json = {"allOf": [{"$ref": "#"}, {"$ref": "#"}]}
PAIR: Json = {"a": {"$ref": "#/$defs/b"}, "b": {"$ref": "#/$defs/a"}}


def chain(length: int) -> Json:
    """Each link refers to the next twice."""
    links: Json = {f"a{at}": {"allOf": [{"$ref": f"#/$defs/a{at + 1}"}] * 2} for at in range(length)}
    return {"$defs": {**links, f"a{length}": {"type": "string"}}, "$ref": "#/$defs/a0"}


def nest(levels: int, value: Json = 1) -> Json:
    for _ in range(levels):
        value = {"a": value}
    return value


@pytest.mark.parametrize(
    "schema",
    [
        chain(100),
        {"properties": {"b": {"$ref": "#/$defs/a0"}}, "$defs": chain(100)["$defs"]},
        {"$defs": {name: {"allOf": [{"$ref": f"#/$defs/{other}"} for other in "abcdefg"]} for name in "abcdefg"}},
        {"$ref": "#"},
        {"$defs": PAIR, "$ref": "#/$defs/a"},
        {"$defs": {"a": {"$anchor": "x", "not": {"$ref": "#x"}}}, "properties": {"a": {"$ref": "#x"}}},
        {"$dynamicAnchor": "x", "if": {"$dynamicRef": "#x"}},
        {"items": {"$defs": {"~/ %": {"anyOf": [{"$ref": "#/items/$defs/~0~1%20%25"}]}}}},
    ],
)
def test_references_that_multiply_or_go_round_are_refused(schema: Json) -> None:
    with pytest.raises(Unacceptable, match="references lead back to where they stand"):
        sound(schema)


COSTLY: list[tuple[Json, Json]] = [
    ({"properties": {"a": DOUBLING}}, nest(60)),
    ({"patternProperties": {"a": {"$ref": "#"}, "^a": {"$ref": "#"}}}, nest(60)),
    ({"properties": {"a": {"$ref": "#"}}, "unevaluatedProperties": {"type": "string"}}, nest(60)),
    (
        {"prefixItems": [{"$ref": "#"}], "contains": {"$ref": "#"}},
        [[[[[[[[[[[[[[[[[[[[[[[[[]]]]]]]]]]]]]]]]]]]]]]]]],
    ),
    ({"properties": {"a": {"$ref": "#"}}}, nest(900)),
    ({"items": {"allOf": [{}] * 5_000}}, list(range(20_000))),
    ({"items": {"allOf": [True] * 5_000}}, [[at] for at in range(20_000)]),
]


@pytest.mark.parametrize(("schema", "value"), COSTLY)
def test_a_value_that_would_take_too_long_is_told_so_at_once(schema: Json, value: Json) -> None:
    spec, began = ToolSpec("t", "T.", schema), time.monotonic()

    assert misfits(value, sound(schema)) == "judging it would take too long"
    assert validate(spec, value) == ["judging them by the tool's schema would take too long"]
    assert time.monotonic() - began < 10


def test_a_schema_that_goes_on_in_what_it_judges_is_as_good_as_any() -> None:
    tree = sound({"$defs": {"tree": {"properties": {
        "left": {"anyOf": [{"$ref": "#/$defs/tree"}, {"type": "null"}]},
        "right": {"anyOf": [{"$ref": "#/$defs/tree"}, {"type": "null"}]},
        "name": {"type": "string"},
    }, "additionalProperties": False}}, "$ref": "#/$defs/tree"})  # fmt: skip
    value: Json = {"name": "leaf"}
    for _ in range(10):
        value = {"name": "fork", "left": value, "right": {"name": "other", "left": None}}

    assert misfits(value, tree) == ""
    assert misfits({**value, "name": 1}, tree) == "name (type)"


def test_a_large_value_is_judged_by_an_ordinary_schema() -> None:
    line: Json = {"type": "object", "properties": {"sku": {"$ref": "#/$defs/sku"}, "count": {"type": "integer"}}}
    schema = sound({"$defs": {"sku": {"type": "string", "maxLength": 8}}, "properties": {"lines": {"items": line}}})

    assert misfits({"lines": [{"sku": f"s-{at}", "count": at} for at in range(8_000)]}, schema) == ""
