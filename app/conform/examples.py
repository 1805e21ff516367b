"""Arguments made up from a tool's schema, where nobody gave any."""

from typing import Final, cast

from app.contract.ids import Json
from app.contract.tools import ToolSpec
from app.pages.arguments import validate

_TEXT: Final = "example"
_FORMATS: Final = {
    "date": "2026-01-31",
    "time": "12:00:00Z",
    "date-time": "2026-01-31T12:00:00Z",
    "email": "ada@example.com",
    "uri": "https://example.com/",
    "uuid": "6f1d9c00-0000-4000-8000-000000000000",
}


def example(spec: ToolSpec) -> dict[str, Json] | None:
    """Arguments the schema takes, the required ones alone; None when they can't be made up."""
    made = cast("dict[str, Json]", _value(spec.input_schema))
    return None if validate(spec, made) else made


def misfit(spec: ToolSpec) -> dict[str, Json] | None:
    """Arguments the schema rejects; None when it takes anything."""
    properties = cast("dict[str, Json]", spec.input_schema.get("properties") or {})
    wrong: list[dict[str, Json]] = [{}, *({name: [{"no": "such value"}]} for name in properties), {"no such": 1}]
    return next((args for args in wrong if validate(spec, args)), None)


def _value(schema: Json) -> Json:
    if not isinstance(schema, dict):
        return _TEXT
    given = cast("dict[str, Json]", schema)
    for keyword in ("const", "default"):
        if keyword in given:
            return given[keyword]
    for keyword in ("examples", "enum"):
        listed = given.get(keyword)
        if isinstance(listed, list) and listed:
            return cast("list[Json]", listed)[0]
    return _of_type(given)


def _of_type(schema: dict[str, Json]) -> Json:
    match schema.get("type"):
        case "object":
            required = cast("list[str]", schema.get("required") or [])
            properties = cast("dict[str, Json]", schema.get("properties") or {})
            return {name: _value(properties.get(name)) for name in required}
        case "array":
            return [_value(schema.get("items"))] * int(schema.get("minItems", 0))
        case "integer" | "number":
            return schema.get("minimum", schema.get("maximum", 1))
        case "boolean":
            return False
        case "null":
            return None
        case _:
            return _text(schema)


def _text(schema: dict[str, Json]) -> str:
    text = _FORMATS.get(str(schema.get("format")), _TEXT)
    return text.ljust(int(schema.get("minLength", 0)), "x")[: int(schema.get("maxLength", len(text) + 1000))]
