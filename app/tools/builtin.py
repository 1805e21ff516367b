"""
The product's own tools as a source: reading the page and going to another one, cards, and questions with choices.

The page carries out the first two. A card is shown by being answered; a choice waits for the user's pick.
"""

import hashlib
from collections.abc import Sequence
from typing import TypeAlias, assert_never

import msgspec

from app.cards.registry import card_of
from app.cards.shapes import Card, Choices, Links, ShownLinks
from app.contract.events import AnyEvent, CallAnswered, CallSent
from app.contract.ids import Json
from app.contract.page import PageFacts
from app.contract.tools import Answer, Hold, Lent, PageCall, ProposedCall, Sent
from app.conversations.scope import Scope
from app.conversations.thread import CallState
from app.errors import Unacceptable
from app.pages.arguments import validate
from app.pages.destinations import path_to
from app.pages.lent import lent_builtins
from app.pages.words import Words
from app.tools.answers import error, no_longer_offers, rejected, with_note
from app.tools.lending import lent_spec, offered

_canonical = msgspec.json.Encoder(order="deterministic")


class Content(msgspec.Struct, frozen=True):
    """The readable content of the open page."""


class Place(msgspec.Struct, frozen=True):
    """A destination with its `:id` filled in."""

    path: str


class Shown(msgspec.Struct, frozen=True):
    """A card, and what the log keeps of it beside its arguments."""

    card: Card
    value: Json = None


Target: TypeAlias = Content | Place | Shown


class BuiltinTools:
    """
    `get_page_content`, `go_to_page` and the cards.

    words: describes them.
    """

    def __init__(self, words: Words) -> None:
        self._words = words

    async def specs(self, scope: Scope) -> tuple[Lent, ...]:
        return lent_builtins(scope.facts, self._words)

    async def refusal(self, state: CallState, scope: Scope) -> Answer | None:
        target = _resolve(state.call, scope)
        return target if isinstance(target, Answer) else None

    async def hold(self, state: CallState, scope: Scope) -> Hold | None:
        match _resolve(state.call, scope):
            case Shown(card=Choices(question=question)):
                return Hold(state.call.name, question)
            case _:
                return None

    async def fingerprint(self, state: CallState, scope: Scope) -> str:  # noqa: ARG002 - the moment changes nothing
        """Over the arguments alone: a question is the same wherever it is answered."""
        return hashlib.sha256(_canonical.encode([state.call.name, state.call.args])).hexdigest()

    async def run(self, state: CallState, scope: Scope) -> Sequence[AnyEvent]:
        call = state.call
        match _resolve(call, scope):
            case Answer() as refused:
                return [CallAnswered(call.id, "failed", refused)]
            case Shown(card=card, value=value):
                return [CallAnswered(call.id, "answered", Answer(card.answer()), value=value)]
            case Place(path=path) if scope.facts and _is_open(path, scope.facts):
                return [CallAnswered(call.id, "answered", with_note(f"Opened {path}.", scope.facts))]
            case Place(path=path):
                return [_sent(PageCall(call.id, "navigate", call.name, None, {"path": path}, ring=False), scope)]
            case Content():
                return [_sent(PageCall(call.id, "content", call.name, None, {}, ring=False), scope)]
            case _ as never:
                assert_never(never)


def _resolve(call: ProposedCall, scope: Scope) -> Target | Answer:
    """What the call comes to, or the answer that says why it comes to nothing."""
    entry = offered(call, lent_builtins(scope.facts))
    if entry is None:
        return no_longer_offers(call.name, scope.facts)
    if issues := validate(lent_spec(call, scope, entry), call.args):
        return rejected(call.name, issues)
    try:
        return _target(call, scope.facts)
    except Unacceptable as said:
        return error(str(said))


def _target(call: ProposedCall, facts: PageFacts | None) -> Target | Answer:
    """Raises `Unacceptable` when a page it names is none, or needs an id."""
    if call.kind == "content":
        return Content()
    if call.kind == "navigate":
        assert facts is not None
        return Place(path_to(facts, call.args["to"], call.args.get("id")))
    card = card_of(call.name, call.args)
    if faults := list(card.faults()):
        return rejected(call.name, faults)
    return Shown(card, _links(card, facts) if isinstance(card, Links) and facts else None)


def _links(card: Links, facts: PageFacts) -> Json:
    paths = tuple(path_to(facts, link.to, link.id) for link in card.items)
    return msgspec.to_builtins(ShownLinks(facts.origin, paths))


def _is_open(path: str, facts: PageFacts) -> bool:
    return path in {facts.path, facts.path.partition("?")[0].partition("#")[0]}


def _sent(order: PageCall, scope: Scope) -> CallSent:
    return CallSent(order.id, Sent(scope.tab, order), label=order.name)
