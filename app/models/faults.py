"""
What went wrong with a request to the model, and whether trying again can help.

Known by the API's own error types first: an error event in the middle of a stream comes with status 200,
so a status alone would take it for a success.
"""

from collections.abc import Mapping
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime

from app.contract.model import ModelTrouble
from app.errors import ModelFault

_OF_TYPE: dict[str, ModelTrouble] = {
    "overloaded_error": "overloaded",
    "rate_limit_error": "overloaded",
    "api_error": "overloaded",
    "timeout_error": "overloaded",
    "authentication_error": "misconfigured",
    "permission_error": "misconfigured",
    "billing_error": "misconfigured",
    "invalid_request_error": "rejected",
    "not_found_error": "rejected",
    "request_too_large": "rejected",
}
_PASSING = {408, 409, 429, *range(500, 600)}
_MISCONFIGURED = {401, 402, 403}

NO_KEY = "No key for the model is set: set ANTHROPIC_API_KEY and start the server again."


class Setback(ModelFault):
    """
    One try that failed.

    again: whether another try can help. after_seconds: how long the API asks to wait, None when it doesn't say.
    """

    def __init__(
        self, trouble: ModelTrouble, detail: str, *, again: bool = False, after_seconds: float | None = None
    ) -> None:
        super().__init__(trouble, detail)
        self.again = again
        self.after_seconds = after_seconds


def of_response(status: int, kind: str | None, message: str, headers: Mapping[str, str]) -> Setback:
    """The setback of an error response. `kind` is the body's `error.type`, if it has one."""
    again = status in _PASSING and headers.get("x-should-retry") != "false"
    trouble = _trouble_of(status, kind)
    detail = _sentence(trouble, f"{status} {kind}" if kind else str(status), message)
    return Setback(trouble, detail, again=again, after_seconds=retry_after(headers))


def of_error_event(kind: str, message: str) -> Setback:
    """The setback of an `error` event within a stream. A type nobody told us of counts as the API's own trouble."""
    trouble = _OF_TYPE.get(kind, "overloaded")
    return Setback(trouble, _sentence(trouble, kind, message), again=trouble == "overloaded")


def unreachable(what: str) -> Setback:
    """No connection, or none in time; nothing of an answer had come. `what` names the error."""
    return Setback("unreachable", f"The model could not be reached ({what}). Try again in a moment.", again=True)


def broken_off(what: str) -> Setback:
    """An answer had begun and its stream died. `what` names the error."""
    return Setback("cut", f"The model's answer broke off ({what}). Try again.", again=True)


def ended_early() -> Setback:
    """The stream ended in good order, but before the message did."""
    return broken_off("it ended before it was whole")


def malformed(what: str) -> Setback:
    """The stream holds what no Messages API sends."""
    return broken_off(f"it holds {what}")


def retry_after(headers: Mapping[str, str]) -> float | None:
    """Seconds the answer asks to wait before another try, never negative; None when it doesn't say."""
    for name, seconds_a_unit in (("retry-after-ms", 0.001), ("retry-after", 1.0)):
        try:
            return max(0.0, float(headers[name]) * seconds_a_unit)
        except (KeyError, ValueError):
            continue
    try:
        at = parsedate_to_datetime(headers["retry-after"])
    except (KeyError, ValueError):
        return None
    return max(0.0, (at.replace(tzinfo=at.tzinfo or UTC) - datetime.now(UTC)).total_seconds())


def _trouble_of(status: int, kind: str | None) -> ModelTrouble:
    if kind in _OF_TYPE:
        return _OF_TYPE[kind]
    if status in _MISCONFIGURED:
        return "misconfigured"
    return "overloaded" if status in _PASSING else "rejected"


def _sentence(trouble: ModelTrouble, what: str, message: str) -> str:
    match trouble:
        case "overloaded":
            return f"The model is overloaded ({what}). Try again in a moment."
        case "misconfigured":
            return f"The model refused this server's key ({what}). Whoever runs the server can see to it."
        case _:
            said = f": {message[:300]}" if message else "."
            return f"The model rejected the request ({what}){said}"
