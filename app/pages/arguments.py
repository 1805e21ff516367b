"""Arguments of a call, judged against the schema the model was lent."""

from collections.abc import Sequence

import jsonschema_rs

from app.contract.ids import Json
from app.contract.tools import ToolSpec
from app.pages.judging import TooCostly
from app.pages.schemas import issues

_ISSUES = 5
_LENGTH = 300


def validate(spec: ToolSpec, args: Json) -> list[str]:
    """What is wrong with the arguments, one phrase each, at most 5 and how many more; empty when nothing is."""
    try:
        found = sorted(_issue(error) for error in issues(spec.input_schema, args))
    except TooCostly:
        return ["judging them by the tool's schema would take too long"]
    return found if len(found) <= _ISSUES else [*found[:_ISSUES], f"and {len(found) - _ISSUES:,} more"]


def _issue(error: jsonschema_rs.ValidationError) -> str:
    where = _path(error.instance_path)
    said = error.message if len(error.message) <= _LENGTH else f"{error.message[:_LENGTH]}…"
    return f"{where}: {said}" if where else said


def _path(steps: Sequence[str | int]) -> str:
    return "".join(f"[{step}]" if isinstance(step, int) else f".{step}" for step in steps).removeprefix(".")
