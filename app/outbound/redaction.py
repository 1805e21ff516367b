"""Takes our own secret out of what a server answers, should it echo it: nothing after this may hold it."""

from base64 import b64encode, urlsafe_b64encode
from typing import Final, cast
from urllib.parse import quote

import msgspec

from app.contract.ids import Json
from app.contract.secret import Secret

REDACTED: Final = "[secret removed]"

_SHORTEST: Final = 8
"""A shorter secret would be found in ordinary words, and protects nothing anyway."""


def without_secret(value: Json, secret: Secret) -> tuple[Json, bool]:
    """The value with the secret's plain, base64 and URL-encoded forms replaced, in keys too; and whether any was."""
    forms = _forms(secret.reveal())
    text = msgspec.json.encode(value)
    if not any(msgspec.json.encode(form)[1:-1] in text for form in forms):
        return value, False
    return _replaced(value, forms), True


def _forms(secret: str) -> tuple[str, ...]:
    if len(secret) < _SHORTEST:
        return ()
    raw = secret.encode()
    encoded = (b64encode(raw), urlsafe_b64encode(raw))
    found = {secret, quote(secret, safe=""), *(each.decode().rstrip("=") for each in encoded)}
    return tuple(sorted(found, key=len, reverse=True))


def _replaced(value: Json, forms: tuple[str, ...]) -> Json:
    if isinstance(value, str):
        for form in forms:
            value = value.replace(form, REDACTED)
        return value
    if isinstance(value, list):
        return [_replaced(each, forms) for each in cast("list[Json]", value)]
    if isinstance(value, dict):
        pairs = cast("dict[str, Json]", value).items()
        return {_replaced(name, forms): _replaced(each, forms) for name, each in pairs}
    return value
