"""What a workspace chooses for its panel. Each has a default, so a workspace that chose nothing has all of them."""

from typing import Annotated, Literal

from msgspec import Meta, Struct

FAMILIES = r"^(?:[A-Za-z][A-Za-z0-9-]*(?: [A-Za-z0-9-]+)*(?:, ?(?=[A-Za-z])|\Z))*\Z"
Starter = Annotated[str, Meta(min_length=1, max_length=200, pattern=r"\S")]


class Look(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """
    How the panel looks. What is None, or empty, is as the product has it.

    name: what the assistant is called. accent: a colour as `#rrggbb`, shifted where people could not see or read it.
    radius: of corners, in CSS pixels. fonts: families a reader may have, by name, the first one there is; none is
    fetched. avatar: a letter, an emoji, or the address of a raster image. side: where the panel docks, by reading
    direction; `data-side` on the script tag wins.
    """

    name: Annotated[str, Meta(max_length=40)] = ""
    accent: Annotated[str, Meta(pattern=r"^#[0-9a-fA-F]{6}\Z")] | None = None
    radius: Annotated[int, Meta(ge=0, le=24)] | None = None
    density: Literal["comfortable", "compact", "spacious"] = "comfortable"
    fonts: Annotated[str, Meta(max_length=200, pattern=FAMILIES)] = ""
    avatar: Annotated[str, Meta(max_length=500, pattern=r"^(?:https?://[\x21-\x7e]+|\S{1,8})?\Z")] = ""
    greeting: Annotated[str, Meta(max_length=200)] = ""
    side: Literal["start", "end"] = "end"


class WorkspaceSettings(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """
    starters: messages to begin with, offered while a conversation is empty.
    follow_ups: whether the end of a turn suggests what to ask next.
    pointing: whether text selected on the page can be asked about.
    standing_approvals: whether a person may approve a page action for the rest of a conversation.
    """

    look: Look = Look()
    starters: Annotated[tuple[Starter, ...], Meta(max_length=8)] = ()
    follow_ups: bool = False
    pointing: bool = False
    standing_approvals: bool = False
