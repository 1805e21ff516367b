"""
Every error as the caller can use it: problem+json for programs, a small fragment for htmx. Never a traceback.

See https://www.rfc-editor.org/rfc/rfc9457 for `application/problem+json`.
"""

import secrets
from http import HTTPStatus

import structlog
from litestar import MediaType, Request, Response
from litestar.exceptions import HTTPException, ValidationException

from app.contract.ids import Json
from app.errors import AssistError, TooMany, TurnRunning, Unauthorized
from app.web.fragments import Fragments
from app.web.languages import SOURCE, language
from app.web.locally import number
from app.web.words import word, word_or

_log = structlog.get_logger("app.web")
_RETRY_SECONDS = 5
_CODES = {400: "malformed", 401: "unauthorized", 404: "not_found", 405: "method_not_allowed", 413: "too_large"}

AnyRequest = Request[Json, Json, Json]
AnyResponse = Response[Json]


class Problems:
    """Exception handlers; register them with `handlers`."""

    def __init__(self, fragments: Fragments) -> None:
        self._fragments = fragments

    @property
    def handlers(self) -> dict[int | type[Exception], Json]:
        return {AssistError: self.expected, HTTPException: self.refused, Exception: self.unexpected}

    def expected(self, request: AnyRequest, error: AssistError) -> AnyResponse:
        """One of the house's own errors: its sentence was written for the caller."""
        if error.status >= HTTPStatus.INTERNAL_SERVER_ERROR:
            _log.error("request failed", code=error.code, path=request.url.path, detail=str(error))
        more: dict[str, Json] = {"turn": error.turn} if isinstance(error, TurnRunning) else {}
        told = "" if language() == SOURCE or not error.told else _told_exactly(error)
        return self.answer(request, error.status, error.code, str(error), headers=_headers(error), told=told, **more)

    def refused(self, request: AnyRequest, error: HTTPException) -> AnyResponse:
        """The router or a body's reading said no."""
        code = _CODES.get(error.status_code, HTTPStatus(error.status_code).name.lower())
        return self.answer(request, error.status_code, code, _sentence(request, error), headers=error.headers or {})

    def unexpected(self, request: AnyRequest, error: Exception) -> AnyResponse:
        """A fault of ours: told by a number only, which the log explains."""
        incident = secrets.token_hex(6)
        _log.error("unexpected fault", incident=incident, method=request.method, path=request.url.path, exc_info=error)
        sentence = f"Something went wrong on our side. If you report it, name incident {incident}."
        return self.answer(request, 500, "internal", sentence, headers={}, incident=incident)

    def answer(
        self,
        request: AnyRequest,
        status: int,
        code: str,
        sentence: str,
        *,
        headers: dict[str, str],
        told: str = "",
        **more: Json,
    ) -> AnyResponse:
        """
        The response, in the caller's own form.

        told: for whoever reads the panel; when it is empty, what is told of the code. more: members of the problem
        beyond the usual ones.
        """
        if request.headers.get("hx-request") == "true":
            fragment = self._fragments.problem(status, told or _told(status, code, sentence))
            return Response(fragment, status_code=status, media_type=MediaType.HTML, headers=headers)
        problem = {
            "type": "about:blank",
            "title": HTTPStatus(status).phrase,
            "status": status,
            "detail": sentence,
            "code": code,
            **more,
        }
        return Response(problem, status_code=status, media_type="application/problem+json", headers=headers)


def _told(status: int, code: str, sentence: str) -> str:
    """For whoever reads the panel. The sentences of errors are English; another language has one for each code."""
    if language() == SOURCE:
        return sentence
    return word_or("problem.not_found" if status == HTTPStatus.NOT_FOUND else f"problem.{code}", "problem.other")


def _told_exactly(error: AssistError) -> str:
    return word(error.told, **{name: number(value) for name, value in error.values.items()})


def _headers(error: AssistError) -> dict[str, str]:
    match error:
        case Unauthorized():
            return {"WWW-Authenticate": "Bearer"}
        case TooMany():
            return {"Retry-After": str(_RETRY_SECONDS)}
        case _:
            return {}


def _sentence(request: AnyRequest, error: HTTPException) -> str:
    path = request.url.path
    match error.status_code:
        case 404:
            return f"There is nothing at {path!r}."
        case 405:
            return f"{request.method} is not done at {path!r}."
        case 413:
            return "The body is larger than this route takes."
        case 400 if isinstance(error, ValidationException) and error.extra:
            return " ".join(f"{entry['message']}." for entry in error.extra if isinstance(entry, dict))
        case _:
            return error.detail or HTTPStatus(error.status_code).phrase
