"""The one family of errors. Each has a code, an HTTP status, and a sentence a person can act on."""

from typing import ClassVar

from app.contract.model import ModelTrouble


class AssistError(Exception):
    """
    Base: `str(error)` is the sentence, `code` its stable name, `status` the HTTP status it answers with.

    told: the code of the words that say just this in any language, where `code` says less; `values` are their numbers.
    """

    code: ClassVar[str] = "error"
    status: ClassVar[int] = 500

    def __init__(self, sentence: str = "", *, told: str = "", **values: float) -> None:
        super().__init__(sentence)
        self.told = told
        self.values = values


class Unauthorized(AssistError):
    """No token, or one that does not hold."""

    code = "unauthorized"
    status = 401


class NotFound(AssistError):
    """Not there, or not this user's: the two are told apart by nobody."""

    code = "not_found"
    status = 404


class UnknownConversation(NotFound):
    code = "unknown_conversation"


class UnknownTab(NotFound):
    code = "unknown_tab"


class UnknownCall(NotFound):
    code = "unknown_call"


class UnknownMessage(NotFound):
    """No such message, or another user's."""


class UnknownTurn(NotFound):
    code = "unknown_turn"


class UnknownAttachment(NotFound):
    code = "unknown_attachment"


class UnknownBinding(NotFound):
    code = "unknown_binding"


class UnknownRun(NotFound):
    code = "unknown_run"


class UnknownProposal(NotFound):
    code = "unknown_proposal"


class Malformed(AssistError):
    """The body is not what the route takes."""

    code = "malformed"
    status = 400


class Unacceptable(AssistError):
    """Well-formed, but not to be done as it stands."""

    code = "unacceptable"
    status = 422


class TooLarge(AssistError):
    code = "too_large"
    status = 413


class WrongMediaType(AssistError):
    """The body is of a type the route doesn't read."""

    code = "wrong_media_type"
    status = 415


class TooMany(AssistError):
    code = "too_many"
    status = 429


class Conflict(AssistError):
    """Something else happened first."""

    code = "conflict"
    status = 409


class TurnRunning(Conflict):
    code = "turn_running"

    def __init__(self, turn: str) -> None:
        super().__init__("The assistant is still at work on the last message. Wait, stop it, or send with queue=true.")
        self.turn = turn


class AlreadyDecided(Conflict):
    code = "already_decided"


class AlreadyClaimed(Conflict):
    code = "already_claimed"


class LeaseLost(Conflict):
    """Somebody else works on it by now; nothing was written."""

    code = "lease_lost"


class Gone(AssistError):
    """It can't be done any more."""

    code = "gone"
    status = 410


class Lagged(AssistError):
    """A reader fell too far behind its bounded queue; it resumes from the log."""

    code = "lagged"
    status = 503


class NotReady(AssistError):
    code = "not_ready"
    status = 503


class Misconfigured(AssistError):
    """The server can't start like this."""

    code = "misconfigured"


class ModelFault(AssistError):
    """The model's answer could not be had, or not be finished."""

    code = "model_fault"
    status = 502

    def __init__(self, trouble: ModelTrouble, detail: str) -> None:
        super().__init__(detail)
        self.trouble: ModelTrouble = trouble
