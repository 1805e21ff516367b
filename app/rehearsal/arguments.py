"""Fitting a script's arguments to the tool as it is lent now."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

import msgspec

from app.contract.ids import Json
from app.rehearsal.request import Tool
from app.rehearsal.script import Call
from app.rehearsal.words import Stuck, fill, fill_json, words


def arguments_for(call: Call, tool: Tool, values: Mapping[str, str], heard: Sequence[str]) -> str:
    """
    The arguments as JSON text, lists made of what the page said (`heard`, newest first).

    An argument the tool does not take is left out only when its description names that value: a single button is
    described by its label and takes no id, and a button for something else must not be pressed in its place.

    Raises:
        Stuck: The tool is lent for something else than the script means.
    """
    if call.raw is not None:
        return fill(call.raw, values)
    arguments = fill_json(call.arguments, values, heard)
    properties = tool.input_schema.get("properties")
    if properties is None:
        return _text(arguments)
    for name in arguments.keys() - properties.keys():
        value = str(arguments.pop(name))
        if not re.search(rf"(?<!\w){re.escape(value)}(?!\w)", tool.description, re.IGNORECASE):
            raise Stuck(fill(words().not_this, {"tool": tool.name, "value": value, "description": tool.description}))
    return _text({name: _typed(value, properties[name]) for name, value in arguments.items()})


def _typed(value: Json, schema: Json) -> Json:
    """A number or a boolean where the schema asks for one and the script has its digits or its name."""
    wanted = schema.get("type") if isinstance(schema, dict) else None  # pyright: ignore[reportUnknownMemberType, reportUnknownVariableType]
    if wanted in ("integer", "number", "boolean") and isinstance(value, str):
        try:
            return msgspec.json.decode(value)
        except msgspec.DecodeError:
            return value
    return value


def _text(arguments: Json) -> str:
    """JSON with everything outside ASCII escaped, so that cuts fall within escapes too."""
    plain = msgspec.json.encode(arguments).decode()
    return re.sub(r"[^\x00-\x7f]", lambda match: _escaped(match[0]), plain)


def _escaped(character: str) -> str:
    units = character.encode("utf-16-be")
    return "".join(f"\\u{units[i]:02x}{units[i + 1]:02x}" for i in range(0, len(units), 2))
