"""Files that people attached: above the composer while they are not sent, and in the message they went with."""

from collections.abc import Sequence
from typing import Final

from markupsafe import Markup

from app.contract.attachments import Attachment
from app.outbound.links import FileLinks
from app.web.plain import to_plain_line
from app.web.templating import Templates
from app.web.words import word

_ADDRESS: Final = "/assist/attachments"
_KILO: Final = 1000


def draw_uploaded(templates: Templates, attachment: Attachment, links: FileLinks | None) -> Markup:
    """A file that goes with the next message."""
    name = to_plain_line(attachment.name)
    return templates.fragment(
        "attachment/uploaded",
        attachment=attachment.id,
        name=name,
        kind=_kind(attachment),
        size=_size(attachment.size_bytes),
        removed=word("attachment.removed", name=name),
        look=_look(templates, attachment, links),
    )


def draw_sent(templates: Templates, attachments: Sequence[Attachment], links: FileLinks | None) -> list[Markup]:
    """The files of a message. Without `links`, they lead nowhere and images are not shown."""
    return [
        templates.fragment(
            "attachment/sent",
            name=to_plain_line(each.name),
            kind=_kind(each),
            size=_size(each.size_bytes),
            url=f"{_ADDRESS}/{links.sign(each.id)}" if links else "",
            look=_look(templates, each, links),
        )
        for each in attachments
    ]


def _look(templates: Templates, attachment: Attachment, links: FileLinks | None) -> Markup:
    """A small picture of it; of a PDF, and where nothing may be fetched, a sign."""
    if not attachment.is_image or links is None:
        return templates.fragment("icon/file")
    return templates.fragment(
        "attachment/picture",
        url=f"{_ADDRESS}/{links.sign(attachment.id)}",
        width=attachment.width,
        height=attachment.height,
    )


def _kind(attachment: Attachment) -> str:
    return attachment.media_type.rpartition("/")[2].upper()


def _size(size_bytes: int) -> str:
    if size_bytes < _KILO * _KILO:
        return word("attachment.kilobytes", count=max(1, round(size_bytes / _KILO)))
    return word("attachment.megabytes", count=f"{size_bytes / _KILO / _KILO:.1f}")
