"""The words a remote call comes back with when it did not work. What the host itself said stays in the log."""

from typing import Final

from app.contract.tools import Answer
from app.tools.answers import error, never_answered
from app.tools.remote.faults import RemoteFault, Trouble

_WHY: Final[dict[Trouble, str]] = {
    "refused": "the app refused it.",
    "arguments": "the app did not accept the arguments.",
    "missing": "the app could not find it.",
    "broken": "the app had a problem of its own.",
    "unreachable": "the app could not be reached.",
}


def failed(name: str, fault: RemoteFault) -> Answer:
    """
    The answer to a call that was sent, or was about to be.

    A `get` that did not answer in time is told in the same words as a change, though it can have done no harm: that
    it only reads is the host's own word, and one sentence for every timeout is what the contract has.
    """
    return never_answered(name) if fault.may_have_happened else error(f"{name} failed: {_WHY[fault.trouble]}")


def not_previewed(name: str) -> Answer:
    return error(f"{name} could not be previewed, so it was not offered to the user.")


def cards_shown(text: str, count: int) -> str:
    """A result's text, and after a blank line how many cards of it the user sees."""
    return f"{text}\n\n{count} card{' was' if count == 1 else 's were'} shown to the user."
