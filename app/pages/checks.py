"""What the parts of an announcement's entries may say: each check gives the kept part or raises `Unfit`."""

import re
from typing import cast

from app.contract.ids import Json
from app.contract.page import Consequence, FieldValue, Kind, Option
from app.errors import Unacceptable
from app.pages import builtins, schemas
from app.pages.destinations import ID_SEGMENT
from app.pages.faults import Unfit
from app.pages.sent import SentOption
from app.pages.text import HIDDEN, cut, one_line

LABEL = 200
"""Most characters of a label, a page's name or an id."""
PATH = 2_000
"""Most characters of a path."""

_NAME = re.compile(r"[a-zA-Z0-9_-]{1,64}")
_ON_ITS_ORIGIN = re.compile(r"/(?!/)[^\\\s]*")


def name_of(sent: str) -> str:
    """The name of a tool, action or field."""
    if not _NAME.fullmatch(sent):
        raise Unfit(f"{sent[:80]!r} is no name; 1 to 64 letters, digits, '_' and '-' would be right.", ".name")
    if sent in builtins.NAMES:
        raise Unfit(f"{sent!r} is a built-in tool's name; another one would be right.", ".name")
    return sent


def id_of(sent: str | None) -> str | None:
    """An id must come back to the page as it was, so it is squeezed at most, never cut or cleaned."""
    if sent is None or not (squeezed := " ".join(sent.split())):
        return None
    if len(squeezed) > LABEL:
        raise Unfit(f"It has {len(squeezed):,} characters; at most {LABEL} would be right.", ".id")
    if HIDDEN.search(squeezed):
        raise Unfit("It holds characters nobody can see; only visible ones would be right.", ".id")
    return squeezed


def consequence_of(sent: Json) -> Consequence:
    if sent is False or sent is True:
        return sent
    if sent == "confirm":
        return "confirm"
    raise Unfit(f'{str(sent)[:80]!r} is not known; false, true or "confirm" would be right.', ".consequential")


def consequential_field(sent: Json) -> bool:
    """A field is only ever rung: nobody could say what approving a value would mean."""
    if sent == "confirm":
        raise Unfit(
            'It is "confirm", which an action or a tool can be; on a field true would be right.', ".consequential"
        )
    return consequence_of(sent) is not False


def value_of(kind: Kind | None, sent: Json) -> FieldValue:
    """What a field says, in its kind's type; absent is the kind's own nothing. One of no known kind says nothing."""
    match kind:
        case None:
            return None
        case "checkbox":
            return _tick(sent)
        case "choices":
            return _picks(sent)
        case "choice" | "custom":
            return None if sent is None else _string(sent)
        case _:
            return "" if sent is None else _string(sent)


def length_of(value: FieldValue, sent: Json) -> int | None:
    """How long the text is whose beginning `value` is; None where `value` is all of it."""
    if not isinstance(value, str) or not isinstance(sent, int) or isinstance(sent, bool):
        return None
    return sent if sent > len(value) else None


def option_of(sent: SentOption) -> Option:
    """An option; its value must come back to the page as it was, its label is kept where it says more."""
    label = cut(one_line(sent.label), LABEL) if sent.label else ""
    return Option(sent.value, label if label and label != sent.value else None)


def schema_of(sent: Json, path: str) -> dict[str, Json]:
    try:
        return schemas.fit(sent)
    except Unacceptable as unfit:
        raise Unfit(str(unfit), path) from unfit


def path_of(sent: str) -> str:
    """A path on the page's own origin, with at most one `:id`."""
    if not _ON_ITS_ORIGIN.fullmatch(sent) or HIDDEN.search(sent):
        raise Unfit(f"{sent[:80]!r} is no path of this origin; one such as '/orders/:id' would be right.", ".path")
    if len(ID_SEGMENT.findall(sent)) > 1:
        raise Unfit("It has ':id' more than once; at most one would be right.", ".path")
    if len(sent) > PATH:
        raise Unfit(f"It has {len(sent):,} characters; at most {PATH:,} would be right.", ".path")
    return sent


def _tick(sent: Json) -> bool:
    if sent is not None and not isinstance(sent, bool):
        raise Unfit("It is a checkbox's; true or false would be right.", ".value")
    return sent is True


def _picks(sent: Json) -> tuple[str, ...] | None:
    if sent is None:
        return None
    if not isinstance(sent, list) or not all(isinstance(each, str) for each in cast("list[Json]", sent)):
        raise Unfit("It is that of choices; a list of strings, or null, would be right.", ".value")
    return tuple(cast("list[str]", sent))


def _string(sent: Json) -> str:
    if not isinstance(sent, str):
        raise Unfit("It is no string; what the field says, as a string, would be right.", ".value")
    return sent
