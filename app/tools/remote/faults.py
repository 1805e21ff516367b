"""What can come of asking a remote tool server, in as many kinds as the words for it have."""

from typing import Literal

from app.errors import AssistError
from app.outbound.faults import Busy, OutboundFault, Refused, Unreachable

Trouble = Literal["refused", "arguments", "missing", "broken", "unreachable"]
"""
refused: the bearer or the user may not. arguments: they don't fit. missing: no such tool or entity.
broken: the host's own problem, or an answer that can't be used. unreachable: nothing was sent.
"""

_BY_STATUS: dict[int, Trouble] = {400: "arguments", 401: "refused", 403: "refused", 404: "missing", 422: "arguments"}
_SERVER_ERROR = 500


class RemoteFault(AssistError):
    """
    The server did not do it, or can't be known to have.

    may_have_happened: whether it may have acted although no usable answer came.
    status_code: what it answered; None when that is not the trouble.
    """

    code = "remote"
    status = 502

    def __init__(
        self, trouble: Trouble, sentence: str, *, may_have_happened: bool = False, status_code: int | None = None
    ) -> None:
        super().__init__(sentence)
        self.trouble: Trouble = trouble
        self.may_have_happened = may_have_happened
        self.status_code = status_code


def of_status(status: int) -> RemoteFault:
    """The fault an HTTP status other than a success tells."""
    otherwise: Trouble = "broken" if status >= _SERVER_ERROR else "refused"
    trouble = _BY_STATUS.get(status, otherwise)
    return RemoteFault(trouble, f"The server answered {status}.", status_code=status)


def of_outbound(fault: OutboundFault) -> RemoteFault:
    """The same fault in this room's words. Its sentence names no server, as the original's doesn't."""
    return RemoteFault(_trouble(fault), str(fault), may_have_happened=fault.may_have_happened)


def _trouble(fault: OutboundFault) -> Trouble:
    match fault:
        case Unreachable() | Busy() | Refused(reason="address" | "bearer"):
            return "unreachable"
        case _:
            return "broken"
