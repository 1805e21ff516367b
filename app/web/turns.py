"""`/assist/turns/{id}`: stop, try again, go on."""

from litestar import delete, post
from litestar.di import NamedDependency
from litestar.params import FromPath, SkipValidation

from app.contract.ids import TurnId
from app.contract.people import Principal
from app.web.parts import Parts


@delete("/turns/{turn:str}", status_code=204)
async def stop_turn(
    turn: FromPath[str],
    parts: NamedDependency[SkipValidation[Parts]],
    principal: NamedDependency[SkipValidation[Principal]],
) -> None:
    """Stop it; what was written stays."""
    conversation = await parts.access.turn(principal.owner, TurnId(turn))
    await parts.control.stop(conversation, TurnId(turn))


@post("/turns/{turn:str}/retries", status_code=202)
async def retry_turn(
    turn: FromPath[str],
    parts: NamedDependency[SkipValidation[Parts]],
    principal: NamedDependency[SkipValidation[Principal]],
) -> None:
    """Begin it again behind its last sound step."""
    conversation = await parts.access.turn(principal.owner, TurnId(turn))
    await parts.control.retry(conversation, TurnId(turn))


@post("/turns/{turn:str}/continuations", status_code=202)
async def continue_turn(
    turn: FromPath[str],
    parts: NamedDependency[SkipValidation[Parts]],
    principal: NamedDependency[SkipValidation[Principal]],
) -> None:
    """Go on after it was too long."""
    conversation = await parts.access.turn(principal.owner, TurnId(turn))
    await parts.control.go_on(conversation, TurnId(turn))
