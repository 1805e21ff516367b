"""What a model request carries, decoded as strictly as the real Messages API decodes it."""

from __future__ import annotations

import msgspec

from app.contract.ids import Json


class _Block(msgspec.Struct, frozen=True, kw_only=True, tag_field="type", forbid_unknown_fields=True):
    cache_control: dict[str, Json] | None = None


class TextBlock(_Block, frozen=True, kw_only=True, tag="text"):
    """Words of the user or of the model."""

    text: str
    citations: Json = None


class Source(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A file's bytes within the request: the one kind of source a rehearsal takes."""

    type: str
    media_type: str
    data: str


class ImageBlock(_Block, frozen=True, kw_only=True, tag="image"):
    """A picture; a rehearsal looks at its head."""

    source: Source


class DocumentBlock(_Block, frozen=True, kw_only=True, tag="document"):
    """A PDF."""

    source: Source
    title: str | None = None
    context: str | None = None
    citations: Json = None


class ThinkingBlock(_Block, frozen=True, kw_only=True, tag="thinking"):
    """The model's own thinking, handed back as it came."""

    thinking: str
    signature: str


class RedactedThinkingBlock(_Block, frozen=True, kw_only=True, tag="redacted_thinking"):
    """Thinking the model keeps to itself, handed back as it came."""

    data: str


class ToolUseBlock(_Block, frozen=True, kw_only=True, tag="tool_use"):
    """A call the model made."""

    id: str
    name: str
    input: dict[str, Json]
    caller: Json = None
    toolset_name: str | None = None


class ToolResultBlock(_Block, frozen=True, kw_only=True, tag="tool_result"):
    """What a call answered."""

    tool_use_id: str
    content: str | list[TextBlock | ImageBlock] = ""
    is_error: bool | None = False
    toolset_name: str | None = None

    @property
    def text(self) -> str:
        """The answer's words, its text blocks joined by blank lines."""
        if isinstance(self.content, str):
            return self.content
        return "\n\n".join(block.text for block in self.content if isinstance(block, TextBlock))


Block = TextBlock | ImageBlock | DocumentBlock | ThinkingBlock | RedactedThinkingBlock | ToolUseBlock | ToolResultBlock


class Message(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One message of the conversation so far."""

    role: str
    content: str | list[Block]

    @property
    def blocks(self) -> list[Block]:
        """The content as blocks, a plain string as one text block."""
        return [TextBlock(text=self.content)] if isinstance(self.content, str) else self.content


class Tool(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A tool lent with the request."""

    name: str
    input_schema: dict[str, Json]
    description: str = ""
    type: str | None = None
    cache_control: dict[str, Json] | None = None
    strict: bool | None = None
    eager_input_streaming: bool | None = None
    defer_loading: bool | None = None
    input_examples: Json = None
    allowed_callers: Json = None


class Request(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The body of `POST /v1/messages`. Fields a rehearsal has no use for are `Json`."""

    model: str
    max_tokens: int
    messages: list[Message]
    system: str | list[TextBlock] = ""
    tools: list[Tool] = []
    stream: bool = False
    cache_control: dict[str, Json] | None = None
    tool_choice: Json = None
    metadata: Json = None
    stop_sequences: Json = None
    thinking: Json = None
    output_config: Json = None
    service_tier: Json = None
    container: Json = None
    diagnostics: Json = None
    inference_geo: Json = None
    speed: Json = None
    workspace_id: Json = None
    user_profile_id: Json = None

    @property
    def system_blocks(self) -> list[TextBlock]:
        """The system prompt as blocks."""
        if isinstance(self.system, str):
            return [TextBlock(text=self.system)] if self.system else []
        return self.system

    @property
    def lent(self) -> dict[str, Tool]:
        """The tools of this request by name, in the order they were lent."""
        return {tool.name: tool for tool in self.tools}
