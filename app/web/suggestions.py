"""What one might say and the tools one may name, to be chosen from. Pages and models wrote the words: plain text."""

from collections.abc import Iterable, Sequence
from typing import Final

from markupsafe import Markup

from app.contract.page import PageFacts
from app.pages.offered import by_name
from app.web.dom import dom_id
from app.web.plain import to_plain_line
from app.web.templating import Templates
from app.web.words import word

MOST_STARTERS: Final = 6
_LONGEST_LABEL: Final = 80
_LONGEST_DESCRIPTION: Final = 120


def draw_starters(templates: Templates, facts: PageFacts | None, chosen: Sequence[str]) -> Markup:
    """Messages to begin with, each text once; an empty list where there are none."""
    labels: dict[str, str] = {}
    for text, label in (
        *((ask.text, ask.label) for ask in (facts.asks if facts else ())),
        *((one, one) for one in chosen),
    ):
        labels.setdefault(text, label)
    found = list(labels.items())[:MOST_STARTERS]
    return templates.fragment("composer/starters", starters=draw_suggestions(templates, found))


def draw_suggestions(templates: Templates, suggestions: Iterable[tuple[str, str]]) -> list[Markup]:
    """Buttons that send a text: (text, what the button says)."""
    return [
        templates.fragment("composer/suggestion", text=text, label=to_plain_line(label, limit=_LONGEST_LABEL))
        for text, label in suggestions
    ]


def draw_commands(templates: Templates, facts: PageFacts | None) -> Markup:
    """The page's tools, actions and fields by name, to choose from."""
    listed = list(_commands(facts)) if facts else []
    if not listed:
        return templates.fragment("composer/commandless", sentence=word("commands.none"))
    options = [
        templates.fragment(
            "composer/command",
            id=dom_id("command", at),
            name=name,
            description=to_plain_line(described, limit=_LONGEST_DESCRIPTION),
        )
        for at, (name, described) in enumerate(listed)
    ]
    return templates.fragment("composer/commands", options=options)


def _commands(facts: PageFacts) -> Iterable[tuple[str, str]]:
    """Names, and what each is for: a tool's description, the labels of actions and fields."""
    yield from ((tool.name, tool.description) for tool in facts.tools)
    for name, actions in by_name(facts.actions):
        yield name, ", ".join(action.label for action in actions)
    for name, fields in by_name(facts.fields):
        yield name, ", ".join(field.label for field in fields)
