"""The gate before a page's own schema is lent, and arguments judged against it."""

import time

import pytest

from app.contract.ids import Json
from app.contract.tools import ToolSpec
from app.errors import Unacceptable
from app.pages.arguments import validate
from app.pages.lent import lent
from app.pages.schemas import fit
from tests.pages.scene import example, faults


def nested(levels: int) -> Json:
    schema: Json = {"type": "string"}
    for _ in range(levels):
        schema = {"type": "object", "properties": {"in": schema}}
    return schema


@pytest.mark.parametrize(
    ("schema", "said"),
    [
        (None, "no object schema"),
        ("{}", "no object schema"),
        ([], "no object schema"),
        (True, "no object schema"),
        ({}, "no object schema"),
        ({"type": "string"}, "no object schema"),
        ({"type": ["object"]}, "no object schema"),
        ({"type": "object", "properties": []}, "no object"),
        ({"type": "object", "properties": {"a": {"type": "strin"}}}, "does not hold"),
        ({"type": "object", "properties": {"a": {"pattern": "("}}}, "does not hold"),
        ({"type": "object", "properties": {"a": {"pattern": "(?=a)"}}}, "does not hold"),
        ({"type": "object", "properties": {"a": {"pattern": r"(a)\1"}}}, "does not hold"),
        ({"type": "object", "properties": {"a": {"$ref": "https://evil.example/s"}}}, "outside itself"),
        ({"type": "object", "properties": {"a": {"$ref": "other.json"}}}, "outside itself"),
        ({"type": "object", "properties": {"a": {"$ref": "#/$defs/none"}}}, "does not hold"),
        ({"type": "object", "properties": {"a": {"items": {"$dynamicRef": "x#y"}}}}, "outside itself"),
        ({"type": "object", "$defs": {"a": {"$ref": 3}}}, "outside itself"),
        ({"type": "object", "$id": "https://evil.example/s"}, "'$id'"),
        ({"type": "object", "anyOf": [{"required": ["a"]}]}, "at its root"),
        ({"type": "object", "properties": {"a b": {}}}, "misnamed"),
        ({"type": "object", "properties": {"x" * 65: {}}}, "misnamed"),
        ({"type": "object", "description": "x" * 32 * 1024}, "larger than 32 KiB"),
        (nested(8), "more than 16 deep"),
        ({"type": "object", "default": [[[[[[[[[[[[[[[[[]]]]]]]]]]]]]]]]]}, "more than 16 deep"),
    ],
)
def test_a_schema_that_may_not_be_lent_is_told_why(schema: Json, said: str) -> None:
    with pytest.raises(Unacceptable) as raised:
        fit(schema)

    assert said in str(raised.value)


@pytest.mark.parametrize(
    "schema",
    [
        {"type": "object"},
        nested(7),
        {"type": "object", "properties": {"a": {"properties": {"$ref": {"type": "string"}, "$id": {"const": 1}}}}},
        {"type": "object", "properties": {"a": {"const": {"$ref": "https://x.example"}}}},
        {"type": "object", "properties": {"a": {"$ref": "#/$defs/a"}}, "$defs": {"a": {"$ref": "#"}}},
        {"type": "object", "properties": {"a": {"anyOf": [{"type": "string"}, {"type": "null"}]}}},
    ],
)
def test_an_object_schema_that_stays_within_itself_may_be_lent(schema: Json) -> None:
    assert fit(schema) == schema


def test_the_dialect_a_generator_names_is_left_out() -> None:
    assert fit({"type": "object", "$schema": "http://json-schema.org/draft-07/schema#"}) == {"type": "object"}


def test_a_faulty_schema_is_said_at_its_place() -> None:
    [(path, message)] = faults(tools=[{"name": "t", "parameters": "{'type': 'object'}"}])

    assert path == "tools[0].parameters"
    assert "no object schema" in message


def test_a_tool_without_parameters_or_controls_is_a_fault() -> None:
    [(path, _)] = faults(tools=[{"name": "t"}])

    assert path == "tools[0].parameters"


def issues(schema: Json, args: Json) -> list[str]:
    return validate(ToolSpec("t", "T.", schema), args)


def test_arguments_that_fit_have_no_issue() -> None:
    assert issues({"type": "object", "properties": {"a": {"type": "number", "multipleOf": 0.01}}}, {"a": 19.99}) == []


def test_an_issue_names_its_place_and_the_fault() -> None:
    schema = {
        "type": "object",
        "properties": {"rows": {"type": "array", "items": {"type": "object", "properties": {"n": {"type": "number"}}}}},
        "required": ["title"],
        "additionalProperties": False,
    }

    assert issues(schema, {"rows": [{"n": 1}, {"n": "x"}], "extra": 1}) == [
        '"title" is a required property',
        "Additional properties are not allowed ('extra' was unexpected)",
        'rows[1].n: "x" is not of type "number"',
    ]


def test_issues_are_few_and_short() -> None:
    schema = {"type": "object", "additionalProperties": {"type": "number"}}

    found = issues(schema, {f"a{at}": "x" * 1_000 for at in range(9)})

    assert found[-1] == "and 4 more"
    assert len(found) == 6
    assert max(map(len, found)) < 400


@pytest.mark.parametrize("args", [None, [], "x", 3])
def test_arguments_that_are_no_object_have_an_issue(args: Json) -> None:
    assert len(issues({"type": "object"}, args)) == 1


def test_a_pattern_cannot_be_made_to_run_for_ever() -> None:
    schema: Json = {"type": "object", "properties": {"a": {"type": "string", "pattern": "^(a+)+$"}}}
    began = time.process_time()

    assert len(issues(fit(schema), {"a": "a" * 100_000 + "!"})) == 1
    assert time.process_time() - began < 1


def test_a_reference_to_itself_ends() -> None:
    schema: Json = {"type": "object", "properties": {"a": {"$ref": "#/$defs/a"}}, "$defs": {"a": {"$ref": "#"}}}

    assert issues(fit(schema), {"a": {"a": {"a": {}}}}) == []
    assert issues(fit(schema), {"a": {"a": {"a": 1}}}) == ['a.a.a: 1 is not of type "object"']


@pytest.mark.parametrize(
    ("name", "args", "expected"),
    [
        ("save_settings", {}, []),
        ("save_settings", {"id": "1"}, ["Additional properties are not allowed ('id' was unexpected)"]),
        ("setting", {"id": "currency", "value": "EUR"}, []),
        ("setting", {"id": "currency"}, ['"value" is a required property']),
        ("setting", {"id": "currency", "value": 3}, ['value: 3 is not of type "string"']),
        ("setting", {"id": "vat", "value": "x"}, ['id: "vat" is not one of "name", "currency" or "email"']),
        ("go_to_page", {"to": "Nowhere"}, []),
        ("get_page_content", {}, []),
    ],
)
def test_what_a_page_lends_judges_its_arguments(name: str, args: Json, expected: list[str]) -> None:
    [spec] = [tool.spec for tool in lent(example("settings")) if tool.spec.name == name]

    assert expected == validate(spec, args)
