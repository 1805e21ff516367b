"""What hangs in the gallery of the composer: its button, what it points at, what it offers."""

from collections.abc import Callable, Mapping
from typing import Final

from markupsafe import Markup

from app.contract.page import PageFacts
from app.samples import offers
from app.web.dom import COMPOSER_ACTION
from app.web.suggestions import draw_commands, draw_starters
from app.web.templating import Templates

Exhibit = Callable[[Templates], Markup]

_LONG: Final = "One line after the other. " * 12


def _starters(facts: PageFacts | None, *chosen: str) -> Exhibit:
    return lambda templates: draw_starters(templates, facts, chosen)


def _commands(facts: PageFacts | None) -> Exhibit:
    return lambda templates: draw_commands(templates, facts)


def _quote(templates: Templates) -> Markup:
    """The chip as the panel's script fills it."""
    shown = templates.fragment("composer/quote").replace(Markup(" hidden "), Markup(" "), 1)
    return shown.replace(Markup("></p>"), Markup(">{}</p>").format(_LONG))


COMPOSER: Final[Mapping[str, Exhibit]] = {
    "starters": _starters(offers.shop(), "What can you do here?"),
    "starters_hostile": _starters(offers.hostile()),
    "starters_none": _starters(None),
    "commands": _commands(offers.shop()),
    "commands_hostile": _commands(offers.hostile()),
    "commands_none": _commands(None),
    "quote": _quote,
    "send": lambda templates: templates.fragment("composer/send", id=COMPOSER_ACTION),
    "stop": lambda templates: templates.fragment("composer/stop", id=COMPOSER_ACTION, url="/assist/turns/t_1"),
}
"""By case."""
