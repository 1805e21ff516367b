"""What the next model request from a tab would carry, for whoever wants to see it: the same parts the engine uses."""

from collections.abc import Callable
from datetime import datetime

from msgspec import Struct

from app.contract.events import MessageSent
from app.contract.ids import ConversationId, Json, MessageId, TabId, TurnId
from app.contract.people import Principal
from app.conversations.log import Journal
from app.conversations.scope import Scope
from app.conversations.thread import Thread, Turn
from app.errors import UnknownTab
from app.pages.registry import Registry, facts_of
from app.tools.router import Router
from app.turns.moments import Moments
from app.turns.requests import Requests, tools


class TabContext(Struct, frozen=True):
    """The page note, the system blocks, and the tools as the model API takes them."""

    note: str
    system: tuple[dict[str, Json], ...]
    tools: tuple[dict[str, Json], ...]


class Contexts:
    """Assembles what a message sent now would be read with."""

    def __init__(
        self,
        journal: Journal,
        registry: Registry,
        moments: Moments,
        router: Router,
        requests: Requests,
        *,
        clock: Callable[[], datetime],
    ) -> None:
        self._journal = journal
        self._registry = registry
        self._moments = moments
        self._router = router
        self._requests = requests
        self._clock = clock

    async def of(self, principal: Principal, tab: TabId) -> TabContext:
        """Raises `UnknownTab` when the tab was not heard of for 30 minutes, or is another user's."""
        row = await self._registry.row(principal.owner, tab)
        if row is None:
            raise UnknownTab(f"There is no tab {tab!r}.")
        facts = facts_of(row)
        thread = await self._journal.thread(row.conversation) if row.conversation else Thread(ConversationId(""))
        turn = thread.current or await self._next_turn(principal, tab)
        # The thread is shared and its turn is the engine's; only a turn of our own is filled in.
        ours = thread.current is None
        scope = Scope(principal.owner, principal.permissions, thread, turn, tab, facts, self._clock())
        if ours:
            turn.remote = await self._router.prepare(scope)
        return TabContext(
            turn.message.note,
            self._requests.system(turn.message.instructions, turn.message.note),
            tools(await self._router.lent(scope), cached=False),
        )

    async def _next_turn(self, principal: Principal, tab: TabId) -> Turn:
        """The turn a message would open."""
        moment = await self._moments.of(principal.owner, tab)
        message = MessageSent(
            MessageId(""),
            TurnId("t_next"),
            "",
            tab,
            note=moment.note,
            instructions=moment.instructions,
            permissions=principal.permissions,
        )
        return Turn(message.turn, message, self._clock())
