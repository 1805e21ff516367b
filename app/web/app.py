"""The server around the engine: its routes, who may enter them, and what every answer has in common."""

from collections.abc import Callable, Sequence
from contextlib import AbstractAsyncContextManager

from litestar import Litestar, Router
from litestar.datastructures import State
from litestar.di import Provide

from app.web import (
    activity_log,
    attachments,
    branching,
    conversations,
    edits,
    embed_tokens,
    exports,
    feedback,
    gallery,
    health,
    host_tools,
    images,
    integrations,
    looks,
    offers,
    panel,
    proposals,
    runs,
    static,
    stream,
    tabs,
    transcripts,
    waiting,
    workspaces,
)
from app.web.calls import answer_call, claim_call, decide_call, pick_choice
from app.web.guards import key_holder_of, keyed, principal_of, signed_in
from app.web.languages import SpeakAsAsked
from app.web.messages import send_message
from app.web.parts import Parts
from app.web.problems import Problems
from app.web.security import add_missing_headers
from app.web.turns import continue_turn, retry_turn, stop_turn

BODY_BYTES = 1024 * 1024

Lifespan = Callable[[Litestar], AbstractAsyncContextManager[None]]


def create_app(parts: Parts, *, lifespan: Sequence[Lifespan] = ()) -> Litestar:
    """
    The application over its parts.

    lifespan: entered at the start and left at the end, in order and in reverse.
    """
    return Litestar(
        route_handlers=[_open(), _for_users(), _for_hosts(), *health.handlers],
        dependencies={"parts": Provide(lambda: parts, sync_to_thread=False)},
        exception_handlers=Problems(parts.fragments).handlers,
        middleware=[SpeakAsAsked()],
        before_send=[add_missing_headers, parts.metrics.count],
        request_max_body_size=BODY_BYTES,
        lifespan=[*lifespan, lambda _: parts.streams.tended()],
        state=State({"parts": parts}),
        openapi_config=None,
        logging_config=None,
    )


def _open() -> Router:
    """What holds no data, and so needs no token."""
    return Router(
        "/assist",
        route_handlers=[
            *panel.handlers,
            *static.handlers,
            *looks.handlers,
            *images.handlers,
            *attachments.open_handlers,
            *gallery.handlers,
        ],
    )


def _for_users() -> Router:
    """The panel's routes, each for the user its token speaks for."""
    return Router(
        "/assist",
        route_handlers=[
            *tabs.handlers,
            *conversations.handlers,
            *edits.handlers,
            *activity_log.handlers,
            *exports.handlers,
            *feedback.for_users,
            *stream.handlers,
            *proposals.for_users,
            *waiting.handlers,
            *branching.handlers,
            *attachments.handlers,
            *offers.handlers,
            send_message,
            claim_call,
            answer_call,
            decide_call,
            pick_choice,
            stop_turn,
            retry_turn,
            continue_turn,
        ],
        guards=[signed_in],
        dependencies={"principal": Provide(principal_of, sync_to_thread=False)},
    )


def _for_hosts() -> Router:
    """The host's own programs, each for the workspace its API key is of."""
    return Router(
        "/v1",
        route_handlers=[
            *embed_tokens.handlers,
            *integrations.handlers,
            *transcripts.handlers,
            *feedback.for_hosts,
            *host_tools.handlers,
            *runs.handlers,
            *proposals.for_hosts,
            *workspaces.handlers,
        ],
        guards=[keyed],
        dependencies={"workspace": Provide(key_holder_of, sync_to_thread=False)},
    )
