"""
Every sentence the panel says, by code. JavaScript and templates own none.

Here they stand in English; `locale/` has them in the other languages, and `make words` holds those files equal to
this one. What the model reads is no part of it: that stays in English, to the letter.
"""

from gettext import NullTranslations
from typing import Final

from app.web.asking_words import ASKING
from app.web.languages import SOURCE, language
from app.web.locally import isolated, number
from app.web.phrases import PHRASES

CATALOGUE: Final[dict[str, str]] = {
    **PHRASES,
    # The panel's frame.
    "panel.title": "Assistant",
    "panel.new": "New conversation",
    "panel.history": "Conversations",
    "panel.close": "Close",
    "panel.latest": "Jump to latest",
    "panel.transcript": "Conversation",
    "panel.greeting": "What can I help with?",
    "panel.greeting_more": "Ask about this page, or say what you would like done on it.",
    "panel.noscript": "The assistant needs JavaScript.",
    "rehearsal.badge": "Rehearsal",
    "rehearsal.notice": "Rehearsal: a scripted stand-in answers. Set ANTHROPIC_API_KEY for the real model.",
    # The composer.
    "composer.label": "Message the assistant",
    "composer.placeholder": "Ask or say what to do…",
    "composer.send": "Send",
    "composer.stop": "Stop",
    "composer.suggestions": "Suggestions",
    "composer.unquote": "Remove the quote",
    "composer.note": "It can make mistakes. Check what matters.",
    "commands.name": "Tools of this page",
    "commands.none": "This page lends no tools now.",
    # Messages that wait for the assistant.
    "queue.name": "Waiting until the assistant is done",
    "queue.kept": "Kept until you send it",
    "queue.send": "Send now",
    "queue.edit": "Edit",
    "queue.remove": "Remove",
    "queue.text": "The waiting message",
    "queue.save": "Save",
    "queue.cancel": "Cancel",
    # Files that are given with a message.
    "attachment.add": "Attach a file",
    "attachment.list": "Attached files",
    "attachment.drop": "Drop images and PDFs here to attach them",
    "attachment.uploading": "Attaching",
    "attachment.unarrived": "It did not arrive.",
    "attachment.removed": "Removed {name}",
    "attachment.unsent": "A file has not arrived. Try it again or remove it, then send.",
    "attachment.many": "A message takes {most} files at most.",
    "attachment.large": "That file is too large: {most} MB is the most an attached one may have.",
    "attachment.heavy": "Together these files are too large: a message takes {most} MB.",
    "attachment.empty": "The file is empty.",
    "attachment.locked": "The PDF is protected by a password. Attach it without one.",
    "attachment.pages": "The PDF has {count} pages; {most} are the most.",
    "attachment.pixels": (
        "The image has {width} × {height} pixels; {side} a side and {millions} million in all are the most."
    ),
    "attachment.day": "That is more than you may attach in one day. It starts afresh tomorrow.",
    "attachment.kilobytes": "{count} KB",
    "attachment.megabytes": "{count} MB",
    "attachment.exported": "Attached: {name}",
    # A message and a turn.
    "message.yours": "You said:",
    "message.edit": "Edit",
    "message.anew": "Your message, put anew",
    "message.anew_note": "What came after it is kept beside the new version.",
    "message.cancel": "Cancel",
    "branch.label": "Version {at} of {count}",
    "branch.place": "{at} of {count}",
    "branch.previous": "Previous version",
    "branch.next": "Next version",
    "message.host": "From {tool}",
    "message.quoted_page": "From the page {page}",
    "message.quoted_reply": "From this conversation",
    "turn.reply": "The assistant:",
    "turn.working": "Working",
    "turn.thinking": "Thinking…",
    "turn.stopping": "Stopping…",
    "turn.retry": "Try again",
    "turn.again": "Tried again:",
    "turn.continue": "Continue",
    "turn.stopped": "You stopped this.",
    "turn.failed": "That did not work. You can try again.",
    "turn.failed.overloaded": "The model is overloaded right now. Try again in a moment.",
    "turn.failed.unreachable": "The model could not be reached. Try again in a moment.",
    "turn.failed.misconfigured": "The server is not allowed to use the model. Its operator has to look at the key.",
    "turn.failed.cut": "The model's answer never arrived. Try again in a moment.",
    "turn.failed.refused": "The model declined to answer that.",
    "turn.failed.rejected": "The model refused this request as it was put. Try again, or start a new conversation.",
    "turn.cut": "The answer broke off here. What arrived is kept.",
    "turn.refused": "The model declined to answer that.",
    "turn.limited": "This reached a limit, so it ended here.",
    "turn.limited.requests": "This took as many steps as one message may take, so it ended here.",
    "turn.limited.calls": "This used as many tools as one message may use, so it ended here.",
    "turn.limited.minutes": "This took as long as one message may take, so it ended here.",
    "turn.limited.tokens": "This used as much of the model as one message may use, so it ended here.",
    "turn.limited.day": "Today's share of the model is used up. It starts afresh tomorrow.",
    "turn.overlong": "The answer got as long as one may get.",
    # Reading a reply.
    "thought.moment": "Thought for a moment",
    "thought.seconds": "Thought for {seconds} s",
    "thought.minutes": "Thought for {minutes} min {seconds} s",
    "reply.name": "This reply",
    "reply.quote": "Quote",
    "reply.show_all": "Show all",
    "reply.show_less": "Show less",
    "reply.copy": "Copy reply",
    "reply.up": "Good reply",
    "reply.down": "Bad reply",
    "reply.more": "Say why",
    "reply.said": "You said: {words}",
    "reply.words": "What you think of this reply",
    "reply.send": "Send",
    "copy.code": "Copy code",
    "copy.done": "Copied",
    "prose.code": "Code",
    "prose.code_in": "Code, {language}",
    "prose.table": "Table",
    "unread.line": "New",
    **ASKING,
    # Cards.
    "card.yes": "Yes",
    "card.no": "No",
    "card.nothing": "–",
    "links.name": "Pages to open",
    "choices.picked": "You picked",
    "choices.undecided": "Not picked: you sent a message instead",
    "choices.expired": "Expired",
    "choices.stopped": "Not picked: you stopped this",
    "table.untitled": "Table",
    "table.empty": "Nothing to show.",
    "comparison.title": "{names} compared",
    "comparison.recommended": "Recommended",
    "comparison.verdict": "Recommended: {name}.",
    # Remote tool servers.
    "remote.unavailable": "Tools of {providers} are unavailable right now; this goes on without them.",
    "display.name": "Results",
    # The gallery.
    "gallery.title": "Gallery",
    # Proposals, and the inbox they wait in.
    "proposal.accept": "Accept",
    "proposal.dismiss": "Dismiss",
    "proposal.carried": "What it carries",
    "proposal.words": "What was proposed",
    "proposal.accepted": "Accepted",
    "proposal.dismissed": "Dismissed",
    "proposal.applied": "Done",
    "proposal.failed": "Accepted, but it failed",
    "inbox.none": "No proposal waits for you",
    # Conversations.
    "history.none": "No conversations yet.",
    "history.untitled": "Untitled",
    "history.search": "Search conversations",
    "history.unfound": "Nothing found.",
    "history.today": "Today",
    "history.yesterday": "Yesterday",
    "history.rename": "Rename",
    "history.title": "Title",
    "history.save": "Save",
    "history.cancel": "Cancel",
    "history.delete": "Delete",
    "history.deleted": "Deleted “{title}”",
    "history.undo": "Undo",
    "export.label": "Save this conversation:",
    "export.markdown": "Markdown",
    "export.json": "JSON",
    "export.you": "You, {at} UTC",
    # What the page script says on the host's page.
    "host.panel": "Assistant",
    "host.open": "Open the assistant",
    "host.close": "Close the assistant",
    "host.waiting": "The assistant is waiting for you",
    "host.working": "The assistant is working",
    "host.point": "Ask about this",
    "host.unread": "The assistant has something new for you",
    "host.ring": "Press this:",
    "host.signed_out": "You are signed out of the assistant.",
}


COUNTED: Final[dict[str, tuple[str, str]]] = {
    "activity.answered": ("Answered with {count} character.", "Answered with {count} characters."),
    "inbox.waiting": ("1 proposal waits for you", "{count} proposals wait for you"),
    "inbox.many": ("{count} proposal or more waits for you", "{count} proposals or more wait for you"),
}
"""Sentences with a number in them, for one and for more. Another language may have up to six forms."""


def word(code: str, **values: str | int) -> str:
    """
    The sentence behind `code` in the reader's language, with `values` in its places.

    Raises:
        KeyError: There is no such sentence, or it has a place nobody filled.
    """
    sentence = CATALOGUE[code]
    if language() != SOURCE:
        sentence = _translations().pgettext(code, sentence)
    return sentence.format_map(isolated(values)) if values else sentence


def word_or(code: str, otherwise: str) -> str:
    """The sentence behind `code`, or the more general one behind `otherwise` where there is none."""
    return word(code if code in CATALOGUE else otherwise)


def counted(code: str, count: int) -> str:
    """The sentence behind `code` in the form its number takes. Raises `KeyError`."""
    one, more = COUNTED[code]
    if language() == SOURCE:
        sentence = one if count == 1 else more
    else:
        sentence = _translations().npgettext(code, one, more, count)
    return sentence.format(count=number(count))


def host_words() -> dict[str, str]:
    """The page script's sentences, by the names it knows them by."""
    prefix = "host."
    return {code.removeprefix(prefix): word(code) for code in CATALOGUE if code.startswith(prefix)}


def _translations() -> NullTranslations:
    from app.web.translations import translations

    return translations(language())
