"""What a model is asked, and what it streams back, whoever serves it."""

from typing import Literal, TypeAlias

from msgspec import Struct

from app.contract.ids import Json


class ModelRequest(Struct, frozen=True):
    """
    One request, in the Messages API's own shapes.

    system: text blocks in order, cache breakpoints already set.
    tools: `{name, description, input_schema}`, the last one carrying the tools' cache breakpoint.
    max_tokens: the longest answer, where it is to be shorter than usual.
    """

    system: tuple[dict[str, Json], ...]
    messages: tuple[dict[str, Json], ...]
    tools: tuple[dict[str, Json], ...]
    max_tokens: int | None = None


class ThinkingStarted(Struct, frozen=True):
    """The model thinks, in content block `index`; when that block is closed, it goes on."""

    index: int


class TextDelta(Struct, frozen=True):
    """Text of content block `index`, as it comes."""

    index: int
    text: str


class BlockClosed(Struct, frozen=True):
    """
    Content block `index` is complete, as the API takes it back.

    For `tool_use`, `block["input"]` is parsed strictly from the whole raw JSON; when it is no JSON object,
    `broken` says so and `input` is `{}`.
    """

    index: int
    block: dict[str, Json]
    broken: str | None = None


class Finished(Struct, frozen=True):
    """The message ended by itself: `message_stop` came. `usage` has the API's four token counts."""

    stop_reason: str
    usage: dict[str, int]


Thinking: TypeAlias = Literal["off", "adaptive"] | int
"""Whether a model is asked to think: not at all, as much as it sees fit, or up to a number of tokens."""

ModelEvent: TypeAlias = ThinkingStarted | TextDelta | BlockClosed | Finished

ModelTrouble = Literal["overloaded", "unreachable", "refused", "cut", "misconfigured", "rejected"]
"""
overloaded: 429, 529, 5xx or such an error event, retries used up. unreachable: no connection.
cut: the stream died or ended early after something was shown. misconfigured: 401, 403, no key.
rejected: the API calls the request itself wrong (400, 404, 413, 422).
"""
