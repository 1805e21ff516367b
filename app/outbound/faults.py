"""
What can come of asking a server we do not own.

`str(fault)` is a sentence for a person and never names a host, an address, a secret or what was answered;
`detail` is for the log alone.
"""

from typing import Final, Literal, TypeAlias

from app.errors import AssistError

Reason: TypeAlias = Literal["address", "bearer", "redirect", "encoding", "too_large", "not_json", "no_image", "status"]

_SENTENCES: Final[dict[Reason, str]] = {
    "address": "The server is at an address that may not be called.",
    "bearer": "The secret holds characters that can't be sent.",
    "redirect": "The server answered with a redirect; those are not followed.",
    "encoding": "The server answered compressed; only plain answers are read.",
    "too_large": "The server's answer is too large.",
    "not_json": "The server's answer is no JSON that can be read.",
    "no_image": "What the server answered is no image that can be shown.",
    "status": "The server refused to give the image.",
}


class OutboundFault(AssistError):
    """
    Base. Caught by whoever asked, and told in that one's own words.

    may_have_happened: whether the server may have acted on a POST although no usable answer came.
    reason: which kind of refusal it is; None for other faults.
    detail: what is known of the cause; it may name the server, so it is logged and never shown.
    """

    code = "outbound"
    status = 502
    reason: Reason | None = None

    def __init__(self, sentence: str, detail: str, *, may_have_happened: bool = False) -> None:
        super().__init__(sentence)
        self.detail = detail
        self.may_have_happened = may_have_happened


class Unreachable(OutboundFault):
    """No connection, no proof that it is the right server, or none tried because the last ones failed."""

    code = "unreachable"

    def __init__(self, detail: str) -> None:
        super().__init__("The server could not be reached.", detail)


class Busy(OutboundFault):
    """Too much is under way already; nothing was sent."""

    code = "busy"
    status = 503

    def __init__(self, detail: str) -> None:
        super().__init__("Too many requests are under way. Try again in a moment.", detail)


class Refused(OutboundFault):
    """We would not call it (`address`, `bearer`), or not read what it answered."""

    code = "refused"

    def __init__(self, reason: Reason, detail: str, *, may_have_happened: bool = False) -> None:
        super().__init__(_SENTENCES[reason], detail, may_have_happened=may_have_happened)
        self.reason = reason


class TimedOut(OutboundFault):
    """The whole answer did not come in time."""

    code = "timed_out"
    status = 504

    def __init__(self, detail: str, *, may_have_happened: bool) -> None:
        super().__init__("The server did not answer in time.", detail, may_have_happened=may_have_happened)


class Broken(OutboundFault):
    """The answer broke off, or is no HTTP."""

    code = "broken"

    def __init__(self, detail: str, *, may_have_happened: bool) -> None:
        super().__init__("The server's answer broke off.", detail, may_have_happened=may_have_happened)
