"""Files a person gives with a message."""

from typing import Final

from msgspec import Struct

from app.contract.ids import AttachmentId
from app.contract.people import Owner

MOST_ATTACHMENTS: Final = 5
"""With one message."""


class Attachment(Struct, frozen=True):
    """
    What is known of a file without its bytes.

    name: as the person's device called it, on one line and cut; untrusted all the same.
    media_type: told by its bytes. width, height: of an image, in pixels; None for a PDF.
    """

    id: AttachmentId
    name: str
    media_type: str
    size_bytes: int
    width: int | None = None
    height: int | None = None

    @property
    def is_image(self) -> bool:
        return self.media_type.startswith("image/")


class StoredFile(Struct, frozen=True):
    """An attachment with its bytes. sent: whether it went with a message, and so is in a conversation."""

    attachment: Attachment
    body: bytes
    owner: Owner
    sent: bool
