"""Whether a call still fits what is on offer, and which schema its arguments are judged by."""

from collections.abc import Iterable

from app.contract.tools import Lent, ProposedCall, ToolSpec
from app.conversations.scope import Scope


def offered(call: ProposedCall, lent: Iterable[Lent]) -> Lent | None:
    """What of `lent` the call is of; None when nothing of its name and kind is on offer."""
    return next((entry for entry in lent if entry.spec.name == call.name and entry.kind == call.kind), None)


def lent_spec(call: ProposedCall, scope: Scope, now: Lent) -> ToolSpec:
    """The tool as the model was lent it, by which its arguments are judged; as it is `now` when it was not."""
    return next((known.spec for known in scope.turn.lent if known.spec.name == call.name), now.spec)
