"""
The turn engine: reads what a turn does next off its thread, does it, and rests where a person or a page must act.

Nothing of a turn lives here between calls of `advance`: any process can carry any turn on.
"""

from collections.abc import Callable, Sequence
from datetime import datetime, timedelta
from typing import assert_never

from app.contract.events import AnyEvent, CallAnswered, RemoteLent, StepStarted, ToolsLent, TurnEnded
from app.contract.ids import ConversationId
from app.contract.tools import Lent
from app.conversations.log import Journal
from app.conversations.scope import Scope
from app.conversations.thread import CallState, Thread, Turn
from app.errors import Conflict
from app.tools.router import Router
from app.turns.limits import Budget, tokens_of
from app.turns.moves import Ask, Rest, Run, Write, next_move, stop
from app.turns.queue import Queue
from app.turns.requests import Requests
from app.turns.scopes import Scopes
from app.turns.step import Steps

Clock = Callable[[], datetime]


class Engine:
    """Carries turns on, one move at a time, each move logged before the next is looked for."""

    def __init__(
        self,
        journal: Journal,
        router: Router,
        steps: Steps,
        requests: Requests,
        scopes: Scopes,
        queue: Queue,
        budget: Budget,
        *,
        clock: Clock,
    ) -> None:
        self._journal = journal
        self._router = router
        self._steps = steps
        self._requests = requests
        self._scopes = scopes
        self._queue = queue
        self._budget = budget
        self._clock = clock

    async def advance(self, conversation: ConversationId) -> datetime | None:
        """
        Work on the conversation's turn until it is over or rests.

        Returns when to look again, None when only an event can move it on. The caller holds the lease.
        """
        while True:
            thread = await self._journal.thread(conversation)
            if (turn := thread.current) is None:
                if not (waiting := await self._queue.next(thread)):
                    return None
                await self._log(thread, waiting)
                continue
            scope = await self._scopes.of(thread, turn, self._clock())
            match next_move(turn, scope):
                case Rest(until=until):
                    return until
                case Write(events=events):
                    await self._log(thread, events)
                case Run(states=states):
                    await self._run(states, scope)
                case Ask():
                    await self._ask(scope)
                case _ as move:
                    assert_never(move)

    async def fail(self, conversation: ConversationId) -> None:
        """End the turn after a fault of our own, with an answer for every call."""

        def end(thread: Thread) -> tuple[AnyEvent, ...]:
            return stop(thread.current, "failed", "internal") if thread.current else ()

        await self._journal.change(conversation, end)

    async def _log(self, thread: Thread, events: Sequence[AnyEvent]) -> bool:
        """Write behind what was read; when something came between, the turn is looked at again."""
        try:
            await self._journal.append(thread.conversation, events, after=thread.head)
        except Conflict:
            return False
        return True

    async def _run(self, states: Sequence[CallState], scope: Scope) -> None:
        if limit := self._budget.forbids(states, scope.turn):
            await self._log(scope.thread, stop(scope.turn, "limited", limit))
            return
        events = await self._router.run(states, scope)
        answers = [event for event in events if isinstance(event, CallAnswered)]
        if len(answers) < len(events):
            await self._log(scope.thread, events)
            return
        # What a server answered is not lost because something else was logged meanwhile.
        await self._journal.change(
            scope.thread.conversation, lambda now: [each for each in answers if not now.calls[each.call].over]
        )

    async def _prepare(self, scope: Scope) -> bool:
        """Have the turn lent what remote servers lend, before its first request; False when there is nothing to do."""
        turn = scope.turn
        if turn.steps or turn.remote or not (lent := await self._router.prepare(scope)):
            return False
        await self._journal.change(scope.thread.conversation, lambda now: [lent] if _awaits(now.current, lent) else [])
        return True

    async def _ask(self, scope: Scope) -> None:
        thread, turn = scope.thread, scope.turn
        if limit := await self._budget.reached(scope):
            await self._log(thread, [TurnEnded(turn.id, "limited", limit)])
            return
        if await self._prepare(scope):
            return
        lent = await self._router.lent(scope)
        number = len(turn.steps) + 1
        request = await self._requests.of(thread, turn, lent)
        if await self._log(thread, [*_newly_lent(turn, lent), StepStarted(turn.id, number)]):
            before = tokens_of(turn)
            await self._steps.run(thread.conversation, turn.id, number, request)
            await self._spend(scope, before=before)

    async def _spend(self, scope: Scope, *, before: int) -> None:
        thread = await self._journal.thread(scope.thread.conversation)
        turn = thread.turn(scope.turn.id)
        assert turn is not None
        await self._budget.spend(scope.owner, scope.now, tokens_of(turn) - before)


def _awaits(turn: Turn | None, lent: RemoteLent) -> bool:
    return turn is not None and turn.id == lent.turn and turn.remote is None


def _newly_lent(turn: Turn, lent: tuple[Lent, ...]) -> list[AnyEvent]:
    return [] if lent == turn.lent else [ToolsLent(turn.id, lent)]


LOOK_AGAIN = timedelta(seconds=30)
"""When a turn is looked at again after a fault of our own."""
