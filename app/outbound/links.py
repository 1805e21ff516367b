"""
Signed links, for an `<img>` can't send a token: to images of display cards, so that the open image route fetches only
what a workspace's own cards show, and to files that people attached.

A link holds what it leads to, and a proof by a key that is derived from the server's. It never runs out: a card
is drawn from the log for as long as the log lives, and draws the same bytes each time.
"""

import hmac
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Sequence
from typing import Final

import msgspec
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

from app.contract.ids import AttachmentId, WorkspaceId
from app.contract.secret import Secret

MOST_URL: Final = 2_048
"""The longest URL that gets a link, in characters."""

_content = msgspec.json.Decoder(tuple[WorkspaceId, str])


class ImageLinks:
    """Signs with the server's first key; links signed with any of them hold."""

    def __init__(self, keys: Sequence[Secret]) -> None:
        self._keys = [_derived(key, b"assist: image links") for key in keys]

    def sign(self, workspace: WorkspaceId, url: str) -> str | None:
        """The link's last part, of letters, digits, `-`, `_` and one dot; None for a URL that is too long to be one."""
        if len(url) > MOST_URL:
            return None
        content = _text(msgspec.json.encode((workspace, url)))
        return f"{content}.{_proof(self._keys[0], content)}"

    def open(self, signed: str) -> str | None:
        """The URL; None when nobody here signed it."""
        content, _, proof = signed.partition(".")
        if not _holds(self._keys, content, proof):
            return None
        return _content.decode(urlsafe_b64decode(content + "=" * (-len(content) % 4)))[1]


class FileLinks:
    """Links to attached files, as `ImageLinks` to images. Neither opens the other's."""

    def __init__(self, keys: Sequence[Secret]) -> None:
        self._keys = [_derived(key, b"assist: attachment links") for key in keys]

    def sign(self, attachment: AttachmentId) -> str:
        """The link's last part."""
        return f"{attachment}.{_proof(self._keys[0], attachment)}"

    def open(self, signed: str) -> AttachmentId | None:
        """None when nobody here signed it."""
        attachment, _, proof = signed.partition(".")
        return AttachmentId(attachment) if _holds(self._keys, attachment, proof) else None


def _holds(keys: Sequence[bytes], content: str, proof: str) -> bool:
    given = proof.encode("utf-8", "replace")
    return any(hmac.compare_digest(_proof(key, content).encode(), given) for key in keys)


def _proof(key: bytes, content: str) -> str:
    return _text(hmac.digest(key, content.encode("utf-8", "replace"), "sha256"))


def _text(raw: bytes) -> str:
    return urlsafe_b64encode(raw).rstrip(b"=").decode()


def _derived(key: Secret, purpose: bytes) -> bytes:
    kdf = HKDF(algorithm=SHA256(), length=32, salt=None, info=purpose)
    return kdf.derive(key.reveal().encode())
