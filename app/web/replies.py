"""What stands about a reply: how the model thought before it, and at its foot what can be done with it."""

from typing import Final

from markupsafe import Markup

from app.contract.replies import ThoughtFinished, Verdict
from app.conversations.thread import Turn
from app.web.dom import dom_id
from app.web.plain import to_plain_line, without_direction
from app.web.templating import Templates
from app.web.words import word

_VERDICTS: Final[tuple[Verdict, ...]] = ("up", "down")
_MINUTE_SECONDS: Final = 60


def draw_thought(templates: Templates, thought: ThoughtFinished, place: str) -> Markup:
    """A finished thought, folded; where the model kept it to itself, only that it thought."""
    took = _took(thought.seconds)
    if not thought.text.strip():
        return templates.fragment("thought/kept", id=place, sentence=took)
    return templates.fragment("thought/thought", id=place, summary=took, text=without_direction(thought.text.strip()))


def draw_foot(templates: Templates, turn: Turn) -> Markup:
    """The foot of a turn's reply; empty while it is written, and where nothing came of it."""
    place = dom_id(turn.id, "foot")
    if turn.ended is None or not turn.items:
        return templates.fragment("reply/none", id=place)
    copy = templates.fragment("reply/copy", url=f"/assist/turns/{turn.id}/reply") if turn.written else None
    quote = templates.fragment("reply/quote", turn=turn.id) if turn.written else None
    thumbs = [_thumb(templates, turn, verdict) for verdict in _VERDICTS]
    return templates.fragment(
        "reply/foot", id=place, copy=copy, quote=quote, thumbs=thumbs, more=_more(templates, turn)
    )


def _thumb(templates: Templates, turn: Turn, verdict: Verdict) -> Markup:
    place, url = dom_id(turn.id, verdict), _url(turn)
    icon, label = templates.fragment(f"icon/thumb_{verdict}"), word(f"reply.{verdict}")
    if turn.feedback and turn.feedback.verdict == verdict:
        return templates.fragment("reply/thumb_given", id=place, url=url, icon=icon, label=label)
    return templates.fragment("reply/thumb", id=place, url=url, verdict=verdict, icon=icon, label=label)


def _more(templates: Templates, turn: Turn) -> Markup | None:
    given = turn.feedback
    if given is None:
        return None
    said = to_plain_line(given.word)
    return templates.fragment(
        "reply/more",
        id=dom_id(turn.id, "more"),
        url=_url(turn),
        verdict=given.verdict,
        said=given.word,
        summary=word("reply.said", words=said) if said else word("reply.more"),
    )


def _url(turn: Turn) -> str:
    return f"/assist/turns/{turn.id}/feedback"


def _took(seconds: float) -> str:
    minutes, rest = divmod(round(seconds), _MINUTE_SECONDS)
    if minutes:
        return word("thought.minutes", minutes=minutes, seconds=rest)
    return word("thought.seconds", seconds=rest) if rest else word("thought.moment")
