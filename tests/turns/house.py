"""The engine's house on real parts: SQLite, the in-process bus, the real SDK, a rehearsal over HTTP. Time is ours."""

import asyncio
from collections.abc import AsyncGenerator, Callable, Sequence
from contextlib import asynccontextmanager
from datetime import UTC, datetime, timedelta

from app.auth.secrets import Vault
from app.bus.memory import MemoryBus
from app.contract.events import LogEvent, MessageQueued, MessageSent
from app.contract.ids import ConversationId, Json, TabId, UserId, WorkspaceId
from app.contract.people import Owner, Principal
from app.contract.secret import Secret
from app.contract.tools import PageAnswer
from app.conversations.history import Message, messages
from app.conversations.log import Journal
from app.conversations.thread import CallState, Thread, Turn
from app.models.anthropic import AnthropicModel
from app.models.backoff import Backoff
from app.outbound.client import Outbound
from app.pages.announcement import read_facts
from app.pages.registry import Registry
from app.rehearsal import rehearsal_server
from app.settings import Limits
from app.stores.attachments import DatabaseAttachments
from app.stores.conversations import DatabaseConversations
from app.stores.database import Database
from app.stores.integrations import DatabaseIntegrations
from app.stores.log import DatabaseLog
from app.stores.tabs import DatabaseTabs
from app.stores.usage import DatabaseUsage
from app.stores.workspaces import DatabaseWorkspaces
from app.tools.assembly import assemble
from app.tools.remote.connecting import Connections
from app.tools.remote.servers import RemoteServers
from app.tools.router import Router
from app.turns.calls import Calls
from app.turns.control import Control
from app.turns.edits import Edits
from app.turns.engine import Engine
from app.turns.files import Files
from app.turns.limits import Budget
from app.turns.messages import Messages, NewMessage
from app.turns.moments import Moments
from app.turns.picks import Picks
from app.turns.prompts import load_prompts
from app.turns.queue import Queue
from app.turns.requests import Requests
from app.turns.scopes import Scopes
from app.turns.step import Steps
from app.turns.workers import Workers

TAB = TabId("t_test")
ALICE = Owner(WorkspaceId("ws_1"), UserId("alice"))
DOCUMENT = "d_1"


class Clock:
    """Time that a test moves."""

    def __init__(self) -> None:
        self.ahead = timedelta()

    def __call__(self) -> datetime:
        return datetime.now(UTC) + self.ahead

    def advance(self, **by: float) -> None:
        self.ahead += timedelta(**by)


class House:
    """One conversation of Alice's, and the page she has open."""

    def __init__(self, database: Database, url: str, limits: Limits) -> None:
        self.clock = Clock()
        self.log = DatabaseLog(database, clock=self.clock)
        self.conversations = DatabaseConversations(database)
        self.bus = MemoryBus()
        self.journal = Journal(self.log, self.bus)
        self.registry = Registry(DatabaseTabs(database), self.clock, moved=self.wake)
        self.workspaces = DatabaseWorkspaces(database)
        self.usage = DatabaseUsage(database)
        self.integrations = DatabaseIntegrations(database)
        self.vault = Vault([Secret("a key of the tests, which seals nothing of worth")])
        self.servers = RemoteServers(Outbound({"127.0.0.1"}), self.vault)
        self.connections = Connections(self.integrations, self.servers, self.vault, clock=self.clock)
        self.model = AnthropicModel(
            api_key="rehearsal", model="m", max_tokens=4096, base_url=url, backoff=Backoff(first_seconds=0.01)
        )
        self.limits = limits
        self.prompts = load_prompts()
        self.files = Files(DatabaseAttachments(database), self.prompts, bytes_a_day=2**30, clock=self.clock)
        self.moments = Moments(self.registry, self.workspaces)
        self.scopes = Scopes(self.conversations, self.registry)
        self.allowed = False
        self.workers = self.hire()
        self.messages = Messages(self.journal, self.registry, self.moments, self.workers, self.files)
        self.calls = Calls(self.journal, self.registry, self.workers, clock=self.clock)
        self.edits = Edits(self.journal, self.scopes, self.route(), self.workers, clock=self.clock)
        self.picks = Picks(self.journal, self.workers, clock=self.clock)
        self.control = Control(self.journal, self.workers)
        self.principal = Principal(ALICE, (), self.clock() + timedelta(hours=1))
        self.conversation = ConversationId("")
        self.seq = 0

    def wake(self, conversation: ConversationId) -> None:
        """Its tab moved."""
        self.workers.wake(conversation)

    async def allows(self, _: WorkspaceId) -> bool:
        """Whether approvals may stand."""
        return self.allowed

    def route(self) -> Router:
        """A router as another process would have it."""
        hours = self.limits.hold_hours
        return assemble(self.prompts.render, self.integrations, self.servers, self.allows, hold_hours=hours)

    def hire(self) -> Workers:
        """Workers as another process would have them."""
        router = self.route()
        scopes = Scopes(self.conversations, self.registry)
        engine = Engine(
            self.journal,
            router,
            Steps(self.journal, self.bus, self.model),
            Requests(self.prompts, self.files),
            scopes,
            Queue(scopes, self.moments),
            Budget(self.limits, self.usage),
            clock=self.clock,
        )
        return Workers(engine, self.journal, self.log, clock=self.clock)

    def facts(self, **more: Json) -> Json:
        """An announcement of the shop's orders page, newer than the last."""
        self.seq += 1
        return {**ORDERS, "seq": self.seq, **more}

    async def say(
        self, text: str, *, key: str | None = None, queue: bool = False, **facts: Json
    ) -> MessageSent | MessageQueued:
        new = NewMessage(text, TAB, self.facts(**facts), key, queue=queue)
        message, _ = await self.messages.send(self.principal, self.conversation, new)
        return message

    async def announce(self, **facts: Json) -> None:
        """The page says something new."""
        await self.registry.announce(ALICE, TAB, read_facts(self.facts(**facts)).facts)

    async def thread(self) -> Thread:
        return await self.journal.thread(self.conversation)

    async def events(self) -> list[LogEvent]:
        return await self.journal.read_after(self.conversation, 0)

    async def until(self, seen: Callable[[Thread], object], *, seconds: float = 30) -> Thread:
        """Wait until the thread shows something; a clear failure when it never does."""
        async with asyncio.timeout(seconds):
            while not seen(thread := await self.thread()):  # noqa: ASYNC110 -- watched from outside, as a reader would
                await asyncio.sleep(0.005)
        return thread

    async def rest(self) -> Turn:
        """Wait until the turn is over."""
        thread = await self.until(lambda thread: thread.turns and thread.turns[-1].ended)
        return thread.turns[-1]

    async def sent(self, name: str) -> CallState:
        """Wait until a call of that name waits for the page."""
        thread = await self.until(lambda thread: _open_call(thread, name))
        state = _open_call(thread, name)
        assert state is not None
        return state

    async def held(self) -> CallState:
        """Wait until a call waits for the person."""
        thread = await self.until(lambda thread: any(state.waits_for_person for state in thread.calls.values()))
        return next(state for state in thread.calls.values() if state.waits_for_person)

    async def answer(self, name: str, outcome: str, value: Json = None, **facts: Json) -> CallState:
        """Claim the open call of that name and answer it, as the page would."""
        state = await self.sent(name)
        await self.calls.claim(self.principal, self.conversation, state.call.id, DOCUMENT)
        answer = PageAnswer(outcome, value=value, page=self.facts(**facts))  # pyright: ignore[reportArgumentType]
        await self.calls.answer(self.principal, self.conversation, state.call.id, answer)
        return (await self.thread()).calls[state.call.id]


def every_call_has_its_result(thread: Thread) -> bool:
    """Whether what the model reads back is sound: each call's one result stands in the message behind it."""
    prompts = load_prompts()
    read = messages(thread, go_on="go on", context=prompts.context, left=prompts.host_note, quoted=prompts.quote)
    following = [[], *[_ids(message, "tool_result", "tool_use_id") for message in read[1:]], []][1:]
    return all(_ids(message, "tool_use", "id") == results for message, results in zip(read, following, strict=True))


def _ids(message: Message, kind: str, key: str) -> list[str]:
    return [block[key] for block in message["content"] if block["type"] == kind]


def _open_call(thread: Thread, name: str) -> CallState | None:
    return next(
        (state for state in thread.calls.values() if state.call.name == name and state.sent and not state.over), None
    )


@asynccontextmanager
async def house(database: Database, scripts: Sequence[Json], limits: Limits) -> AsyncGenerator[House]:
    """Open a house whose model plays `scripts`."""
    async with rehearsal_server(scripts) as url:
        opened = House(database, url, limits)
        opened.conversation = (await opened.conversations.create(ALICE)).id
        sweeping = asyncio.create_task(opened.workers.sweep())
        yield opened
        sweeping.cancel()
        await opened.workers.close()
        await opened.model.close()


ORDERS: Json = {
    "document": DOCUMENT,
    "origin": "http://shop.test",
    "path": "/orders",
    "page": {"name": "Orders", "instructions": "", "content": True},
    "actions": [
        {"name": "ship_order", "id": "1042", "label": "Ship order 1042"},
        {"name": "ship_order", "id": "1043", "label": "Ship order 1043"},
        {"name": "cancel_order", "id": "1042", "label": "Cancel order 1042", "consequential": "confirm"},
        {"name": "close_shop", "label": "Close the shop", "consequential": True},
    ],
    "destinations": [{"name": "Settings", "path": "/settings"}, {"name": "Order", "path": "/orders/:id"}],
}
