"""Tools as the model is lent them, calls of them, and their answers."""

from typing import Literal

from msgspec import Struct

from app.contract.ids import CallId, Json, TabId, TurnId
from app.contract.remote import RemoteName

CallKind = Literal["tool", "action", "field", "content", "navigate", "card", "choice", "remote", "unknown"]
"""
What carries a call out: a page tool, action, field, the page's content, a navigation; a card the server
draws itself; a choice the person makes; a remote tool server; or nothing, because the name is not lent.
"""

PAGE_KINDS = frozenset({"tool", "action", "field", "content", "navigate"})

CallStatus = Literal[
    "proposed", "held", "confirming", "running", "answered", "declined", "failed", "undecided", "expired"
]

Outcome = Literal[
    "pressed", "filled", "refused", "rung", "returned", "opened", "failed", "missing", "disabled", "readonly"
]


class ToolSpec(Struct, frozen=True):
    """A tool as the Messages API takes it."""

    name: str
    description: str
    input_schema: dict[str, Json]


class Lent(Struct, frozen=True, omit_defaults=True):
    """A tool on offer, and what stands behind its name. `remote` is the tool as its host calls it."""

    spec: ToolSpec
    kind: CallKind
    remote: RemoteName | None = None


class ProposedCall(Struct, frozen=True):
    """A call the model finished writing. `use` is the model's own `tool_use` id."""

    id: CallId
    turn: TurnId
    use: str
    name: str
    kind: CallKind
    args: dict[str, Json]


class Hold(Struct, frozen=True, omit_defaults=True):
    """What a held call asks: the seed's confirm payload."""

    name: str
    label: str
    id: str | None = None


class Change(Struct, frozen=True, omit_defaults=True):
    """
    What is different from what a person was asked before.

    what: the words of the question; what the tool says of itself; what it does to the data; or, without a before and a
    now that would read, anything else it stands on.
    """

    what: Literal["label", "description", "verb", "terms"]
    before: str | None = None
    now: str | None = None


class PageCall(Struct, frozen=True):
    """The order a page carries out: the data of `event: call`."""

    id: CallId
    kind: Literal["tool", "action", "field", "content", "navigate"]
    name: str
    target: str | None
    args: Json
    ring: bool


class PageAnswer(Struct, frozen=True):
    """
    What the page says became of a call.

    value: what a fill now says, or what a tool or the content returned.
    status: the HTTP status of a request that failed.
    argument: what of a tool's arguments its controls did not take.
    page: the facts after the act, exactly as announced; read separately, so a bad page loses no answer.
    """

    outcome: Outcome
    value: Json = None
    message: str | None = None
    status: int | None = None
    argument: str | None = None
    page: Json = None
    document: str | None = None


class Answer(Struct, frozen=True):
    """The tool result the model reads: text, and whether it is an error."""

    text: str
    is_error: bool = False


class Sent(Struct, frozen=True):
    """Where a page call went, and the order itself."""

    tab: TabId
    order: PageCall
