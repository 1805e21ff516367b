"""`GET /assist/conversations/{id}/transcript.md` and `.json`: a conversation to keep, as a file."""

from typing import Final
from urllib.parse import quote

import msgspec
from litestar import Response, get
from litestar.di import NamedDependency
from litestar.params import FromPath, SkipValidation

from app.contract.ids import Json
from app.contract.people import Conversation, Principal
from app.conversations.thread import HostNote, Thread, Turn
from app.web.guards import own
from app.web.locally import number
from app.web.parts import Parts
from app.web.plain import to_plain_line
from app.web.transcripts import transcript
from app.web.words import word

_NOT_IN_NAMES: Final = str.maketrans(dict.fromkeys('/\\:*?"<>|', " "))
_LONGEST_NAME: Final = 60


@get("/conversations/{conversation:str}/transcript.md")
async def save_markdown(
    conversation: FromPath[str],
    parts: NamedDependency[SkipValidation[Parts]],
    principal: NamedDependency[SkipValidation[Principal]],
) -> Response[Json]:
    """To be read: what was said, and which calls were made."""
    found = await own(parts, principal, conversation)
    text = to_markdown(found, await parts.journal.thread(found.id))
    return _file(text.encode(), "text/markdown; charset=utf-8", found, "md")


@get("/conversations/{conversation:str}/transcript.json")
async def save_json(
    conversation: FromPath[str],
    parts: NamedDependency[SkipValidation[Parts]],
    principal: NamedDependency[SkipValidation[Principal]],
) -> Response[Json]:
    """To be worked with: everything, in the shape of contract section 7."""
    found = await own(parts, principal, conversation)
    told = msgspec.json.encode(transcript(found, await parts.journal.thread(found.id)))
    return _file(msgspec.json.format(told, indent=2), "application/json", found, "json")


def to_markdown(conversation: Conversation, thread: Thread) -> str:
    """A conversation as it shows, as Markdown: the person's words as quotations, the assistant's as it wrote them."""
    title = to_plain_line(conversation.title or "") or word("history.untitled")
    parts = [f"# {title}", *(part for each in thread.exchanges for part in _exchange(thread, each))]
    return "\n\n".join(parts) + "\n"


def _exchange(thread: Thread, each: Turn | HostNote) -> list[str]:
    if isinstance(each, HostNote):
        return [f"## {word('message.host', tool=to_plain_line(each.reply.tool))}", _quoted(each.reply.body)]
    said = [f"## {word('export.you', at=f'{each.started_at:%Y-%m-%d %H:%M}')}{_version(thread, each)}", *_said(each)]
    calls = "\n".join(f"- `{to_plain_line(state.call.name)}`: {state.status}" for state in each.calls)
    written = [text for step in each.steps if (text := "".join(step.texts).strip())]
    answered = [*written, *([calls] if calls else [])]
    return [*said, f"## {word('panel.title')}", *answered] if answered else said


def _version(thread: Thread, turn: Turn) -> str:
    """Which version of a message that was put anew it is; nothing of any other."""
    beside = thread.branches.beside(turn)
    at = next(at for at, each in enumerate(beside, start=1) if each is turn)
    return f" ({word('branch.label', at=number(at), count=number(len(beside)))})" if len(beside) > 1 else ""


def _said(turn: Turn) -> list[str]:
    """The words, what the person pointed at as a quotation within theirs, and the names of what came with them."""
    quote = turn.message.quote
    pointed = f"{_quoted(quote.text)}\n\n" if quote else ""
    names = (to_plain_line(each.name) for each in turn.message.attachments)
    attached = "\n".join(f"- {word('attachment.exported', name=name)}" for name in names)
    return [part for part in (_quoted(pointed + turn.message.text), attached) if part]


def _quoted(text: str) -> str:
    return "\n".join(f"> {line}".rstrip() for line in text.splitlines())


def _file(content: bytes, media_type: str, conversation: Conversation, ending: str) -> Response[Json]:
    name = to_plain_line((conversation.title or "").translate(_NOT_IN_NAMES), limit=_LONGEST_NAME).strip(". …")
    named = quote(f"{name or 'conversation'}.{ending}", safe="")
    disposition = f"attachment; filename=\"conversation.{ending}\"; filename*=UTF-8''{named}"
    return Response(content, media_type=media_type, headers={"Content-Disposition": disposition})


handlers = [save_markdown, save_json]
