"""What hangs in the gallery of the person's words: messages in every state, and those that wait."""

from collections.abc import Callable, Mapping
from typing import Final

from markupsafe import Markup

from app.contract.quotes import Quote
from app.samples import conversations as talks
from app.samples.log import Sample
from app.web.said import draw_said, draw_said_anew, draw_waiting
from app.web.templating import Templates

Make = Callable[[], Sample]
Exhibit = Callable[[Templates], Markup]


def _message(text: str, quote: Quote | None = None) -> Exhibit:
    """What the person wrote, and what they pointed at."""
    return _said(lambda: Sample().says(text, quote))


def _said(make: Make, at: int = -1) -> Exhibit:
    def draw(templates: Templates) -> Markup:
        thread = make().thread
        return draw_said(templates, thread, thread.turns[at])

    return draw


def _said_anew(text: str) -> Exhibit:
    return lambda templates: draw_said_anew(templates, Sample().says(text).thread.turns[0])


def _queue(make: Make) -> Exhibit:
    return lambda templates: draw_waiting(templates, make().thread)


LONG: Final = f"{'One line after the other. ' * 12}\n\n{'word' * 60}"

MESSAGES: Final[Mapping[str, Exhibit]] = {
    "short": _message("Ship order 1042."),
    "long": _message(LONG),
    "rtl": _message("أرسل الطلب ١٠٤٢"),
    "branched": _said(talks.branched, 1),
    "branched_last": _said(talks.branched_at_first, 0),
    "editing": _said_anew("Ship order 1042."),
    "editing_long": _said_anew(LONG),
    "quoting": _message("Why is it late?", Quote("1042  Ada Lovelace\n€129.00", "Orders", "/orders")),
    "quoting_reply": _message("Then do.", Quote("I'd ship it today.")),
    "quoting_long": _message("Sum this up.", Quote(LONG, "", "/orders")),
    "quoting_rtl": _message("لماذا؟", Quote("الطلب ١٠٤٢ متأخر", "الطلبات", "/orders")),
    "quoting_hostile": _message("What?", Quote("</blockquote><script>alert(1)</script>", "<b>", "/")),
}

QUEUES: Final[Mapping[str, Exhibit]] = {
    "empty": _queue(talks.working),
    "two": _queue(talks.queueing),
    "editing": _queue(talks.rewording),
    "kept": _queue(talks.keeping),
    "kept_one": _queue(talks.keeping_one),
}
