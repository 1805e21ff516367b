"""
A tool call's arguments, from the raw JSON the model wrote.

Parsed once, when the block is whole, and strictly: the SDK's own partial parser turns `{"amount":10` into
an amount of 10 where the model was about to write 100.
"""

from typing import Final, cast

from app.contract.ids import Json
from app.strict_json import Fault, NotStrict
from app.strict_json import parse as parse_strictly

MOST_BYTES = 1024 * 1024
MOST_DEPTH = 64

_ENDINGS: Final[dict[Fault, str]] = {
    Fault.SYNTAX: "are not whole, valid JSON.",
    Fault.REPEATED: "name a property twice.",
    Fault.CONSTANT: "hold NaN or infinity, which is not JSON.",
    Fault.NUMBER: "hold a number that is too large.",
    Fault.SURROGATE: "hold half a character.",
    Fault.DEPTH: "are nested too deeply.",
    Fault.KEYS: "hold too many properties.",
}


class BrokenArguments(ValueError):
    """Not a whole JSON object. `str(error)` ends the sentence "The arguments …"."""


def parse(raw: str) -> dict[str, Json]:
    """
    The arguments.

    Raises:
        BrokenArguments: no whole JSON, not an object, a name twice, NaN or infinity, half a surrogate pair,
            or too large or too deep to be meant.
    """
    if len(raw) > MOST_BYTES:
        raise BrokenArguments("are too large.")
    try:
        value = parse_strictly(raw, most_depth=MOST_DEPTH)
    except NotStrict as refused:
        raise BrokenArguments(_ENDINGS[refused.fault]) from None
    if not isinstance(value, dict):
        raise BrokenArguments("are not a JSON object.")
    return cast("dict[str, Json]", value)
