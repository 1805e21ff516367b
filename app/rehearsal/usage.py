"""Token counts that look like the real ones, prompt caching included."""

from __future__ import annotations

import hashlib
from collections import OrderedDict
from collections.abc import Iterator

import msgspec

from app.contract.ids import Json
from app.rehearsal.reply import Called, Reply
from app.rehearsal.request import Block, DocumentBlock, ImageBlock, Request, TextBlock, Tool

_CHARACTERS_A_TOKEN = 4
_FILE_CHARACTERS = 6_000
"""What a file costs, about: not by its bytes, but as the text it is worth."""
_MOST_PREFIXES = 2_000


class InputUsage(msgspec.Struct, frozen=True):
    """Input tokens: those written to the cache, those read from it, and the rest."""

    uncached: int
    created: int
    read: int

    def as_json(self, output_tokens: int) -> dict[str, Json]:
        """The `usage` object of the API."""
        return {
            "input_tokens": self.uncached,
            "cache_creation_input_tokens": self.created,
            "cache_read_input_tokens": self.read,
            "cache_creation": {"ephemeral_5m_input_tokens": self.created, "ephemeral_1h_input_tokens": 0},
            "output_tokens": output_tokens,
            "service_tier": "standard",
        }


class PromptCache:
    """Remembers the marked prefixes it has seen, as hashes, the oldest forgotten first."""

    def __init__(self) -> None:
        self._seen: OrderedDict[bytes, None] = OrderedDict()

    def count(self, request: Request) -> InputUsage:
        """Count a request's input, and remember the prefixes it marks."""
        digest = hashlib.blake2b(request.model.encode(), digest_size=16)
        size = read = created = 0
        for part, marked in _parts(request):
            encoded = msgspec.json.encode(part)
            digest.update(encoded)
            size += _FILE_CHARACTERS if isinstance(part, ImageBlock | DocumentBlock) else len(encoded)
            if marked:
                created = size
                read = size if digest.digest() in self._seen else read
                self._remember(digest.digest())
        return InputUsage(*(-(-n // _CHARACTERS_A_TOKEN) for n in (size - created, created - read, read)))

    def _remember(self, prefix: bytes) -> None:
        self._seen[prefix] = None
        self._seen.move_to_end(prefix)
        if len(self._seen) > _MOST_PREFIXES:
            self._seen.popitem(last=False)


def output_tokens(reply: Reply) -> int:
    """Tokens of an answer."""
    texts = [part.arguments + part.name if isinstance(part, Called) else part.text for part in reply.parts]
    return 1 + sum(map(len, texts)) // _CHARACTERS_A_TOKEN


def _parts(request: Request) -> Iterator[tuple[Tool | TextBlock | Block, bool]]:
    """What the prompt is made of, in the order the API caches it, and whether the cache is marked after it."""
    blocks = [block for message in request.messages for block in message.blocks]
    parts = [*request.tools, *request.system_blocks, *blocks]
    for index, part in enumerate(parts):
        automatic = request.cache_control is not None and index == len(parts) - 1
        plain = msgspec.structs.replace(part, cache_control=None)
        yield plain, part.cache_control is not None or automatic
