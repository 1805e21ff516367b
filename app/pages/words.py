"""The text of prompt files: Markdown in `prompts/`, rendered by Jinja with variables passed by name."""

from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Protocol

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from app.paths import PROMPTS


class Words(Protocol):
    """Renders one prompt file. `PromptFiles.render` is one; a test may bring its own."""

    def __call__(self, prompt: str, /, **values: str) -> str: ...


class PromptFiles:
    """Prompts of some folders; the first that holds a file of the name has it."""

    def __init__(self, folders: Sequence[Path]) -> None:
        self.environment = Environment(
            loader=FileSystemLoader([str(folder) for folder in folders]),
            undefined=StrictUndefined,
            autoescape=False,  # noqa: S701 - A model reads this, no browser does.
            trim_blocks=True,
            auto_reload=False,
        )

    def render(self, prompt: str, /, **values: str) -> str:
        """
        The prompt without its head and without white space around it.

        Raises:
            jinja2.TemplateNotFound: No folder holds it.
            jinja2.UndefinedError: It uses a variable that was not passed.
        """
        return self.environment.get_template(prompt).render(values).strip()


@cache
def _shipped() -> PromptFiles:
    return PromptFiles((PROMPTS,))


def shipped(prompt: str, /, **values: str) -> str:
    """A prompt as it came with the product, whatever is overridden."""
    return _shipped().render(prompt, **values)
