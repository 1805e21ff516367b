"""How a turn stands, in one line under it."""

from typing import assert_never

from markupsafe import Markup

from app.contract.events import TurnEnded
from app.conversations.thread import Turn
from app.web.dom import dom_id
from app.web.suggestions import draw_suggestions
from app.web.templating import Templates
from app.web.words import word, word_or


def draw_status(templates: Templates, turn: Turn, *, last: bool) -> Markup:
    """
    A turn's status.

    last: Whether it is the conversation's last turn: only that one can still be tried again or go on.
    """
    place = dom_id(turn.id, "status")
    match turn.ended:
        case None if turn.stop_requested:
            return templates.fragment("turn/stopping", id=place, sentence=word("turn.stopping"))
        case None if turn.status == "waiting":
            return templates.fragment("turn/quiet", id=place)
        case None:
            doing = "turn.thinking" if turn.thinks else "turn.working"
            since = (turn.resumed_at or turn.started_at) + turn.waited_before
            return templates.fragment("turn/working", id=place, sentence=word(doing), since=since)
        case TurnEnded() as ended:
            return _ended(templates, turn, ended, place=place, last=last)
        case _:
            assert_never(turn.ended)


def _ended(templates: Templates, turn: Turn, ended: TurnEnded, *, place: str, last: bool) -> Markup:
    way = _way_on(turn, ended) if last else None
    if ended.end == "completed" and turn.follow_ups and last:
        suggestions = draw_suggestions(templates, ((text, text) for text in turn.follow_ups))
        return templates.fragment("turn/suggestions", id=place, suggestions=suggestions)
    if ended.end == "completed":
        return templates.fragment("turn/quiet", id=place)
    if way is None:
        return templates.fragment("turn/note", id=place, sentence=_sentence(ended))
    button, url = way
    return templates.fragment("turn/offer", id=place, sentence=_sentence(ended), button=button, url=url)


def _sentence(ended: TurnEnded) -> str:
    return word_or(f"turn.{ended.end}.{ended.reason}", f"turn.{ended.end}")


def _way_on(turn: Turn, ended: TurnEnded) -> tuple[str, str] | None:
    """The button that goes on from here, and where it leads."""
    match ended.end:
        case "failed" | "cut" | "stopped":
            return word("turn.retry"), f"/assist/turns/{turn.id}/retries"
        case "limited" if ended.reason != "day":
            return word("turn.continue"), f"/assist/turns/{turn.id}/retries"
        case "overlong":
            return word("turn.continue"), f"/assist/turns/{turn.id}/continuations"
        case "completed" | "refused" | "limited":
            return None
        case _:
            assert_never(ended.end)
