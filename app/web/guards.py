"""Who is calling: an embed token speaks for a user, an API key for a workspace. Without one no route is entered."""

from litestar import Request
from litestar.connection import ASGIConnection
from litestar.handlers import BaseRouteHandler

from app.auth.keys import workspace_of
from app.contract.ids import ConversationId, Json
from app.contract.people import Conversation, Principal, Workspace
from app.errors import Unauthorized, UnknownConversation
from app.web.languages import named, speak
from app.web.parts import Parts, parts_of

_SCHEME = "bearer "


async def signed_in(connection: ASGIConnection[Json, Json, Json, Json], _: BaseRouteHandler) -> None:
    """Guard of the panel's routes: a valid embed token. Its `Principal` is injected as `principal`."""
    principal = await parts_of(connection).tokens.verify(_bearer(connection))
    if chosen := named(principal.locale):
        speak(chosen)
    connection.scope["auth"] = principal


async def keyed(connection: ASGIConnection[Json, Json, Json, Json], _: BaseRouteHandler) -> None:
    """Guard of the host's routes: a workspace's API key. Its `Workspace` is injected as `workspace`."""
    connection.scope["auth"] = await workspace_of(_bearer(connection), parts_of(connection).workspaces)


def principal_of(request: Request[Json, Principal, Json]) -> Principal:
    return request.auth


def key_holder_of(request: Request[Json, Workspace, Json]) -> Workspace:
    return request.auth


def origin_of(connection: ASGIConnection[Json, Json, Json, Json]) -> str:
    """The origin this server is asked at: the panel's own."""
    base = connection.base_url
    return f"{base.scheme}://{base.netloc}"


async def own(parts: Parts, principal: Principal, conversation: str) -> Conversation:
    """
    The conversation, when it is the user's.

    Raises:
        UnknownConversation: It is not there, or another user's: nobody can tell which.
    """
    found = await parts.conversations.get(ConversationId(conversation))
    if found.owner != principal.owner:
        raise UnknownConversation(f"There is no conversation {conversation!r}.")
    return found


def _bearer(connection: ASGIConnection[Json, Json, Json, Json]) -> str:
    value = connection.headers.get("authorization", "")
    if value[: len(_SCHEME)].lower() != _SCHEME:
        raise Unauthorized("This needs an Authorization header with a bearer token.")
    return value[len(_SCHEME) :].strip()
