"""What `assist workspace set` takes: the look and the settings of a workspace, each as an option of its own."""

from dataclasses import dataclass, fields
from typing import Annotated, Literal

from cyclopts import Parameter

from app.contract.ids import Json


@Parameter(name="*")
@dataclass(frozen=True, kw_only=True)
class Choices:
    """
    What isn't given stays as it is.

    Args:
        assistant: What the assistant is called.
        accent: A colour as #rrggbb; it is shifted where people could not see or read it.
        radius: Of corners, in pixels, up to 24.
        density: How much room things have.
        fonts: Families a reader may have, such as "Georgia, serif"; none is fetched.
        avatar: A letter, an emoji, or the address of a raster image.
        greeting: What an empty conversation says.
        side: Where the panel docks, by reading direction.
        starter: A message to begin with. May be given several times, and replaces those there are.
        follow_ups: Whether the end of a turn suggests what to ask next.
        pointing: Whether text selected on the page can be asked about.
        standing_approvals: Whether a person may approve a page action for the rest of a conversation.
    """

    assistant: str | None = None
    accent: str | None = None
    radius: int | None = None
    density: Literal["comfortable", "compact", "spacious"] | None = None
    fonts: str | None = None
    avatar: str | None = None
    greeting: str | None = None
    side: Literal["start", "end"] | None = None
    starter: Annotated[tuple[str, ...] | None, Parameter(negative="")] = None
    follow_ups: bool | None = None
    pointing: bool | None = None
    standing_approvals: bool | None = None

    def settings(self) -> dict[str, Json]:
        """As `PATCH /v1/workspace` takes them."""
        given: dict[str, Json] = {field.name: getattr(self, field.name) for field in fields(self)}
        given = {name: value for name, value in given.items() if value is not None}
        look: dict[str, Json] = {
            "name" if name == "assistant" else name: given.pop(name)
            for name in ("assistant", "accent", "radius", "density", "fonts", "avatar", "greeting", "side")
            if name in given
        }
        if "starter" in given:
            given["starters"] = given.pop("starter")
        return {**given, **({"look": look} if look else {})}
