"""The seals on a thought, made of its words alone, so that one that was tampered with is found without a memory."""

from __future__ import annotations

import base64
import hashlib

_KEY = b"rehearsal"


def signature(thinking: str) -> str:
    """What signs a block of thinking."""
    return base64.b64encode(_digest(thinking)).decode()


def sealed(thinking: str) -> str:
    """The `data` of a redacted block."""
    return base64.b64encode(_digest(thinking) + thinking.encode()).decode()


def is_sealed(data: str) -> bool:
    """Whether `data` is as `sealed` made it."""
    try:
        raw = base64.b64decode(data, validate=True)
        return raw[:16] == _digest(raw[16:].decode())
    except ValueError:
        return False


def _digest(thinking: str) -> bytes:
    return hashlib.blake2b(thinking.encode(), digest_size=16, key=_KEY).digest()
