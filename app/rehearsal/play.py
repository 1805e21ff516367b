"""What the model says at this point of a turn: the script is played again up to here, so nothing is remembered."""

from __future__ import annotations

import contextlib
import re
import secrets
from collections.abc import Sequence

import msgspec

from app.rehearsal.arguments import arguments_for
from app.rehearsal.choose import choose, hello
from app.rehearsal.longtext import markdown
from app.rehearsal.reply import Called, Part, Reply, Said, Thought
from app.rehearsal.request import Request, Tool
from app.rehearsal.script import Call, Listing, Script, Step
from app.rehearsal.thoughts import asks_for_thinking
from app.rehearsal.turn import Turn, read_turn
from app.rehearsal.words import Stuck, fill, listed, words

_FLAGS = re.IGNORECASE | re.MULTILINE


def play(request: Request, scripts: Sequence[Script]) -> Reply:
    """
    The answer to a checked request.

    Raises:
        ApiError: 400 where the conversation must not end as it does; 500 for a script with a slot nothing names.
    """
    turn = read_turn(request)
    script = choose(turn, request, scripts)
    if script is None:
        return Reply(parts=(Said(hello(turn, request, scripts)),), stop_reason="end_turn")
    try:
        _refuse_failures(turn)
        step, values = _follow(script, turn)
        return _render(script, step, values, request, turn)
    except Stuck as stuck:
        return Reply(parts=(Said(str(stuck)),), stop_reason="end_turn", pace=script.pace)


def _refuse_failures(turn: Turn) -> None:
    for answer in turn.last:
        if answer.failed:
            raise Stuck(fill(words().failed, {"tool": answer.call.name, "answer": _sentence(answer.text)}))


def _sentence(text: str) -> str:
    """What a failed call said, out of its `{"error": …}` and without the note that may follow."""
    with contextlib.suppress(msgspec.DecodeError, KeyError):
        text = msgspec.json.decode(text, type=dict[str, str])["error"]
    return text.split("\n\n", 1)[0]


def _follow(script: Script, turn: Turn) -> tuple[Step, dict[str, str]]:
    match = re.search(script.says, turn.words, re.IGNORECASE)
    values = {"attached": ", ".join(turn.attached) or "no file", "earlier": str(turn.earlier), **_groups(match)}
    if turn.position >= len(script.steps):
        raise Stuck(words().over)
    step = script.steps[0]
    for position in range(turn.position + 1):
        now = msgspec.structs.replace(turn, rounds=turn.rounds[:position])
        values |= {"page": now.page, "words": now.words, "answer": "\n\n".join(answer.text for answer in now.last)}
        step = _branch(script.steps[position], now, values)
        for name, pattern in step.find.items():
            values[name] = _found(pattern, now, values)
        if step.listing is not None:
            values |= _listed(step.listing, now, values)
    # An earlier step found what it needed, or the turn would have ended there; tools it read may have left since.
    if not all(values[name] for name in step.find):
        raise Stuck(fill(step.otherwise, values) if step.otherwise else words().not_found)
    return step, values


def _branch(step: Step, turn: Turn, values: dict[str, str]) -> Step:
    """The step itself, or the first of its branches that the last answer fits."""
    for branch in step.either:
        match = re.search(fill(branch.answered, values, pattern=True), values["answer"], _FLAGS)
        if match:
            values |= _groups(match)
            return branch
    if step.either:
        tool = turn.last[-1].call.name if turn.last else ""
        raise Stuck(fill(words().unanswered, {"tool": tool, "answer": values["answer"]}))
    return step


def _found(pattern: str, turn: Turn, values: dict[str, str]) -> str:
    """The first match's group; empty when there is none."""
    expression = re.compile(fill(pattern, values, pattern=True), _FLAGS)
    matches = filter(None, map(expression.search, turn.heard))
    return next((match[1].strip() for match in matches), "")


def _listed(listing: Listing, turn: Turn, values: dict[str, str]) -> dict[str, str]:
    expression = re.compile(fill(listing.pattern, values, pattern=True), _FLAGS)
    text = next(filter(expression.search, turn.heard), "")
    lines = [fill(listing.line, values | _groups(match)) for match in expression.finditer(text)]
    return {"list": "\n".join(lines) or fill(listing.none, values), "count": str(len(lines))}


def _groups(match: re.Match[str] | None) -> dict[str, str]:
    return {name: (value or "").strip() for name, value in match.groupdict().items()} if match else {}


def _render(script: Script, step: Step, values: dict[str, str], request: Request, turn: Turn) -> Reply:
    spoken = " ".join([fill(step.text, values).strip()] * step.repeat)
    text = spoken + (markdown(step.markdown) if step.markdown else "")
    thinks = step.thinking and (asks_for_thinking(request) or not step.if_asked)
    thought: tuple[Part, ...] = (Thought(fill(step.thinking, values), step.redacted),) if thinks else ()
    said: tuple[Part, ...] = (Said(text),) if text else ()
    called = tuple(_called(script, call, values, request, turn, thought=bool(thought)) for call in step.calls)
    return Reply(
        parts=(*thought, *said, *called),
        stop_reason=step.stop_reason or ("tool_use" if called else "end_turn"),
        pace=script.pace,
        fault=step.fault or script.fault,
    )


def _called(
    script: Script, call: Call, values: dict[str, str], request: Request, turn: Turn, *, thought: bool
) -> Called:
    """
    The id carries the script's name: that is how the next request says what is being played.

    thought: whether it comes behind a thought, which the id says too: the two have to come back together.
    """
    tool = request.lent.get(call.call, Tool(name=call.call, input_schema={}) if call.anyway else None)
    if tool is None:
        raise Stuck(fill(words().not_lent, {"tool": call.call, "tools": listed(list(request.lent)) or "nothing"}))
    call_id = f"toolu_{script.name}_{secrets.token_hex(8)}{'_thought' if thought else ''}"
    return Called(call_id, tool.name, arguments_for(call, tool, values, turn.heard))
