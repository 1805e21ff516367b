"""The arguments of a call as people read them."""

from typing import Final, cast

import msgspec
from markupsafe import Markup

from app.contract.ids import Json
from app.conversations.thread import CallState
from app.web.dom import dom_id
from app.web.plain import to_plain_line
from app.web.templating import Templates

_MOST_NAME: Final = 80
_MOST_VALUE: Final = 500


def draw_arguments(templates: Templates, state: CallState) -> Markup | None:
    """A call's arguments by name; None when it has none."""
    pairs = pairs_of(state.call.args)
    if not pairs:
        return None
    return templates.fragment("call/arguments", id=dom_id(state.call.id, "arguments"), arguments=pairs)


def pairs_of(args: Json) -> list[tuple[str, str]]:
    """Name and value for each argument: strings bare, the rest as JSON; long ones cut."""
    if not isinstance(args, dict):
        return [] if args is None else [("", _shown(args))]
    named = cast("dict[str, Json]", args)
    return [(to_plain_line(name, limit=_MOST_NAME), _shown(value)) for name, value in named.items()]


def _shown(value: Json) -> str:
    text = value if isinstance(value, str) else msgspec.json.encode(value).decode()
    return to_plain_line(text, limit=_MOST_VALUE)
