"""
Server-sent events as a browser reads them, byte for byte.

See https://html.spec.whatwg.org/multipage/server-sent-events.html#event-stream-interpretation
"""

import codecs
import re
from collections.abc import Iterator

from msgspec import Struct

_LINE = re.compile(r"(?P<line>[^\r\n]*)(?P<end>\r\n|\n|\r)")


class SentEvent(Struct, frozen=True):
    """One dispatched event. `id` is the last one the stream set, "" before any."""

    type: str
    data: str
    id: str


class EventParser:
    """Feed it bytes as they come; it gives back the events they completed."""

    def __init__(self) -> None:
        self._decoder = codecs.getincrementaldecoder("utf-8")("replace")
        self._text = ""
        self._begun = False
        self._type = ""
        self._data: list[str] = []
        self.last_id = ""
        self.retry_ms: int | None = None

    def feed(self, chunk: bytes) -> Iterator[SentEvent]:
        self._text += self._decoder.decode(chunk)
        if not self._begun and self._text:
            self._begun = True
            self._text = self._text.removeprefix("\ufeff")
        while (found := _LINE.match(self._text)) and not self._is_half(found):
            self._text = self._text[found.end() :]
            if (event := self._line(found["line"])) is not None:
                yield event

    def _is_half(self, found: re.Match[str]) -> bool:
        """A CR at the very end may be half of a CRLF."""
        return found["end"] == "\r" and found.end() == len(self._text)

    def _line(self, line: str) -> SentEvent | None:
        if not line:
            return self._dispatch()
        if not line.startswith(":"):
            name, _, value = line.partition(":")
            self._field(name, value.removeprefix(" "))
        return None

    def _field(self, name: str, value: str) -> None:
        match name:
            case "event":
                self._type = value
            case "data":
                self._data.append(value)
            case "id" if "\0" not in value:
                self.last_id = value
            case "retry" if value.isascii() and value.isdigit():
                self.retry_ms = int(value)
            case _:
                pass

    def _dispatch(self) -> SentEvent | None:
        kind, lines = self._type or "message", self._data
        self._type, self._data = "", []
        return SentEvent(kind, "\n".join(lines), self.last_id) if lines else None
