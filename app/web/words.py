"""Every sentence the panel says, by code. JavaScript and templates own none."""

from typing import Final

CATALOGUE: Final[dict[str, str]] = {
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
    # The connection, as it stands.
    "connection.connecting": "Connecting…",
    "connection.reconnecting": "Connection lost. Reconnecting…",
    "connection.offline": "You are offline. This goes on when you are back.",
    "connection.signed_out": "You are signed out. Sign in to the app again, then reload the page.",
    "connection.unhosted": "The page did not answer. Reload it to use the assistant.",
    "connection.unreachable": "The assistant could not be reached. Nothing was sent; try again.",
    "connection.busy": "The assistant is still working. Wait for it, or stop it first.",
    # The composer.
    "composer.label": "Message the assistant",
    "composer.placeholder": "Ask or say what to do…",
    "composer.send": "Send",
    "composer.stop": "Stop",
    "composer.quote": "What your message is about",
    "composer.unquote": "Remove the quote",
    "composer.note": "It can make mistakes. Check what matters.",
    # Messages that wait for the assistant.
    "queue.name": "Waiting until the assistant is done",
    "queue.send": "Send now",
    "queue.edit": "Edit",
    "queue.remove": "Remove",
    "queue.text": "The waiting message",
    "queue.save": "Save",
    # A message and a turn.
    "message.yours": "You said:",
    "message.host": "From {tool}",
    "message.quoted_page": "From the page {page}",
    "message.quoted_reply": "From this conversation",
    "turn.reply": "The assistant:",
    "turn.working": "Working",
    "turn.stopping": "Stopping…",
    "turn.retry": "Try again",
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
    # Plain calls, folded.
    "activity.content.running": "Reading the page",
    "activity.content.over": "Read the page",
    "activity.content.failed": "Could not read the page",
    "activity.field.running": "Filling in “{label}”",
    "activity.field.over": "Filled in “{label}”",
    "activity.field.rung": "Pointed out “{label}”",
    "activity.field.failed": "Could not fill in “{label}”",
    "activity.action.running": "Pressing “{label}”",
    "activity.action.over": "Pressed “{label}”",
    "activity.action.rung": "Pointed out “{label}”",
    "activity.action.failed": "Could not press “{label}”",
    "activity.navigate.running": "Opening {label}",
    "activity.navigate.over": "Opened {label}",
    "activity.navigate.failed": "Could not open {label}",
    "activity.tool.running": "Using {label}",
    "activity.tool.over": "Used {label}",
    "activity.tool.failed": "{label} did not work",
    "activity.card.failed": "Could not show a card",
    "activity.choice.failed": "Could not ask you",
    "activity.unknown.failed": "Tried {label}, which is not on offer",
    "activity.answered": "Answered with {count} characters.",
    # Asking first.
    "approval.ask.action": "May the assistant press this button?",
    "approval.ask.tool": "May the assistant do this?",
    "approval.ask.create": "May the assistant add this?",
    "approval.ask.update": "May the assistant change this?",
    "approval.ask.delete": "May the assistant delete this?",
    "approval.confirm": "Once more, because it can't be taken back: is this really to be deleted?",
    "approval.arguments": "What it is given",
    "approval.place": "On the page {path}",
    "approval.provider": "On the server {provider}, by {tool}",
    "approval.approve": "Approve",
    "approval.deny": "Deny",
    "approval.apply": "Apply",
    "approval.cancel": "Cancel",
    "approval.keep": "Keep it",
    "approval.delete": "Yes, delete it",
    "approval.running": "Approved, running",
    "approval.finished": "Finished",
    "approval.denied": "Denied",
    "approval.failed": "Didn't go through",
    "approval.undecided": "Not decided",
    "approval.expired": "Expired",
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
    "comparison.and": "and",
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
    "inbox.one": "1 proposal waits for you",
    "inbox.many": "{count} proposals or more wait for you",
    "inbox.some": "{count} proposals wait for you",
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
    "host.ring": "Press this:",
    "host.signed_out": "You are signed out of the assistant.",
}


def word(code: str, **values: str | int) -> str:
    """
    The sentence behind `code`, with `values` in its places.

    Raises:
        KeyError: There is no such sentence, or it has a place nobody filled.
    """
    sentence = CATALOGUE[code]
    return sentence.format_map(values) if values else sentence


def word_or(code: str, otherwise: str) -> str:
    """The sentence behind `code`, or the more general one behind `otherwise` where there is none."""
    return CATALOGUE.get(code) or word(otherwise)


def host_words() -> dict[str, str]:
    """The page script's sentences, by the names it knows them by."""
    prefix = "host."
    return {code.removeprefix(prefix): sentence for code, sentence in CATALOGUE.items() if code.startswith(prefix)}
