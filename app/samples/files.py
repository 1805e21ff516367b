"""Attached files in every look: an image, a wide one with a long name, a PDF, and a name written from the right."""

from typing import Final

from app.contract.attachments import Attachment
from app.contract.ids import AttachmentId

FILES: Final = (
    Attachment(AttachmentId(f"a_{1:032x}"), "receipt.png", "image/png", 812, 64, 64),
    Attachment(
        AttachmentId(f"a_{2:032x}"),
        "A photograph of everything that lay on the table when we were done.jpeg",
        "image/jpeg",
        2_412_000,
        4000,
        1200,
    ),
    Attachment(AttachmentId(f"a_{3:032x}"), "<b>contract</b>.pdf", "application/pdf", 84_300),
    Attachment(AttachmentId(f"a_{4:032x}"), "فاتورة.webp", "image/webp", 31_000, 300, 900),
)
