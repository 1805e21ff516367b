"""Writing a run's trace."""

from datetime import datetime
from typing import Final

from msgspec.structs import replace

from app.contract.hosttools import Level, Run, RunError, RunStatus, TraceLine

_MOST_LINES: Final = 200
_LONGEST: Final = 500


def noted(run: Run, at: datetime, message: str, level: Level = "info") -> Run:
    """The run with a line more. The earliest lines of a very long trace are let go, its first stays."""
    lines = (*run.trace, TraceLine(at, level, message[:_LONGEST]))
    if len(lines) > _MOST_LINES:
        lines = (lines[0], *lines[2 - _MOST_LINES - 1 :])
    return replace(run, trace=lines)


def ended(run: Run, at: datetime, status: RunStatus, error: RunError) -> Run:
    """The run, over without an effect; what is wrong stands in its trace too."""
    told = noted(run, at, f"{status.capitalize()}: {error.message}", "error")
    return replace(told, status=status, error=error)
