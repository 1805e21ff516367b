"""A message, built from its stream: text goes out at once, a block when it is closed, the end when it came."""

from dataclasses import dataclass, field

from app.contract.ids import Json
from app.contract.model import BlockClosed, Finished, ModelEvent, TextDelta, ThinkingStarted
from app.models.arguments import BrokenArguments, parse
from app.models.faults import malformed, of_error_event
from app.models.wire import WireDelta, WireEvent

COUNTS = ("input_tokens", "output_tokens", "cache_creation_input_tokens", "cache_read_input_tokens")

THOUGHTS = frozenset({"thinking", "redacted_thinking"})


@dataclass(slots=True)
class _Block:
    """A block as it began, and the pieces that came since."""

    begun: dict[str, Json]
    text: list[str] = field(default_factory=list[str])
    thinking: list[str] = field(default_factory=list[str])
    signature: list[str] = field(default_factory=list[str])
    json: list[str] = field(default_factory=list[str])
    citations: list[Json] = field(default_factory=list[Json])


class Accumulator:
    """
    Folds wire events into model events.

    A block whose kind we don't know is handed on as it began. Text of nothing but white space is dropped: the
    API refuses to take it back.
    """

    def __init__(self) -> None:
        self.finished = False
        self._blocks: dict[int, _Block] = {}
        self._usage: dict[str, int] = dict.fromkeys(COUNTS, 0)
        self._stop_reason: str | None = None

    def feed(self, event: WireEvent) -> ModelEvent | None:
        """
        What `event` completes, if anything.

        Raises:
            Setback: an `error` event, or one that cannot stand where it stands.
        """
        match event.type:
            case "content_block_delta" if event.delta:
                return self._grow(event.index, event.delta)
            case "content_block_start" if event.content_block is not None:
                return self._open(event.index, event.content_block)
            case "content_block_stop":
                return self._close(event.index)
            case "message_start" if event.message:
                self._count(event.message.usage)
            case "message_delta":
                self._end(event)
            case "message_stop":
                return self._finish()
            case "error":
                raise of_error_event(*(event.error.type, event.error.message) if event.error else ("error", ""))
            case _:
                pass
        return None

    def _open(self, index: int, begun: dict[str, Json]) -> TextDelta | ThinkingStarted | None:
        if index in self._blocks:
            raise malformed(f"block {index} twice")
        self._blocks[index] = _Block(begun)
        text: Json = begun.get("text")
        if begun.get("type") == "text" and isinstance(text, str) and text:
            return self._grow(index, WireDelta(type="text_delta", text=text))
        return ThinkingStarted(index) if begun.get("type") in THOUGHTS else None

    def _grow(self, index: int, delta: WireDelta) -> TextDelta | None:
        block = self._blocks.get(index)
        if block is None:
            raise malformed(f"a piece of block {index}, which is not open")
        match delta:
            case WireDelta(type="text_delta", text=str(text)):
                block.text.append(text)
                return TextDelta(index, text) if text else None
            case WireDelta(type="input_json_delta", partial_json=str(piece)):
                block.json.append(piece)
            case WireDelta(type="thinking_delta", thinking=str(piece)):
                block.thinking.append(piece)
            case WireDelta(type="signature_delta", signature=str(piece)):
                block.signature.append(piece)
            case WireDelta(type="citations_delta") if delta.citation is not None:
                block.citations.append(delta.citation)
            case _:
                pass
        return None

    def _close(self, index: int) -> BlockClosed | None:
        block = self._blocks.pop(index, None)
        if block is None:
            raise malformed(f"the end of block {index}, which is not open")
        match block.begun.get("type"):
            case "text":
                return _closed_text(index, block)
            case "thinking":
                return BlockClosed(index, block.begun | _said(block))
            case "tool_use" | "server_tool_use" | "mcp_tool_use":
                return _closed_call(index, block)
            case _:
                return BlockClosed(index, block.begun)

    def _count(self, usage: dict[str, Json]) -> None:
        # The counts of `message_delta` are totals so far: they overwrite, they don't add.
        self._usage |= {name: usage[name] for name in COUNTS if isinstance(usage.get(name), int)}

    def _end(self, event: WireEvent) -> None:
        self._count(event.usage or {})
        if event.delta and event.delta.stop_reason:
            self._stop_reason = event.delta.stop_reason

    def _finish(self) -> Finished:
        if self._blocks or self._stop_reason is None:
            raise malformed("an end before everything in it ended")
        self.finished = True
        return Finished(self._stop_reason, self._usage)


def _closed_text(index: int, block: _Block) -> BlockClosed | None:
    text = "".join(block.text)
    if not text.strip():
        return None
    cited = {"citations": block.citations} if block.citations else {}
    rest = {name: value for name, value in block.begun.items() if value is not None}
    return BlockClosed(index, rest | {"text": text} | cited)


def _said(block: _Block) -> dict[str, Json]:
    # What came in pieces replaces what it began with; the signature goes back to the API untouched.
    pieces = {"thinking": block.thinking, "signature": block.signature}
    return {name: "".join(came) for name, came in pieces.items() if came}


def _closed_call(index: int, block: _Block) -> BlockClosed:
    raw = "".join(block.json)
    begun: Json = block.begun.get("input")
    if not raw:
        return BlockClosed(index, block.begun | {"input": begun if isinstance(begun, dict) else {}})
    try:
        return BlockClosed(index, block.begun | {"input": parse(raw)})
    except BrokenArguments as broken:
        return BlockClosed(index, block.begun | {"input": {}}, broken=f"The arguments {broken}")
