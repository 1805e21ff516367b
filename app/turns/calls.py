"""What browsers and people do to calls: claim, answer, decide. Each once, by the right one, or a clear error."""

import contextlib
from collections.abc import Callable, Sequence
from datetime import datetime, timedelta

from app.contract.events import AnyEvent, ApprovalRevoked, CallAnswered, CallClaimed, CallConfirming, CallDecided
from app.contract.ids import CallId, ConversationId
from app.contract.page import PageFacts
from app.contract.people import Principal
from app.contract.tools import PageAnswer, Sent
from app.conversations.log import Journal
from app.conversations.thread import CallState, Thread
from app.errors import AlreadyClaimed, AlreadyDecided, Conflict, Gone, Unacceptable, UnknownCall
from app.pages.announcement import read_facts
from app.pages.registry import Registry
from app.tools.answers import expired
from app.tools.outcomes import answered
from app.turns.workers import Workers

ANSWER_SECONDS = 30.0
OPEN_SECONDS = 5.0


class Calls:
    """Moves calls on from outside the turn."""

    def __init__(
        self, journal: Journal, registry: Registry, workers: Workers, *, clock: Callable[[], datetime]
    ) -> None:
        self._journal = journal
        self._registry = registry
        self._workers = workers
        self._clock = clock

    async def claim(self, principal: Principal, conversation: ConversationId, call: CallId, document: str) -> None:
        """
        Give the call to one document, before anything is touched.

        Raises:
            AlreadyClaimed: Another, or this one before, has it; or it is over.
            Conflict: It was not sent, or not to a tab that has this document open.
        """
        if await self._open_document(principal, conversation, call) != document:
            raise Conflict("That call was sent to another tab, or to a page that has left.")
        now = self._clock()

        def events(thread: Thread) -> Sequence[AnyEvent]:
            state = _sent(thread, call)
            if state.document is not None or state.over:
                raise AlreadyClaimed("That call was claimed before.")
            return (CallClaimed(call, document, until=_until(state, now)),)

        await self._journal.change(conversation, events)
        self._workers.wake(conversation)

    async def answer(
        self, principal: Principal, conversation: ConversationId, call: CallId, answer: PageAnswer
    ) -> None:
        """
        Take the page's answer, once, with the page as it is after the act.

        Raises:
            AlreadyClaimed: It was answered before. Unacceptable: no outcome such a call can have.
        """
        state = _sent(await self._journal.thread(conversation), call)
        assert state.sent is not None
        if state.over:
            raise AlreadyClaimed("That call was answered before.")
        facts = await self._after(principal, state.sent, answer)

        def events(thread: Thread) -> Sequence[AnyEvent]:
            known = _sent(thread, call)
            if known.over:
                raise AlreadyClaimed("That call was answered before.")
            return (answered(known, answer, facts),)

        await self._journal.change(conversation, events)
        self._workers.wake(conversation)

    async def decide(
        self,
        principal: Principal,
        conversation: ConversationId,
        call: CallId,
        *,
        approved: bool,
        confirmed: bool = False,
        asking: int | None = None,
        standing: bool = False,
    ) -> CallState:
        """
        Take the one decision, or its first half where the person is asked twice.

        confirmed: says that this is the second half. asking: which asking it answers; None is the first, told by who
        can't be asked anew. standing: approve it for the rest of the conversation.

        Raises:
            AlreadyDecided: It was decided before, or this half of it was.
            Conflict: The first half is still missing, or it has been asked anew since.
            Gone: It expired, or was left undecided.
            Unacceptable: It was never held, or can't be approved for longer than once.
        """
        by, may = principal.name or principal.owner.user, principal.permissions
        decided = CallDecided(call, approved, by, self._clock(), may, asking, approved and standing)
        thread, _ = await self._journal.change(
            conversation, lambda thread: (_decision(known_call(thread, call), decided, confirmed=confirmed),)
        )
        self._workers.wake(conversation)
        state = known_call(thread, call)
        if state.status == "expired":
            raise Gone("That question has expired; nothing was done.")
        return state

    async def revoke(self, principal: Principal, conversation: ConversationId, call: CallId) -> Thread:
        """
        Take back that a call's approval stands; once more changes nothing.

        Raises:
            Unacceptable: It never stood.
        """

        def events(thread: Thread) -> Sequence[AnyEvent]:
            state = known_call(thread, call)
            if state.decided is None or not state.decided.stands:
                raise Unacceptable("That was never approved for the rest of the conversation.")
            return (ApprovalRevoked(call, principal.name or principal.owner.user),) if state.stands else ()

        return (await self._journal.change(conversation, events))[0]

    async def state(self, conversation: ConversationId, call: CallId) -> CallState:
        """The call as it stands."""
        return known_call(await self._journal.thread(conversation), call)

    async def _open_document(self, principal: Principal, conversation: ConversationId, call: CallId) -> str | None:
        """The document open in the tab a call was sent to."""
        sent = _sent(await self._journal.thread(conversation), call).sent
        assert sent is not None
        row = await self._registry.row(principal.owner, sent.tab)
        return row.document if row else None

    async def _after(self, principal: Principal, sent: Sent, answer: PageAnswer) -> PageFacts | None:
        """What the tab has open after the act, as far as it said; a page that is none loses no answer."""
        if answer.page is not None:
            with contextlib.suppress(Unacceptable):
                await self._registry.announce(principal.owner, sent.tab, read_facts(answer.page).facts)
        return await self._registry.open(principal.owner, sent.tab)


def known_call(thread: Thread, call: CallId) -> CallState:
    """Raises `UnknownCall`."""
    if call not in thread.calls:
        raise UnknownCall("No such call.")
    return thread.calls[call]


def _sent(thread: Thread, call: CallId) -> CallState:
    state = known_call(thread, call)
    if state.sent is None:
        raise Conflict("That call was never sent to a page.")
    return state


def _until(state: CallState, now: datetime) -> datetime:
    return now + timedelta(seconds=OPEN_SECONDS if state.call.kind == "navigate" else ANSWER_SECONDS)


def check_decidable(state: CallState) -> None:
    """Raises `Unacceptable`, `AlreadyDecided` or `Gone` when nobody is to decide on it now."""
    if state.hold is None or state.call.kind == "choice":
        raise Unacceptable("That call asks for no decision.")
    if state.decided is not None:
        raise AlreadyDecided("That was decided before; the card shows how.")
    if state.over:
        raise Gone("That question is no longer open; nothing was done.")


def _decision(state: CallState, decided: CallDecided, *, confirmed: bool) -> AnyEvent:
    """What a decision comes to: itself, its first half, or that it came too late."""
    check_decidable(state)
    if state.expires_at and state.expires_at <= decided.at:
        return CallAnswered(decided.call, "expired", expired(state))
    if decided.approved:
        _check_shown(state, decided.asking or 1, standing=decided.stands)
        if state.asks_twice and _is_first_half(state, confirmed=confirmed):
            return CallConfirming(decided.call, decided.by)
    return decided


def _check_shown(state: CallState, asking: int, *, standing: bool) -> None:
    """What runs is what was shown: an approval is for the asking that it names."""
    if asking != state.asked:
        raise Conflict("It has been asked anew since; the card shows what is asked now.")
    if standing and not state.may_stand:
        raise Unacceptable("That can't be approved for the rest of the conversation.")


def _is_first_half(state: CallState, *, confirmed: bool) -> bool:
    """Which half of a decision in two halves this is. Raises `Conflict` when it is not that half's turn."""
    if state.status == "confirming":
        if not confirmed:
            raise AlreadyDecided("That was agreed to before, and waits to be confirmed.")
        return False
    if confirmed:
        raise Conflict("It has to be agreed to first; only then can it be confirmed.")
    return True
