"""Where a turn stands, read back from the request alone: a rehearsal remembers nothing between requests."""

from __future__ import annotations

import re
from base64 import b64decode
from collections.abc import Iterator

import msgspec

from app.rehearsal.request import (
    DocumentBlock,
    ImageBlock,
    Message,
    Request,
    TextBlock,
    ToolResultBlock,
    ToolUseBlock,
)
from app.turns.filetypes import file_type

_SCRIPTED = re.compile(r"toolu_([a-z0-9-]+)_[0-9a-f]{16}(_thought)?")
_PAGE = re.compile(r"^## The page the user has open: (.+)$", re.MULTILINE)


class Answer(msgspec.Struct, frozen=True):
    """One call of the turn and what it answered."""

    call: ToolUseBlock
    text: str
    failed: bool


class Turn(msgspec.Struct, frozen=True):
    """
    The user's last words and what has happened since.

    position: Model requests of this turn answered before this one.
    rounds: What the calls of each answered, oldest first; empty for one that made none.
    script: Name of the script being played, told by the ids of its calls; None when there are none.
    attached: The files that came with the words, in words of ours: `a PNG of 64 × 32`.
    earlier: How many files came with words before those.
    note: What stood there before the turn: the system text, which holds the page note, then a line for each tool.
    """

    words: str
    position: int
    rounds: tuple[tuple[Answer, ...], ...]
    script: str | None
    attached: tuple[str, ...]
    earlier: int
    note: str
    ends_with_model: bool

    @property
    def last(self) -> tuple[Answer, ...]:
        """The answers this request brings; none at the start of a turn."""
        return self.rounds[-1] if self.rounds else ()

    @property
    def heard(self) -> tuple[str, ...]:
        """All that the page said, newest first, the note last."""
        answers = [answer.text for answers in reversed(self.rounds) for answer in answers]
        return (*answers, self.note)

    @property
    def page(self) -> str:
        """Name of the open page as last heard; empty when nothing has introduced itself."""
        names = (_PAGE.search(text) for text in self.heard)
        return next((match[1] for match in names if match), "")


def read_turn(request: Request) -> Turn:
    """Find the user's last words in a checked request, and what the turn did since."""
    start, words = _last_words(request.messages)
    since = request.messages[start + 1 :]
    rounds = tuple(_answers(since, index) for index, message in enumerate(since) if message.role == "assistant")
    ids = [answer.call.id for answers in rounds for answer in answers]
    played = [match[1] for match in map(_SCRIPTED.fullmatch, ids) if match]
    return Turn(
        words=words,
        position=len(rounds),
        rounds=rounds,
        attached=tuple(_attached(request.messages[start])),
        earlier=sum(len(list(_attached(message))) for message in request.messages[:start]),
        script=played[-1] if played else None,
        note="\n\n".join((*(block.text for block in request.system_blocks), *_described(request))),
        ends_with_model=request.messages[-1].role == "assistant",
    )


def _attached(message: Message) -> Iterator[str]:
    for block in message.blocks:
        match block:
            case ImageBlock(source=source):
                found = file_type(b64decode(source.data))
                kind = source.media_type.removeprefix("image/").upper()
                yield f"a {kind} of {found.width} × {found.height}" if found else f"a {kind}"
            case DocumentBlock():
                yield "a PDF"
            case _:
                pass


def _described(request: Request) -> list[str]:
    return [f"{tool.name}: {tool.description}" for tool in request.tools]


def _last_words(messages: list[Message]) -> tuple[int, str]:
    for index in range(len(messages) - 1, -1, -1):
        texts = [block.text for block in messages[index].blocks if isinstance(block, TextBlock)]
        if messages[index].role == "user" and texts:
            return index, texts[-1]
    return 0, ""


def _answers(messages: list[Message], index: int) -> tuple[Answer, ...]:
    calls = {block.id: block for block in messages[index].blocks if isinstance(block, ToolUseBlock)}
    if not calls:
        return ()
    results = [block for block in messages[index + 1].blocks if isinstance(block, ToolResultBlock)]
    return tuple(Answer(calls[result.tool_use_id], result.text, bool(result.is_error)) for result in results)
