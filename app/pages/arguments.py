"""Arguments of a call, judged against the schema the model was lent."""

from collections.abc import Sequence

import jsonschema_rs

from app.contract.ids import Json
from app.contract.tools import ToolSpec
from app.pages.schemas import compiled

_ISSUES = 5
_LENGTH = 300


def validate(spec: ToolSpec, args: Json) -> list[str]:
    """What is wrong with the arguments, one phrase each, at most 5 and how many more; empty when nothing is."""
    issues = sorted(_issue(error) for error in compiled(spec.input_schema).iter_errors(args))
    return issues if len(issues) <= _ISSUES else [*issues[:_ISSUES], f"and {len(issues) - _ISSUES:,} more"]


def _issue(error: jsonschema_rs.ValidationError) -> str:
    where = _path(error.instance_path)
    said = error.message if len(error.message) <= _LENGTH else f"{error.message[:_LENGTH]}…"
    return f"{where}: {said}" if where else said


def _path(steps: Sequence[str | int]) -> str:
    return "".join(f"[{step}]" if isinstance(step, int) else f".{step}" for step in steps).removeprefix(".")
