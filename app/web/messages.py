"""`POST /assist/conversations/{id}/messages`: what the user says."""

from litestar import Request, Response, post
from litestar.di import NamedDependency
from litestar.params import FromPath, SkipValidation
from msgspec import Struct, json

from app.contract.ids import Json
from app.contract.people import Principal
from app.errors import Malformed
from app.turns.messages import NewMessage
from app.web.bodies import media_type, read_form_or_json, wants_json
from app.web.parts import Parts
from app.web.tabs import tab_id


class MessageBody(Struct, frozen=True):
    """As posted. A form sends `page` as a string of JSON."""

    text: str
    tab: str
    page: Json = None
    key: str | None = None
    queue: bool = False


@post("/conversations/{conversation:str}/messages", status_code=202)
async def send_message(
    request: Request[Json, Principal, Json],
    conversation: FromPath[str],
    parts: NamedDependency[SkipValidation[Parts]],
    principal: NamedDependency[SkipValidation[Principal]],
) -> Response[Json]:
    """Take a message in. The answer is its fragment, or its ids; the reply comes by the stream."""
    body = await read_form_or_json(request, MessageBody)
    mine = await parts.access.conversation(principal.owner, conversation)
    new = NewMessage(body.text, tab_id(body.tab), _page(body.page, request), body.key or None, queue=body.queue)
    message, thread = await parts.messages.send(principal, mine, new)
    if wants_json(request):
        return Response({"message_id": message.id, "turn_id": message.turn})
    return Response(parts.fragments.message(thread, message), media_type="text/html; charset=utf-8")


def _page(page: Json, request: Request[Json, Principal, Json]) -> Json:
    if not isinstance(page, str) or media_type(request) == "application/json":
        return page
    if not page.strip():
        return None
    try:
        return json.decode(page)
    except ValueError as fault:
        raise Malformed("'page' is no JSON.") from fault
