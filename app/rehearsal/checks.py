"""What the real Messages API refuses with a 400, refused here in the same words."""

from __future__ import annotations

import itertools
import re
from base64 import b64decode
from collections.abc import Iterator

from app.rehearsal.faults import invalid
from app.rehearsal.request import (
    DocumentBlock,
    ImageBlock,
    Message,
    Request,
    Source,
    TextBlock,
    Tool,
    ToolResultBlock,
    ToolUseBlock,
)
from app.rehearsal.thoughts import check_thinking
from app.turns.filetypes import FileType, file_type

_TOOL_NAME = re.compile(r"[a-zA-Z0-9_-]{1,128}")
_PROPERTY = re.compile(r"[a-zA-Z0-9_.-]{1,64}")
_CALL_ID = re.compile(r"[a-zA-Z0-9_-]+")
_MOST_BREAKPOINTS = 4
_MOST_IMAGE_BASE64 = 5 * 1024 * 1024
_MOST_SIDE, _MOST_SIDE_OF_MANY, _MANY_IMAGES, _MOST_IMAGES = 8_000, 2_000, 20, 100
_MOST_PAGES = 100


def check(request: Request) -> None:
    """
    Refuse what the real API would refuse.

    Raises:
        ApiError: 400 with the sentence the API answers.
    """
    if request.max_tokens < 0:
        raise invalid("max_tokens: Input should be greater than or equal to 0")
    check_thinking(request)
    _check_breakpoints(request)
    _check_tools(request.tools)
    for index, block in enumerate(request.system_blocks):
        _check_text(block, f"system.{index}")
    _check_messages(request.messages)
    _check_many_images(request.messages)


def _check_tools(tools: list[Tool]) -> None:
    if len({tool.name for tool in tools}) != len(tools):
        raise invalid("tools: Tool names must be unique.")
    for index, tool in enumerate(tools):
        _check_tool(tool, f"tools.{index}.custom")


def _check_tool(tool: Tool, path: str) -> None:
    schema = tool.input_schema
    if not _TOOL_NAME.fullmatch(tool.name):
        raise invalid(f"{path}.name: String should match pattern '^[a-zA-Z0-9_-]{{1,128}}$'")
    if schema.get("type") != "object":
        raise invalid(f"{path}.input_schema.type: Input should be 'object'")
    if schema.keys() & {"oneOf", "allOf", "anyOf"}:
        raise invalid(f"{path}.input_schema: input_schema does not support oneOf, allOf, or anyOf at the top level")
    for name in schema.get("properties", {}):
        if not _PROPERTY.fullmatch(name):
            raise invalid(
                f"{path}.input_schema.properties: Property keys should match pattern '^[a-zA-Z0-9_.-]{{1,64}}$'"
            )


def _check_messages(messages: list[Message]) -> None:
    if not messages:
        raise invalid("messages: at least one message is required")
    if messages[0].role != "user":
        raise invalid('messages: first message must use the "user" role')
    for index, message in enumerate(messages):
        _check_message(message, f"messages.{index}")
    for index, (before, after) in enumerate(itertools.pairwise([None, *messages, None])):
        _check_results(before, after, index)
    ids = [call.id for message in messages for call in _calls(message)]
    if len(set(ids)) != len(ids):
        raise invalid("messages: `tool_use` ids must be unique")


def _check_message(message: Message, path: str) -> None:
    if message.role not in {"user", "assistant"}:
        raise invalid(f"{path}.role: Input should be 'user' or 'assistant'")
    if not message.content:
        raise invalid(f"{path}: all messages must have non-empty content")
    for index, block in enumerate(message.blocks):
        place = f"{path}.content.{index}"
        match block:
            case TextBlock():
                _check_text(block, place)
            case ImageBlock(source=source):
                _check_image(source, f"{place}.image")
            case DocumentBlock(source=source):
                _check_document(source, f"{place}.document")
            case ToolUseBlock() if message.role != "assistant":
                raise invalid(f"{path}: `tool_use` blocks can only be in `assistant` messages")
            case ToolUseBlock() if not _CALL_ID.fullmatch(block.id):
                raise invalid(f"{place}.tool_use.id: String should match pattern '^[a-zA-Z0-9_-]+$'")
            case ToolResultBlock() if message.role != "user":
                raise invalid(f"{path}: `tool_result` blocks can only be in `user` messages")
            case _:
                pass


def _check_image(source: Source, path: str) -> None:
    if len(source.data) > _MOST_IMAGE_BASE64:
        raise invalid(f"{path}.source.base64: image exceeds 5 MB maximum: {len(source.data)} bytes > 5242880 bytes")
    found = file_type(_decoded(source, path))
    if found is None or found.width is None or found.height is None:
        raise invalid("Could not process image")
    if found.media_type != source.media_type:
        raise invalid(f"{path}.source.base64.data: Image does not match the provided media type {source.media_type}")
    if max(found.width, found.height) > _MOST_SIDE:
        raise invalid(f"{path}.source.base64.data: At least one of the image dimensions exceed max allowed size: 8000")


def _check_document(source: Source, path: str) -> None:
    if source.media_type != "application/pdf":
        raise invalid(f"{path}.source.base64.media_type: Input should be 'application/pdf'")
    found = file_type(_decoded(source, path))
    if found is None or found.media_type != source.media_type:
        raise invalid(f"{path}.source.base64.data: The PDF specified was not valid.")
    if found.locked:
        raise invalid(f"{path}.source.base64.data: The PDF specified is password protected.")
    if found.pages > _MOST_PAGES:
        raise invalid(f"{path}.source.base64.data: A maximum of {_MOST_PAGES} PDF pages may be provided.")


def _decoded(source: Source, path: str) -> bytes:
    if source.type != "base64":
        raise invalid(f"{path}.source: a rehearsal takes base64 sources only, not {source.type!r}")
    try:
        return b64decode(source.data, validate=True)
    except ValueError:
        raise invalid(f"{path}.source.base64: invalid base64 data") from None


def _check_many_images(messages: list[Message]) -> None:
    images = [block for message in messages for block in message.blocks if isinstance(block, ImageBlock)]
    if len(images) > _MOST_IMAGES:
        raise invalid(f"messages: at most {_MOST_IMAGES} images may be provided")
    sides = [max(found.width or 0, found.height or 0) for found in map(_seen, images) if found]
    if len(images) > _MANY_IMAGES and max(sides) > _MOST_SIDE_OF_MANY:
        raise invalid(
            "messages: At least one of the image dimensions exceed max allowed size for many-image requests: "
            f"{_MOST_SIDE_OF_MANY} pixels"
        )


def _seen(image: ImageBlock) -> FileType | None:
    return file_type(b64decode(image.source.data))


def _check_text(block: TextBlock, path: str) -> None:
    if not block.text:
        raise invalid(f"{path}: text content blocks must be non-empty")
    if not block.text.strip():
        raise invalid(f"{path}: text content blocks must contain non-whitespace text")


def _check_results(before: Message | None, after: Message | None, index: int) -> None:
    """Every call is answered at once, once, ahead of any words; nothing else is answered."""
    asked = [call.id for call in _calls(before)]
    answered = [block.tool_use_id for block in _results(after)]
    for call in answered:
        if call not in asked:
            raise invalid(
                f"messages.{index}: unexpected `tool_use_id` found in `tool_result` blocks: {call}. "
                "Each `tool_result` block must have a corresponding `tool_use` block in the previous message."
            )
        if answered.count(call) > 1:
            raise invalid(
                f"messages.{index}: each tool_use must have a single result. "
                f"Found multiple `tool_result` blocks with id: {call}"
            )
    leading = [] if after is None else list(_leading_results(after))
    missing = [call for call in asked if call not in leading]
    if missing:
        raise invalid(
            f"messages.{index - 1}: `tool_use` ids were found without `tool_result` blocks immediately after: "
            f"{', '.join(missing)}. Each `tool_use` block must have a corresponding `tool_result` block in the next "
            "message."
        )


def _leading_results(message: Message) -> Iterator[str]:
    for block in message.blocks:
        if not isinstance(block, ToolResultBlock):
            return
        yield block.tool_use_id


def _calls(message: Message | None) -> list[ToolUseBlock]:
    return [] if message is None else [block for block in message.blocks if isinstance(block, ToolUseBlock)]


def _results(message: Message | None) -> list[ToolResultBlock]:
    return [] if message is None else [block for block in message.blocks if isinstance(block, ToolResultBlock)]


def _check_breakpoints(request: Request) -> None:
    blocks = [block for message in request.messages for block in message.blocks]
    marked = [part for part in (*request.tools, *request.system_blocks, *blocks, request) if part.cache_control]
    if len(marked) > _MOST_BREAKPOINTS:
        raise invalid(
            f"A maximum of {_MOST_BREAKPOINTS} blocks with cache_control may be provided. Found {len(marked)}."
        )
