"""
Follow-ups: at the end of a turn the model suggests what the user might say next, where the workspace wants that.

It is asked beside the turns, once a turn and briefly, for the last turn of a conversation that a tab shows. Whatever
goes wrong with that, nothing is suggested.
"""

import asyncio
from collections.abc import Callable, Sequence
from datetime import datetime, timedelta
from typing import Final

import structlog

from app.contract.events import AnyEvent, FollowUpsSuggested
from app.contract.ids import ConversationId, TurnId
from app.contract.people import Owner
from app.conversations.log import Journal
from app.conversations.thread import Thread, Turn
from app.errors import AssistError
from app.pages.registry import Registry
from app.pages.text import one_line
from app.ports import Workspaces
from app.turns.aside import Aside
from app.turns.prompts import Prompts
from app.turns.scopes import Scopes

MOST_FOLLOW_UPS: Final = 3
LONGEST_FOLLOW_UP: Final = 80
_TOKENS: Final = 150
_SECONDS: Final = 20.0
_MOST_READ: Final = 2_000
_MOST_REMEMBERED: Final = 2_000
_FRESH: Final = timedelta(minutes=2)
"""How long after its end a turn is still what somebody is about to go on from."""

_logger = structlog.get_logger(__name__)


class FollowUps:
    """Suggests in the background."""

    def __init__(
        self,
        journal: Journal,
        scopes: Scopes,
        registry: Registry,
        workspaces: Workspaces,
        prompts: Prompts,
        aside: Aside,
        *,
        clock: Callable[[], datetime],
    ) -> None:
        self._journal = journal
        self._scopes = scopes
        self._registry = registry
        self._workspaces = workspaces
        self._prompts = prompts
        self._aside = aside
        self._clock = clock
        self._tried: dict[ConversationId, TurnId] = {}
        self._tasks: set[asyncio.Task[None]] = set()

    def consider(self, conversation: ConversationId) -> None:
        """Suggest for a conversation that rests, if it is time for that. Returns at once, and never fails."""
        task = asyncio.create_task(self._suggest(conversation))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def close(self) -> None:
        """Give up what is not suggested yet."""
        tasks = list(self._tasks)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _suggest(self, conversation: ConversationId) -> None:
        try:
            turn = _waits(await self._journal.thread(conversation), self._clock())
            if turn is None or self._tried.get(conversation) == turn.id:
                return
            owner = await self._scopes.owner(conversation)
            if not await self._is_wanted(owner, conversation):
                return
            self._remember(conversation, turn.id)
            async with asyncio.timeout(_SECONDS):
                said = await self._aside.ask(owner, self._prompt(turn), max_tokens=_TOKENS)
            if said is not None:
                suggested = acceptable(said, beside=turn.message.text)
                await self._journal.change(conversation, lambda thread: _still(thread, turn.id, suggested))
        except (AssistError, TimeoutError) as fault:
            _logger.info("no follow-ups", conversation=conversation, why=type(fault).__name__)

    async def _is_wanted(self, owner: Owner, conversation: ConversationId) -> bool:
        workspace = await self._workspaces.get(owner.workspace)
        if workspace is None or not workspace.settings.follow_ups:
            return False
        watched = await self._registry.showing(owner, conversation)
        return watched is not None and await self._aside.may(owner)

    def _remember(self, conversation: ConversationId, turn: TurnId) -> None:
        """A turn is asked about once, whatever came of it."""
        self._tried.pop(conversation, None)
        self._tried[conversation] = turn
        while len(self._tried) > _MOST_REMEMBERED:
            self._tried.pop(next(iter(self._tried)))

    def _prompt(self, turn: Turn) -> str:
        reply = "\n\n".join("".join(step.texts) for step in turn.steps).strip()
        tools = ", ".join(lent.spec.name for lent in turn.lent)
        return self._prompts.follow_ups(turn.message.text[:_MOST_READ], reply[-_MOST_READ:], tools[:_MOST_READ])


def acceptable(said: str, *, beside: str) -> tuple[str, ...]:
    """
    The suggestions in an answer: plain lines, each once, those that are too long left out.

    beside: what the user said last, which need not be said again.
    """
    lines = dict.fromkeys(one_line(line).strip("-*• ") for line in said.splitlines())
    fitting = [line for line in lines if line and len(line) <= LONGEST_FOLLOW_UP and line != one_line(beside)]
    return tuple(fitting[:MOST_FOLLOW_UPS])


def _waits(thread: Thread, now: datetime) -> Turn | None:
    """The last turn, when it is just done and nothing was suggested for it."""
    turn = thread.turns[-1] if thread.turns else None
    if turn is None or turn.status != "completed" or turn.follow_ups is not None or thread.queued:
        return None
    return turn if turn.ended_at and now - turn.ended_at < _FRESH else None


def _still(thread: Thread, turn: TurnId, suggested: Sequence[str]) -> Sequence[AnyEvent]:
    """Nothing when the conversation has gone on meanwhile."""
    last = thread.turns[-1]
    if last.id != turn or last.status != "completed" or last.follow_ups is not None or thread.queued:
        return ()
    return (FollowUpsSuggested(turn, tuple(suggested)),)
