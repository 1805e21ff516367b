"""
What is wrong with a page's annotations, found in its source and named where it stands.

The faults are those the server would say of the page's announcement, found by the same code, and those only a source
shows: an attribute nobody knows, a loop that repeats a name, a button that looks destructive and asks nobody.
A value a template fills in is unknown, not wrong.
"""

from collections.abc import Callable, Iterator

from app.pages.lint import announced, attributes, consequences, labels, places, repeated, tools
from app.pages.lint.branches import loops, readings
from app.pages.lint.finding import Finding, Level
from app.pages.lint.sheet import Sheet
from app.pages.lint.template import Template, mask

__all__ = ["Finding", "Level", "lint_page", "lint_template"]

_NOWHERE = "https://template.invalid/"
"""Where a template's page is supposed to be: any address with a host is another one."""

_RULES: tuple[Callable[[Sheet], Iterator[Finding]], ...] = (
    attributes.faults,
    announced.faults,
    labels.faults,
    consequences.faults,
    tools.faults,
    places.faults,
    repeated.faults,
)


def lint_template(source: str) -> list[Finding]:
    """The faults of a template, Jinja or Django syntax inside it and all; in the order they stand."""
    return _lint(mask(source), _NOWHERE, template=True)


def lint_page(html: str, *, url: str) -> list[Finding]:
    """The faults of a page as it was served from `url`; braces in it are plain text."""
    return _lint(Template(html), url, template=False)


def _lint(source: Template, url: str, *, template: bool) -> list[Finding]:
    repeating = loops(source)
    sheets = [Sheet(text, url, loops=repeating, template=template) for text in readings(source)]
    return sorted({finding for sheet in sheets for faults in _RULES for finding in faults(sheet)})
