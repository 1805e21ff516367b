"""What is said to the assistant, as the panel shows it: sent, put anew, left by a host tool, or waiting."""

from markupsafe import Markup

from app.contract.events import MessageQueued
from app.contract.ids import MessageId, conversation_of
from app.conversations.thread import HostNote, Thread, Turn
from app.outbound.links import FileLinks
from app.web.attached import draw_sent
from app.web.dom import QUEUE, TRANSCRIPT, dom_id
from app.web.locally import number
from app.web.plain import to_plain_line, without_direction
from app.web.quotes import draw_quote
from app.web.templating import Templates
from app.web.words import word


def draw_said(templates: Templates, thread: Thread, turn: Turn, links: FileLinks | None = None) -> Markup:
    """The message that opened a turn, with its files and the way to its other versions."""
    message = turn.message
    return templates.fragment(
        "message/user",
        id=dom_id(message.id),
        text=message.text,
        quote=draw_quote(templates, message.quote, message.id),
        files=draw_sent(templates, message.attachments, links),
        url=_url(message.id),
        branches=_branches(templates, thread, turn),
    )


def draw_said_anew(templates: Templates, turn: Turn, links: FileLinks | None = None) -> Markup:
    """Asks for the message's text anew, where it stands, above the files that go with it again."""
    message = turn.message
    return templates.fragment(
        "message/editing",
        id=dom_id(message.id),
        text=message.text,
        files=draw_sent(templates, message.attachments, links),
        required=message.attachments == (),
        message=message.id,
        url=_url(message.id),
        action=f"/assist/conversations/{conversation_of(message.id)}/messages",
    )


def draw_left(templates: Templates, note: HostNote) -> Markup:
    """What a host tool left."""
    return templates.fragment(
        "message/host",
        id=dom_id("note", note.seq),
        said_by=word("message.host", tool=to_plain_line(note.reply.tool)),
        text=without_direction(note.reply.body),
        at=note.at,
    )


def draw_waiting(templates: Templates, thread: Thread) -> Markup:
    """The messages that wait: one element, empty when none does."""
    if not thread.queued:
        return templates.fragment("queue/empty", id=QUEUE)
    kept = thread.waiting.kept
    all_kept = all(each.id in kept for each in thread.queued)
    return templates.fragment(
        "queue/queue",
        id=QUEUE,
        name=word("queue.kept" if all_kept else "queue.name"),
        messages=[draw_one_waiting(templates, thread, each, mixed=not all_kept) for each in thread.queued],
    )


def draw_one_waiting(templates: Templates, thread: Thread, waiting: MessageQueued, *, mixed: bool = True) -> Markup:
    """A message that waits. mixed: whether some that wait are kept and some are not, so that each says which it is."""
    place, url = dom_id(waiting.id, "waiting"), _url(waiting.id)
    files = ", ".join(to_plain_line(each.name) for each in waiting.attachments)
    if waiting.id in thread.waiting.opened:
        return templates.fragment("queue/editing", id=place, text=waiting.text, required=files == "", url=url)
    kept = word("queue.kept") if mixed and waiting.id in thread.waiting.kept else None
    return templates.fragment("queue/message", id=place, text=waiting.text, files=files, url=url, kept=kept)


def _branches(templates: Templates, thread: Thread, turn: Turn) -> Markup:
    beside = thread.branches.beside(turn)
    if len(beside) == 1:
        return Markup()
    at = next(at for at, each in enumerate(beside, start=1) if each.id == turn.id)
    return templates.fragment(
        "message/branches",
        id=dom_id(turn.after or TRANSCRIPT, "branches"),
        label=word("branch.label", at=number(at), count=number(len(beside))),
        place=word("branch.place", at=number(at), count=number(len(beside))),
        before=_branch_url(beside[at - 2]) if at > 1 else None,
        after=_branch_url(beside[at]) if at < len(beside) else None,
    )


def _branch_url(turn: Turn) -> str:
    return f"{_url(turn.message.id)}/branch"


def _url(message: MessageId) -> str:
    return f"/assist/messages/{message}"
