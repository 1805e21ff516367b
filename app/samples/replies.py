"""Replies to read: thought about before they were written, rated by the person, long ones, code and wide tables."""

from collections.abc import Callable
from typing import Final

from app.contract import events as log
from app.samples.conversations import asked, cut, finished
from app.samples.log import Sample

_THOUGHT: Final = (
    "The user wants the currency changed and saved.\n\nThe form has a field for it, <b>currency</b>, and a button."
)
_WIDE: Final = (
    "| Order | Customer | Placed | Ship by | Carrier | Weight | Total | Note |\n|---|---|---|---|---|--:|--:|---|\n"
    "| 1042 | Ada Lovelace | 26 Nov | 28 Nov | Northern Post | 12.4 kg | €129.00 | Leave it with the neighbour |\n"
    "| 1043 | Grace Hopper | 28 Nov | 30 Nov | Harbour Freight | 0.8 kg | €54.50 | – |"
)
_CODE: Final = (
    "```sql\nSELECT id, customer, due FROM orders WHERE shipped_at IS NULL AND due < now() ORDER BY due;\n```"
)


def thinking() -> Sample:
    return asked().thinks()


def thought() -> Sample:
    """It thought, pressed on, thought again without saying what, and was done."""
    return (
        asked()
        .thinks(4.2, _THOUGHT)
        .writes("I'll switch the currency and save the form.")
        .proposes("save_settings", "action")
        .sends("Save")
        .answers('Pressed "Save".')
        .step(2)
        .thinks(83, "")
        .writes("Done.", step=2)
        .ends()
    )


def rated() -> Sample:
    return finished().rates("up")


def rated_in_words() -> Sample:
    return finished().rates("down").rates("down", "It saved before I had looked.\n<b>Ask first</b> next time.")


def rated_and_taken_back() -> Sample:
    return finished().rates("up").rates(None)


def coded() -> Sample:
    """Code whose language is known, code of none, and a table wider than the panel."""
    return (
        Sample()
        .says("Which orders are late, and how do I find them?")
        .step()
        .writes("Two are:", _WIDE, "This finds them:", _CODE, "Or, from a shell:\n\n    make late-orders")
        .ends()
    )


def lengthy() -> Sample:
    """A long reply, and a short one after it."""
    paragraphs = [f"{number}. {'What there is to say of this order is said here. ' * 4}" for number in range(1, 40)]
    return (
        Sample()
        .says("Everything, please.")
        .step()
        .writes(*paragraphs)
        .ends()
        .says("Thanks.")
        .step()
        .writes("Sure.")
        .ends()
    )


def tried_again() -> Sample:
    """It broke off, and another try went through."""
    sample = cut()
    return sample.append(log.TurnRetried(sample.turn, "retry")).step(2).writes("I'll switch it first.", step=2).ends()


REPLIES: Final[dict[str, Callable[[], Sample]]] = {
    made.__name__: made
    for made in (thinking, thought, rated, rated_in_words, rated_and_taken_back, coded, lengthy, tried_again)
}
"""By name."""
