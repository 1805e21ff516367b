"""The JSON a browser sends, whatever the page has put into it."""

import re

import msgspec

from app.contract.ids import Json
from app.errors import Malformed, TooLarge

SIZE_BYTES = 512 * 1024

_ESCAPE = re.compile(
    rb"\\(?:u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}|u[dD][89a-fA-F][0-9a-fA-F]{2}|.)", re.DOTALL
)
_LONE = 6
"""Bytes of an escaped surrogate that stands alone; a pair has twice as many, any other escape fewer."""


def decoded(body: bytes) -> Json:
    """
    The body as JSON.

    Raises:
        TooLarge: It has more than 512 KiB.
        Malformed: It is no JSON, is nested too deeply, or holds a number no computer keeps.
    """
    if len(body) > SIZE_BYTES:
        raise TooLarge(f"An announcement has at most {SIZE_BYTES // 1024} KiB; this one has {len(body) // 1024:,} KiB.")
    try:
        return msgspec.json.decode(without_lone_surrogates(body))
    except RecursionError as error:
        raise Malformed("The JSON is nested too deeply.") from error
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise Malformed(f"The body is no JSON: {error}.") from error


def without_lone_surrogates(body: bytes) -> bytes:
    """
    The same JSON with U+FFFD in their place.

    A page may hold half an emoji; `JSON.stringify` escapes it, and JSON's readers refuse it.
    """
    if b"\\ud" not in body and b"\\uD" not in body:
        return body
    return _ESCAPE.sub(lambda found: rb"\ufffd" if len(found[0]) == _LONE else found[0], body)
