"""The errors of the Messages API, in the shape it answers them."""

from __future__ import annotations

import re

import msgspec

_PATH = re.compile(r"\s*- at `\$\.?(?P<path>[^`]*)`$")


class ApiError(Exception):
    """
    An answer other than 200.

    Args:
        kind: The API's own name of the error, such as `invalid_request_error`.
        retry_after_seconds: Sent as the `retry-after` header when given.
    """

    def __init__(self, status: int, kind: str, message: str, *, retry_after_seconds: float | None = None) -> None:
        super().__init__(message)
        self.status = status
        self.kind = kind
        self.message = message
        self.retry_after_seconds = retry_after_seconds

    def body(self, request_id: str) -> bytes:
        """The JSON body, as the API words it."""
        error = {"type": self.kind, "message": self.message}
        return msgspec.json.encode({"type": "error", "error": error, "request_id": request_id})


def invalid(message: str) -> ApiError:
    """A 400: the request is not one the API takes."""
    return ApiError(400, "invalid_request_error", message)


def undecodable(error: msgspec.DecodeError) -> ApiError:
    """A 400 that names the place in the request as the API does: `messages.0.content: …`."""
    sentence = str(error)
    if not isinstance(error, msgspec.ValidationError):
        return invalid(f"The request body is not valid JSON: {sentence}")
    match = _PATH.search(sentence)
    if match is None:
        return invalid(sentence)
    path = re.sub(r"\[(\d+)\]", r".\1", match["path"]).replace("[...]", ".*")
    reason = sentence[: match.start()]
    return invalid(f"{path}: {reason}" if path else reason)
