"""Which script answers a turn, and what is said when none does."""

from __future__ import annotations

import re
from collections.abc import Sequence

from app.rehearsal.faults import invalid
from app.rehearsal.request import Request
from app.rehearsal.script import Script
from app.rehearsal.turn import Turn
from app.rehearsal.words import fill, listed, words

PREFILL = "This model does not support assistant message prefill. The conversation must end with a user message."


def choose(turn: Turn, request: Request, scripts: Sequence[Script]) -> Script | None:
    """
    The script being played, else the first that fits; None when none does.

    Raises:
        ApiError: 400 for a conversation that ends with the model's own words and was not paused there.
    """
    playing = [script for script in scripts if script.name == turn.script]
    fitting = [script for script in _asked_for(turn, scripts) if request.lent.keys() >= set(script.lent)]
    chosen = next(iter((*playing, *fitting)), None)
    if turn.ends_with_model and not (chosen and _paused(chosen, turn)):
        raise invalid(PREFILL)
    return chosen


def hello(turn: Turn, request: Request, scripts: Sequence[Script]) -> str:
    """Says that this is a rehearsal, what the page lends, and what one can ask here."""
    say = words()
    lent = list(request.lent)
    values = {
        "page_line": fill(say.page_line, {"page": turn.page}) if turn.page else say.no_page_line,
        "tools_line": fill(say.tools_line, {"tools": listed(lent)}) if lent else say.no_tools_line,
        "asks": _asks(request, scripts),
    }
    sentences = fill(say.hello, values).strip()
    elsewhere = _missing(turn, request, scripts)
    return f"{fill(say.could, {'missing': listed(elsewhere)})}\n\n{sentences}" if elsewhere else sentences


def _asked_for(turn: Turn, scripts: Sequence[Script]) -> list[Script]:
    return [script for script in scripts if re.search(script.says, turn.words, re.IGNORECASE)]


def _paused(script: Script, turn: Turn) -> bool:
    return turn.position <= len(script.steps) and script.steps[turn.position - 1].stop_reason == "pause_turn"


def _asks(request: Request, scripts: Sequence[Script]) -> str:
    fitting = [script.ask for script in scripts if script.ask and request.lent.keys() >= set(script.lent)]
    lines = "\n".join(f"- {ask}" for ask in dict.fromkeys(fitting))
    return fill(words().asks, {"asks": lines}) if lines else words().no_asks


def _missing(turn: Turn, request: Request, scripts: Sequence[Script]) -> list[str]:
    """Tools the nearest script for these words would need and is not lent."""
    lacking = [[name for name in script.lent if name not in request.lent] for script in _asked_for(turn, scripts)]
    return min(lacking, key=len) if lacking else []
