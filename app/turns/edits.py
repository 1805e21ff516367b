"""A person puts other arguments into a call that waits for them: judged by its schema, then asked about anew."""

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from typing import Final

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from app.contract.asking import CallHeld
from app.contract.events import AnyEvent, CallEdited
from app.contract.ids import CallId, ConversationId, Json
from app.contract.people import Principal
from app.contract.tools import CallKind
from app.conversations.log import Journal
from app.conversations.scope import Scope
from app.conversations.thread import CallState, Thread
from app.errors import Conflict, Gone, Unacceptable
from app.tools.editing import read
from app.tools.misfits import Fault, faults
from app.tools.router import Router
from app.turns.calls import check_decidable, known_call
from app.turns.scopes import Scopes
from app.turns.workers import Workers

_EDITABLE: Final[frozenset[CallKind]] = frozenset({"tool", "remote"})
"""An action's only argument is which button it is; another button is another call, for the assistant to make."""

_LARGEST_BYTES: Final = 64 * 1024


class Editing(Struct, frozen=True):
    """A call that can be edited, the schema of its arguments, and what is wrong with what was put."""

    state: CallState
    schema: dict[str, Json]
    faults: tuple[Fault, ...] = ()


class Edits:
    """Takes edits in."""

    def __init__(
        self, journal: Journal, scopes: Scopes, router: Router, workers: Workers, *, clock: Callable[[], datetime]
    ) -> None:
        self._journal = journal
        self._scopes = scopes
        self._router = router
        self._workers = workers
        self._clock = clock

    async def begin(self, conversation: ConversationId, call: CallId) -> Editing:
        """
        What is to be edited.

        Raises:
            AlreadyDecided: It was decided before. Gone: It is no longer open, or no longer offered.
            Unacceptable: Its arguments are not a person's to change.
        """
        return (await self._editing(conversation, call))[0]

    async def fill(
        self,
        principal: Principal,
        conversation: ConversationId,
        call: CallId,
        asking: int,
        filled: Mapping[str, Sequence[str]],
    ) -> Editing:
        """As `put`, with what a form came back with."""
        editing, scope = await self._editing(conversation, call)
        args, misread = read(editing.schema, filled, editing.state.call.args)
        if misread:
            return replace(editing, faults=misread)
        return await self._put(principal, editing, scope, asking, args)

    async def put(
        self, principal: Principal, conversation: ConversationId, call: CallId, asking: int, args: dict[str, Json]
    ) -> Editing:
        """
        Have the call asked about with these arguments.

        asking: the one that was edited, counted from 1.

        Returns the call as it stands then, or what is wrong with the arguments; then nothing has changed.

        Raises:
            AlreadyDecided: It was decided before. Gone: It is no longer open, or no longer offered.
            Conflict: It was asked anew meanwhile.
        """
        editing, scope = await self._editing(conversation, call)
        if misfits := faults(editing.schema, args):
            return replace(editing, faults=misfits)
        return await self._put(principal, editing, scope, asking, args)

    async def _put(
        self, principal: Principal, editing: Editing, scope: Scope, asking: int, args: dict[str, Json]
    ) -> Editing:
        state = editing.state
        if _sorted(args) == _sorted(state.call.args):
            return editing
        if len(msgspec.json.encode(args)) > _LARGEST_BYTES:
            return replace(editing, faults=(Fault(None, "large"),))
        asked = await self._router.ask(replace(state, call=replace(state.call, args=args)), scope)
        if not isinstance(asked, CallHeld):
            return replace(editing, faults=(Fault(None, "unasked"),))
        # An edit does not prolong the question.
        held = replace(asked, expires_at=state.expires_at or asked.expires_at)
        edited = CallEdited(state.call.id, args, principal.name or principal.owner.user)

        def events(thread: Thread) -> Sequence[AnyEvent]:
            known = known_call(thread, state.call.id)
            _check_editable(known, self._clock())
            if known.asked != asking:
                raise Conflict("It has been asked anew since; the card shows what is asked now.")
            return (edited, held)

        thread, _ = await self._journal.change(scope.thread.conversation, events)
        self._workers.wake(scope.thread.conversation)
        return replace(editing, state=known_call(thread, state.call.id))

    async def _editing(self, conversation: ConversationId, call: CallId) -> tuple[Editing, Scope]:
        thread = await self._journal.thread(conversation)
        state = known_call(thread, call)
        now = self._clock()
        _check_editable(state, now)
        turn = thread.turn(state.call.turn)
        assert turn is not None
        scope = await self._scopes.of(thread, turn, now)
        if state.remote is not None:
            return Editing(state, state.remote.input_schema), scope
        lent = {lent.spec.name: lent.spec for lent in await self._router.lent(scope)}
        if state.call.name not in lent:
            raise Gone("The page no longer offers that; nothing was done.")
        return Editing(state, lent[state.call.name].input_schema), scope


def _sorted(args: dict[str, Json]) -> bytes:
    """To tell arguments apart as JSON does: `0` is not `false`."""
    return msgspec.json.encode(args, order="sorted")


def _check_editable(state: CallState, now: datetime) -> None:
    if state.call.kind not in _EDITABLE:
        raise Unacceptable("There is nothing about that call to change.")
    check_decidable(state)
    if state.status != "held":
        raise Conflict("That was agreed to before, and waits to be confirmed.")
    if state.expires_at and state.expires_at <= now:
        raise Gone("That question has expired; nothing was done.")
