"""Where the files lie that are read at run time, and which of two wins when a workspace's operator overrides one."""

from collections.abc import Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
TEMPLATES = ROOT / "templates"
STATIC = ROOT / "static"
PROMPTS = ROOT / "prompts"


def search_path(shipped: Path, overrides: Path | None) -> Sequence[Path]:
    """
    The folders to look a file up in, the winning one first.

    overrides: the operator's folder (`ASSIST_OVERRIDES`); its `templates/` and `prompts/` mirror ours,
    and a file of the same name there replaces the shipped one.
    """
    return (shipped,) if overrides is None else (overrides / shipped.name, shipped)
