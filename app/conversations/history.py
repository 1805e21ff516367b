"""
The log as the model reads it back: Messages API messages, sound whatever happened.

Every `tool_use` is followed by its one `tool_result`; consecutive messages of one role are one message; a refused
turn is left out, so that it taints nothing after it. What a host tool left stands before the message after it.
"""

from collections.abc import Callable, Iterable, Mapping
from types import MappingProxyType
from typing import Final

import msgspec

from app.contract.events import HostReplied, StepFinished
from app.contract.ids import AttachmentId, Json
from app.contract.quotes import Quote
from app.contract.remote import RemoteContext
from app.contract.tools import Answer
from app.conversations.thread import CallState, HostNote, Step, Thread, Turn

Message = dict[str, Json]
_THOUGHTS = frozenset({"thinking", "redacted_thinking"})
FileBlocks = Mapping[AttachmentId, list[Json]]
NO_FILES: Final[FileBlocks] = MappingProxyType({})
UNANSWERED = Answer('{"error":"The turn was interrupted before this call was answered."}', is_error=True)


def messages(
    thread: Thread,
    *,
    go_on: str,
    context: Callable[[RemoteContext], str],
    left: Callable[[HostReplied], str],
    quoted: Callable[[Quote], str],
    files: FileBlocks = NO_FILES,
) -> tuple[Message, ...]:
    """
    The branch that shows as messages, the last one marked as a cache breakpoint.

    go_on: what to say, as the user, where a reply continues after `max_tokens`.
    context: fences what a host says of where the user is; it stands before the user's own words.
    left: what a host tool left, in words that give it as data. quoted: the same of what the user points at.
    files: the blocks of each attached file; they stand right before the words they came with.
    """
    merged: list[Message] = []
    for turn in thread.exchanges:
        if isinstance(turn, HostNote):
            # One behind the last message waits for the next: what the model was told in a turn stays as it is.
            if thread.turns and turn.seq < thread.turns[-1].seq:
                _merge(merged, [_user([_text(left(turn.reply))])])
        elif turn.status != "refused":
            _merge(merged, [_user(_said(turn, context, quoted, files))])
            _merge(merged, _of_turn(turn, go_on, is_last=turn is thread.turns[-1]))
    if merged:
        merged[-1]["content"][-1] = {**merged[-1]["content"][-1], "cache_control": {"type": "ephemeral"}}
    return tuple(merged)


def _merge(merged: list[Message], more: Iterable[Message]) -> None:
    for message in more:
        if merged and merged[-1]["role"] == message["role"]:
            merged[-1]["content"].extend(message["content"])
        elif message["content"]:
            merged.append({"role": message["role"], "content": list(message["content"])})


def _of_turn(turn: Turn, go_on: str, *, is_last: bool) -> Iterable[Message]:
    for step in turn.steps:
        latest = step is turn.steps[-1]
        content = _content(step, shown=latest and not (is_last and turn.ended is None))
        if content:
            yield {"role": "assistant", "content": content}
        if step.calls:
            yield _user([_result(state) for state in step.calls])
        elif _was_continued(step, turn, latest=latest):
            yield _user([_text(go_on)])


def _said(
    turn: Turn, context: Callable[[RemoteContext], str], quoted: Callable[[Quote], str], files: FileBlocks
) -> list[Json]:
    """The user's words come last, so that nothing a host, a page or a file says can follow them."""
    fenced = [context(each) for each in turn.remote.contexts] if turn.remote else []
    attached = [block for each in turn.message.attachments for block in files.get(each.id, [])]
    pointed = [quoted(turn.message.quote)] if turn.message.quote else []
    said = [turn.message.text] if turn.message.text else []
    return [*map(_text, fenced), *attached, *map(_text, (*pointed, *said))]


def _text(text: str) -> Json:
    return {"type": "text", "text": text}


def _user(content: list[Json]) -> Message:
    return {"role": "user", "content": content}


def _content(step: Step, *, shown: bool) -> list[Json]:
    """A step's blocks. One that was cut counts only while nothing came in its place."""
    if step.finished is not None:
        return _sound(step.finished, {state.call.use for state in step.calls})
    text = "".join(step.texts).rstrip()
    return [_text(text)] if text and shown else []


def _sound(finished: StepFinished, uses: set[str]) -> list[Json]:
    """Blocks the API takes back: no call without its answer, no empty text, no thought that nothing follows."""
    kept = [block for block in finished.content if block["type"] != "tool_use" or block["id"] in uses]
    said = [block for block in kept if block["type"] != "text" or block["text"].strip()]
    while said and said[-1]["type"] in _THOUGHTS:
        said.pop()
    return said


def _was_continued(step: Step, turn: Turn, *, latest: bool) -> bool:
    if step.finished is None or step.finished.stop_reason != "max_tokens":
        return False
    return not latest or (turn.ended is None and turn.retried == "continue")


def _edit(state: CallState) -> str:
    """What a person made of the arguments: the call stands above as the model wrote it."""
    if state.edited is None:
        return ""
    args = msgspec.json.encode(state.call.args).decode()
    if state.decided is None or not state.decided.approved:
        return f"\n\nBefore that the user changed its arguments to {args}. It was not run."
    return f"\n\nThe user changed the arguments before approving; what was approved is {args}."


def _result(state: CallState) -> Json:
    answer = state.answer or UNANSWERED
    result: dict[str, Json] = {
        "type": "tool_result",
        "tool_use_id": state.call.use,
        "content": f"{answer.text or '(no answer)'}{_edit(state)}",
    }
    return {**result, "is_error": True} if answer.is_error else result
