"""
The words the model reads back, to the letter of the model-context document.

A string answers as text, anything else as JSON; an `{ error }` is an error. A note that follows an answer comes
after a blank line. What is longer than 64 KiB is cut, and the cut is said.
"""

import msgspec

from app.contract.ids import Json
from app.contract.page import PageFacts
from app.contract.tools import Answer, ProposedCall
from app.conversations.thread import CallState
from app.pages.note import note

LONGEST_ANSWER_BYTES = 64 * 1024
_UNDECIDED = Answer("The user sent a message instead of deciding.")
_UNPICKED = Answer("The user sent a message instead of picking.")
_UNDECIDED_IN_TIME = Answer("The user did not decide in time. It was not done.")
_UNPICKED_IN_TIME = Answer("The user did not pick in time.")


UNSURE = "it may or may not have happened"


def error(sentence: str) -> Answer:
    """`{ error: sentence }`, as the model reads it."""
    return _cut(msgspec.json.encode({"error": sentence}).decode(), is_error=True)


def returned(value: Json) -> Answer:
    """What a tool or a page's content came back with."""
    if isinstance(value, str):
        return _cut(value)
    is_error = isinstance(value, dict) and set(value) == {"error"}  # pyright: ignore[reportUnknownArgumentType]
    return _cut(msgspec.json.encode(value).decode(), is_error=is_error)


def with_note(sentence: str, facts: PageFacts | None) -> Answer:
    """A sentence, and the note of the page as it is now."""
    return _cut("\n\n".join(part for part in (sentence, note(facts) if facts else "") if part))


def no_longer_offers(name: str, facts: PageFacts | None) -> Answer:
    sentence = f"The page no longer offers {name}."
    return error(with_note(sentence, facts).text)


def gone(call: ProposedCall, facts: PageFacts | None) -> Answer:
    """The answer to a call of what its lender does not offer any more."""
    if call.kind == "remote":
        return error(f"The app no longer offers {call.name}.")
    return no_longer_offers(call.name, facts)


def rejected(name: str, issues: list[str]) -> Answer:
    """The answer to arguments the lent schema does not take."""
    return error(f"{name} got arguments its parameters reject: {'; '.join(issues)}")


def declined(state: CallState) -> Answer:
    """The answer of a call the person denied: an action by its label, a tool by its name."""
    hold = state.hold
    what = f'"{hold.label}"' if hold and state.call.kind == "action" else state.call.name
    return Answer(f"The user declined {what}. That is final: leave it unless they ask for it again.")


def picked(option: str) -> Answer:
    """The answer of a question with choices."""
    return _cut(f'The user picked "{option}".')


def left(state: CallState) -> Answer:
    """The answer of a held call that a message left undone, and of those behind it in its step."""
    return _UNPICKED if state.call.kind == "choice" else _UNDECIDED


def expired(state: CallState) -> Answer:
    """The answer of a held call that nobody decided in its time."""
    return _UNPICKED_IN_TIME if state.call.kind == "choice" else _UNDECIDED_IN_TIME


def never_answered(name: str) -> Answer:
    return error(f"{name} did not answer: {UNSURE}.")


def never_taken(name: str) -> Answer:
    """The answer of a call that no page of the conversation took up: nothing was touched."""
    return error(f"{name} was not run: no page of this conversation was open to take it.")


def never_ran(name: str, answer: Answer) -> bool:
    """Whether it says that nothing was touched: the turn was over before, or no page took the call."""
    return answer.is_error and any(said in answer.text for said in (f"before {name} ran.", f"{name} was not run:"))


def stopped(name: str, *, may_have_happened: bool) -> Answer:
    """The answer of a call that a stop of the turn left behind."""
    if may_have_happened:
        return error(f"The user stopped the turn while {name} was running: {UNSURE}.")
    return error(f"The user stopped the turn before {name} ran.")


def ended(name: str, *, may_have_happened: bool) -> Answer:
    """The answer of a call that the turn's end left behind, when nobody asked for that end."""
    if may_have_happened:
        return error(f"The turn ended while {name} was running: {UNSURE}.")
    return error(f"The turn ended before {name} ran.")


def _cut(text: str, *, is_error: bool = False) -> Answer:
    encoded = text.encode("utf-8", "replace")
    if len(encoded) <= LONGEST_ANSWER_BYTES:
        return Answer(text, is_error)
    kept = encoded[:LONGEST_ANSWER_BYTES].decode("utf-8", "ignore")
    return Answer(
        f"{kept}\n\n[Cut: the answer had {len(text):,} characters, these are the first {len(kept):,}.]", is_error
    )
