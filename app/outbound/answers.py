"""What a server answered, once it may be read."""

from typing import Final

import httpcore
from msgspec import Struct

from app.contract.ids import Json
from app.outbound.bodies import read_body
from app.outbound.faults import Broken, Refused
from app.outbound.rasters import Raster, raster_of
from app.outbound.untrusted_json import Unreadable, parse
from app.strict_json import NotStrict

_REDIRECTS: Final = range(300, 400)
_ERROR_BYTES: Final = 64 * 1024
_OK: Final = range(200, 300)
_FINAL: Final = range(200, 600)
_WITHOUT_BODY: Final = frozenset({204, 205})


class Answer(Struct, frozen=True):
    """
    A status with its JSON.

    body: parsed; None when there is none to read, with a status that says enough by itself: 204, 205, or outside
    200 to 299.
    media_type: as the server named it, in lower case and without parameters; empty when it didn't.
    """

    status: int
    body: Json
    media_type: str = ""

    @property
    def is_ok(self) -> bool:
        return self.status in _OK


async def read_answer(response: httpcore.Response, limit_bytes: int, *, may_have_happened: bool) -> Answer:
    """Raises `Refused` for a redirect, and for a success that is compressed, too large or no strict JSON."""
    _check_status(response.status, may_have_happened=may_have_happened)
    if response.status in _WITHOUT_BODY:
        return Answer(response.status, None, _media_type(response))
    ok = response.status in _OK
    try:
        body = await read_body(
            response, limit_bytes if ok else min(limit_bytes, _ERROR_BYTES), may_have_happened=may_have_happened
        )
        value = _parsed(body, response.status, may_have_happened=may_have_happened)
    except Refused:
        if ok:
            raise
        value = None
    return Answer(response.status, value, _media_type(response))


async def read_raster(response: httpcore.Response, limit_bytes: int) -> Raster:
    """Raises `Refused` unless it is an image of a kind that is shown."""
    _check_status(response.status, may_have_happened=False)
    if response.status not in _OK:
        raise Refused("status", f"status {response.status}")
    found = raster_of(await read_body(response, limit_bytes, may_have_happened=False))
    if found is None:
        raise Refused("no_image", f"it says it is {_media_type(response)[:80]!r}")
    return found


def _check_status(status: int, *, may_have_happened: bool) -> None:
    if status in _REDIRECTS:
        raise Refused("redirect", f"status {status}", may_have_happened=may_have_happened)
    if status not in _FINAL:
        raise Broken(f"status {status}", may_have_happened=may_have_happened)


def _parsed(body: bytes, status: int, *, may_have_happened: bool) -> Json:
    try:
        return parse(body)
    except (NotStrict, Unreadable) as fault:
        raise Refused("not_json", f"status {status}, {fault}", may_have_happened=may_have_happened) from None


def _media_type(response: httpcore.Response) -> str:
    named = next((value for name, value in response.headers if name.lower() == b"content-type"), b"")
    return named.decode("latin-1").partition(";")[0].strip().lower()
