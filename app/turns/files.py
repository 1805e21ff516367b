"""
The files people give: judged when they come, kept, and read to the model.

The API takes requests of 32 MB, images of 5 MB as base64 and of 8,000 pixels a side (2,000 where there are more than
20), and PDFs of 100 pages without a password. Ours are the tighter of these, so that what is taken is what can be sent.
See https://platform.claude.com/docs/en/build-with-claude/vision and …/pdf-support.
"""

import asyncio
from base64 import b64encode
from collections import OrderedDict
from collections.abc import Callable, Mapping, Sequence
from datetime import datetime, timedelta
from typing import Final

from app.contract.attachments import MOST_ATTACHMENTS, Attachment, StoredFile
from app.contract.ids import AttachmentId, ConversationId, Json, new_attachment_id
from app.contract.people import Owner
from app.conversations.thread import Thread
from app.errors import TooLarge, TooMany, Unacceptable, WrongMediaType
from app.ports import Attachments
from app.turns.filetypes import FileType, file_type
from app.turns.prompts import Prompts

MIB: Final = 1024 * 1024
MOST_IMAGE_BYTES: Final = 5 * MIB * 3 // 4
"""Base64 makes five of it."""
MOST_PDF_BYTES: Final = 10 * MIB
MOST_BYTES: Final = 20 * MIB
"""Of one message, and of one model request, whose text needs room too."""
MOST_IMAGES: Final = 20
MOST_SIDE: Final = 8_000
MOST_PIXELS: Final = 40_000_000
MOST_PAGES: Final = 100
_KEPT_ENCODED: Final = 64 * MIB
_KEPT_UNSENT: Final = timedelta(days=1)


class Files:
    """Takes files in, and gives them to model requests."""

    def __init__(
        self, attachments: Attachments, prompts: Prompts, *, bytes_a_day: int, clock: Callable[[], datetime]
    ) -> None:
        """bytes_a_day: the most one user may give in a day (UTC)."""
        self._attachments = attachments
        self._prompts = prompts
        self._bytes_a_day = bytes_a_day
        self._clock = clock
        self._encoded: OrderedDict[AttachmentId, str] = OrderedDict()

    async def take(self, owner: Owner, name: str, body: bytes) -> Attachment:
        """
        Keep a file until it is sent, for a day at most.

        name: on one line, and short; when it is empty, the file is named by its type.

        Raises:
            Unacceptable: It is empty, has too many pixels or pages, or is locked.
            WrongMediaType: It is nothing the model can read.
            TooLarge: It has too many bytes.
            TooMany: The user's day is used up.
        """
        found = await asyncio.to_thread(_judged, body)
        now = self._clock()
        midnight = now.replace(hour=0, minute=0, second=0, microsecond=0)
        if await self._attachments.stored_since(owner, midnight) + len(body) > self._bytes_a_day:
            raise TooMany(
                "That is more than you may attach in one day. It starts afresh tomorrow.", told="attachment.day"
            )
        called = name or f"file.{found.media_type.rpartition('/')[2]}"
        taken = Attachment(new_attachment_id(), called, found.media_type, len(body), found.width, found.height)
        await self._attachments.put(owner, taken, body)
        return taken

    async def attach(
        self, owner: Owner, conversation: ConversationId, asked: Sequence[AttachmentId]
    ) -> tuple[Attachment, ...]:
        """
        Bind files to the conversation they are sent in.

        Raises:
            Unacceptable: They are too many, or too large together.
            UnknownAttachment: One is not there, not the owner's, or went into another conversation.
        """
        if len(asked) > MOST_ATTACHMENTS:
            sentence = f"A message takes {MOST_ATTACHMENTS} files; these are {len(asked)}."
            raise Unacceptable(sentence, told="attachment.many", most=MOST_ATTACHMENTS)
        if not asked:
            return ()
        found = await self._attachments.attach(owner, conversation, tuple(dict.fromkeys(asked)))
        size_bytes = sum(each.size_bytes for each in found)
        if size_bytes > MOST_BYTES:
            raise Unacceptable(
                f"Together these files have {size_bytes / MIB:.1f} MB; a message takes {MOST_BYTES // MIB}.",
                told="attachment.heavy",
                most=MOST_BYTES // MIB,
            )
        return found

    async def unsent(self, owner: Owner, asked: Sequence[AttachmentId]) -> tuple[Attachment, ...]:
        """What the owner gave and did not send, of those asked for, each once; whatever else is asked is left out."""
        found = [await self._attachments.get(each) for each in dict.fromkeys(asked)]
        return tuple(each.attachment for each in found if each and each.owner == owner and not each.sent)

    async def stored(self, attachment: AttachmentId) -> StoredFile | None:
        """A file as it was given; None when there is none, or its conversation was deleted."""
        return await self._attachments.get(attachment)

    async def sweep(self) -> int:
        """Remove what was given a day ago and never sent. Returns how many."""
        return await self._attachments.drop_before(self._clock() - _KEPT_UNSENT)

    async def read(self, thread: Thread) -> Mapping[AttachmentId, list[Json]]:
        """What the model reads of each file of the conversation: the file, or a line that it is left out."""
        shown = shown_of(thread)
        given = [each for turn in thread.turns for each in turn.message.attachments]
        return {each.id: await self._blocks(each, shown=each.id in shown) for each in given}

    async def _blocks(self, attachment: Attachment, *, shown: bool) -> list[Json]:
        data = await self._data(attachment.id) if shown else None
        if data is None:
            return [_text(self._prompts.left_out(attachment))]
        source = {"type": "base64", "media_type": attachment.media_type, "data": data}
        kind = "image" if attachment.is_image else "document"
        return [_text(self._prompts.attached(attachment)), {"type": kind, "source": source}]

    async def _data(self, attachment: AttachmentId) -> str | None:
        known = self._encoded.get(attachment)
        if known is None:
            stored = await self._attachments.get(attachment)
            if stored is None:
                return None
            known = self._encoded[attachment] = await asyncio.to_thread(_encoded, stored.body)
        self._encoded.move_to_end(attachment)
        while sum(map(len, self._encoded.values())) > _KEPT_ENCODED:
            self._encoded.popitem(last=False)
        return known


def shown_of(thread: Thread) -> frozenset[AttachmentId]:
    """
    The files a model request carries whole. Told by the log alone, and the same from request to request.

    When there are too many, the oldest messages' go until half the room is free, and not one a message: each time the
    earliest part of a prompt changes, all of it is paid for afresh. A turn the API rejected gives nothing: what it
    can't read it would reject for ever.
    """
    kept: list[tuple[Attachment, ...]] = []
    for turn in thread.turns:
        if turn.ended and turn.ended.reason == "rejected":
            continue
        kept.append(turn.message.attachments)
        if _is_over(kept, MOST_BYTES, MOST_IMAGES):
            while len(kept) > 1 and _is_over(kept, MOST_BYTES // 2, MOST_IMAGES // 2):
                kept.pop(0)
    return frozenset(each.id for attachments in kept for each in attachments)


def _is_over(kept: Sequence[Sequence[Attachment]], most_bytes: int, most_images: int) -> bool:
    given = [each for attachments in kept for each in attachments]
    return sum(each.size_bytes for each in given) > most_bytes or sum(each.is_image for each in given) > most_images


def _judged(body: bytes) -> FileType:
    if not body:
        raise Unacceptable("The file is empty.", told="attachment.empty")
    found = file_type(body)
    if found is None:
        raise WrongMediaType("The assistant can't read that file. It takes PNG, JPEG, GIF and WebP images and PDFs.")
    most = MOST_IMAGE_BYTES if found.width else MOST_PDF_BYTES
    if len(body) > most:
        kind = "image" if found.width else "PDF"
        sentence = f"The file has {len(body) / MIB:.1f} MB; an attached {kind} may have {most / MIB:g}."
        raise TooLarge(sentence, told="attachment.large", most=most / MIB)
    if found.locked:
        raise Unacceptable("The PDF is protected by a password. Attach it without one.", told="attachment.locked")
    if found.pages > MOST_PAGES:
        sentence = f"The PDF has {found.pages:,} pages; {MOST_PAGES} are the most."
        raise Unacceptable(sentence, told="attachment.pages", count=found.pages, most=MOST_PAGES)
    _check_pixels(found.width or 0, found.height or 0)
    return found


def _check_pixels(width: int, height: int) -> None:
    if max(width, height) > MOST_SIDE or width * height > MOST_PIXELS:
        raise Unacceptable(
            f"The image has {width:,} × {height:,} pixels; {MOST_SIDE:,} a side and {MOST_PIXELS // 1_000_000} "
            "million in all are the most.",
            told="attachment.pixels",
            width=width,
            height=height,
            side=MOST_SIDE,
            millions=MOST_PIXELS // 1_000_000,
        )


def _encoded(body: bytes) -> str:
    return b64encode(body).decode()


def _text(text: str) -> Json:
    return {"type": "text", "text": text}
