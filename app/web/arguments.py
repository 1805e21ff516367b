"""The arguments of a call as people read them."""

from typing import Final, cast

import msgspec
from markupsafe import Markup

from app.contract.ids import Json
from app.conversations.thread import CallState
from app.web.dom import dom_id
from app.web.plain import to_plain_line, to_plain_text
from app.web.templating import Templates

_MOST_NAME: Final = 80
_MOST_VALUE: Final = 500
_FITS: Final = 600
_LINE: Final = 40
"""So many characters stand in a card as they are; a line break counts as a line of them."""


def draw_arguments(templates: Templates, state: CallState) -> Markup | None:
    """A call's arguments by name; None when it has none."""
    pairs = pairs_of(state.call.args)
    if not pairs:
        return None
    return templates.fragment("call/arguments", id=dom_id(state.call.id, "arguments"), arguments=pairs)


def draw_all_arguments(templates: Templates, state: CallState) -> Markup | None:
    """As `draw_arguments`, with every value to its end, for whoever has to agree to them; many scroll in a box."""
    named = state.call.args.items()
    pairs = [(to_plain_line(name, limit=_MOST_NAME), to_plain_text(_text(value))) for name, value in named]
    if not pairs:
        return None
    is_long = sum(len(value) + _LINE * value.count("\n") for _, value in pairs) > _FITS
    return templates.fragment(
        "approval/arguments" if is_long else "call/arguments", id=dom_id(state.call.id, "arguments"), arguments=pairs
    )


def pairs_of(args: Json) -> list[tuple[str, str]]:
    """Name and value for each argument: strings bare, the rest as JSON; long ones cut."""
    if not isinstance(args, dict):
        return [] if args is None else [("", _shown(args))]
    named = cast("dict[str, Json]", args)
    return [(to_plain_line(name, limit=_MOST_NAME), _shown(value)) for name, value in named.items()]


def _shown(value: Json) -> str:
    return to_plain_line(_text(value), limit=_MOST_VALUE)


def _text(value: Json) -> str:
    return value if isinstance(value, str) else msgspec.json.encode(value).decode()
