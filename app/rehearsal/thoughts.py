"""What the real Messages API refuses of thinking: a budget that can't be, a thought that came back changed."""

from __future__ import annotations

from typing import Final

from app.contract.ids import Json
from app.rehearsal.faults import invalid
from app.rehearsal.request import Message, RedactedThinkingBlock, Request, TextBlock, ThinkingBlock, ToolUseBlock
from app.rehearsal.signatures import is_sealed, signature

_LEAST: Final = 1_024
_EXPECTED: Final = (
    "{path}.content.0.type: Expected `thinking` or `redacted_thinking`, but found `{found}`. "
    "When `thinking` is enabled, a final `assistant` message must start with a thinking block."
)
_Thought = ThinkingBlock | RedactedThinkingBlock


def check_thinking(request: Request) -> None:
    """Raises `ApiError`: 400, as the API says it."""
    _check_param(request)
    for index, message in enumerate(request.messages):
        _check_thoughts(message, f"messages.{index}")


def asks_for_thinking(request: Request) -> bool:
    """Whether a real model may think before it answers."""
    asked: dict[str, Json] = request.thinking or {}
    return asked.get("type") in {"enabled", "adaptive"}


def called_after_a_thought(use: str) -> bool:
    """Whether a call of ours came behind a thought, which then has to come back with it. The id says so."""
    return use.endswith("_thought")


def _check_param(request: Request) -> None:
    asked: dict[str, Json] = request.thinking or {}
    match asked.get("type", "disabled"):
        case "enabled":
            budget: int = asked.get("budget_tokens", 0)
            if budget < _LEAST:
                raise invalid("thinking.enabled.budget_tokens: Input should be greater than or equal to 1024")
            if request.max_tokens <= budget:
                raise invalid("`max_tokens` must be greater than `thinking.budget_tokens`.")
        case "adaptive" | "disabled" | "between_tools":
            return
        case kind:
            raise invalid(f"thinking: Input tag {kind!r} found using 'type' does not match any of the expected tags")


def _check_thoughts(message: Message, path: str) -> None:
    blocks = message.blocks
    for index, block in enumerate(blocks):
        place = f"{path}.content.{index}"
        match block:
            case ThinkingBlock() if block.signature != signature(block.thinking):
                raise invalid(f"{place}: Invalid `signature` in `thinking` block")
            case RedactedThinkingBlock() if not is_sealed(block.data):
                raise invalid(f"{place}: Invalid `data` in `redacted_thinking` block")
            case ThinkingBlock() | RedactedThinkingBlock() if block.cache_control:
                raise invalid(f"{place}.{block.__struct_config__.tag}.cache_control: Extra inputs are not permitted")
            case ToolUseBlock() if called_after_a_thought(block.id) and not isinstance(blocks[0], _Thought):
                found = "text" if isinstance(blocks[0], TextBlock) else "tool_use"
                raise invalid(_EXPECTED.format(path=path, found=found))
            case _:
                pass
    if message.role == "assistant" and blocks and isinstance(blocks[-1], _Thought):
        raise invalid(f"{path}: The final block in an assistant message cannot be `thinking`.")
