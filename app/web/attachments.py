"""
`/assist/attachments`: a file is given before the message it goes with, and shown by a signed link.

Nothing a person gave is ever run: what is served says what its bytes are, is not sniffed, and stands in a sandbox of
its own; what is no image is saved and not opened.
"""

from pathlib import PurePosixPath
from typing import Final
from urllib.parse import quote

from litestar import Request, Response, get, post
from litestar.di import NamedDependency
from litestar.params import FromPath, FromQuery, SkipValidation

from app.contract.attachments import MOST_ATTACHMENTS, Attachment
from app.contract.ids import AttachmentId, Json
from app.contract.people import Principal
from app.errors import NotFound
from app.turns.files import MOST_PDF_BYTES
from app.web.answers import fragment
from app.web.attached import draw_uploaded
from app.web.bodies import read_upload, wants_json
from app.web.parts import Parts
from app.web.plain import to_plain_line
from app.web.transcripts import attachment_line

UPLOAD_BYTES: Final = MOST_PDF_BYTES + 64 * 1024
"""A form has its file and little else."""
LONGEST_NAME: Final = 100
_LONGEST_SUFFIX: Final = 10

_HEADERS: Final = {
    "Cache-Control": "private, max-age=86400, immutable",
    "Content-Security-Policy": "default-src 'none'; sandbox",
    "Cross-Origin-Resource-Policy": "same-origin",
    "X-Content-Type-Options": "nosniff",
}


@post("/attachments", status_code=201, request_max_body_size=UPLOAD_BYTES)
async def attach(
    request: Request[Json, Principal, Json],
    parts: NamedDependency[SkipValidation[Parts]],
    principal: NamedDependency[SkipValidation[Principal]],
) -> Response[Json]:
    """Take one file. The answer is its fragment, or what is known of it; it waits a day for its message."""
    async with read_upload(request) as upload:
        name, body = plain_name(upload.filename), await upload.read()
    taken = await parts.files.take(principal.owner, name, body)
    if wants_json(request):
        return Response(attachment_line(taken))
    drawn = draw_uploaded(parts.templates, taken, parts.file_links)
    return Response(drawn, media_type="text/html; charset=utf-8")


@get("/attachments")
async def unsent(
    request: Request[Json, Principal, Json],
    parts: NamedDependency[SkipValidation[Parts]],
    principal: NamedDependency[SkipValidation[Principal]],
    ids: FromQuery[str] = "",
) -> Response[Json]:
    """Of these, with commas between, what the user gave and did not send, drawn as when it came. No others."""
    asked = [AttachmentId(each) for each in ids.split(",")[:MOST_ATTACHMENTS]]
    found = await parts.files.unsent(principal.owner, asked)
    if wants_json(request):
        return Response([attachment_line(each) for each in found])
    return fragment("".join(draw_uploaded(parts.templates, each, parts.file_links) for each in found))


@get("/attachments/{signed:str}")
async def show(signed: FromPath[str], parts: NamedDependency[SkipValidation[Parts]]) -> Response[bytes]:
    """404 alike for a link nobody signed and a file that is gone."""
    attachment = parts.file_links.open(signed)
    stored = await parts.files.stored(attachment) if attachment is not None else None
    if stored is None:
        raise NotFound("There is no file here.")
    headers = {**_HEADERS, "Content-Disposition": _disposition(stored.attachment)}
    return Response(stored.body, headers=headers, media_type=stored.attachment.media_type)


def plain_name(name: str) -> str:
    """A file's name on one line, without its folder; of a long one the middle is left out."""
    line = to_plain_line(name.replace("\\", "/").rpartition("/")[2], limit=len(name) + 1)
    if len(line) <= LONGEST_NAME:
        return line
    suffix = PurePosixPath(line).suffix
    ending = suffix if len(suffix) <= _LONGEST_SUFFIX else ""
    return f"{line[: LONGEST_NAME - len(ending) - 1]}…{ending}"


def _disposition(attachment: Attachment) -> str:
    how = "inline" if attachment.is_image else "attachment"
    return f"{how}; filename*=UTF-8''{quote(attachment.name, safe='')}"


open_handlers = [show]
handlers = [attach, unsent]
