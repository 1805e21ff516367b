"""One reader's way through the log: gaps are filled, nothing comes twice, too much is drawn anew."""

import pytest

from app.bus.memory import MemoryBus
from app.contract.events import AnyEvent, LogEvent, MessageSent, StepStarted, TextWritten
from app.contract.ids import ConversationId, TabId, UserId, WorkspaceId, message_id, turn_id
from app.contract.people import Owner
from app.contract.signals import Appended, Delta
from app.conversations.log import Journal
from app.paths import TEMPLATES
from app.stores.conversations import DatabaseConversations
from app.stores.database import Database
from app.stores.log import DatabaseLog
from app.testing.sse import EventParser, SentEvent
from app.web.follower import MOST_MISSED, Follower
from app.web.fragments import Fragments
from app.web.templating import Templates

TAB = TabId("t_1")


class Conversation:
    """A conversation that is written to, and whoever follows it."""

    def __init__(self, database: Database, name: ConversationId) -> None:
        self.id = name
        self.turn = turn_id(name, 1)
        self.journal = Journal(DatabaseLog(database), MemoryBus())
        self._fragments = Fragments(Templates([TEMPLATES]))
        self._head = 0

    async def write(self, *events: AnyEvent) -> tuple[LogEvent, ...]:
        logged = await self.journal.append(self.id, events, after=self._head)
        self._head = logged[-1].seq
        return logged

    async def text(self, *texts: str) -> tuple[LogEvent, ...]:
        return await self.write(*(TextWritten(self.turn, 1, text) for text in texts))

    async def follower(self, cursor: int | None) -> tuple[Follower, list[SentEvent]]:
        follower = Follower(self.journal, self._fragments, self.id, TAB)
        return follower, read(await follower.begin(cursor))


@pytest.fixture
async def talk(sqlite_database: Database) -> Conversation:
    """The user has spoken, and the first step has begun: two events."""
    owner = Owner(WorkspaceId("ws_1"), UserId("alice"))
    made = await DatabaseConversations(sqlite_database).create(owner)
    talk = Conversation(sqlite_database, made.id)
    message = MessageSent(message_id(made.id, 1), talk.turn, "hello", TAB, note="", instructions="")
    await talk.write(message, StepStarted(talk.turn, 1))
    return talk


def read(chunk: bytes) -> list[SentEvent]:
    return list(EventParser().feed(chunk))


async def test_a_gap_is_filled_from_the_log(talk: Conversation) -> None:
    follower, _ = await talk.follower(None)
    await talk.text("lost")
    told = await talk.text("heard")

    events = read(await follower.appended(Appended(told)))

    assert [event.id for event in events] == ["3", "4"]
    assert "lost" in events[0].data
    assert "heard" in events[1].data


async def test_what_was_read_already_is_passed_over(talk: Conversation) -> None:
    told = await talk.text("once")
    follower, first = await talk.follower(None)

    again = await follower.appended(Appended(told))

    assert "once" in first[0].data
    assert again == b""


async def test_text_for_another_slot_than_the_open_one_is_dropped(talk: Conversation) -> None:
    follower, _ = await talk.follower(None)
    told = await talk.text("block")

    early = follower.delta(Delta(talk.turn, 0, 0, "bl"))
    await follower.appended(Appended(told))
    late = follower.delta(Delta(talk.turn, 0, 2, "ock"))
    following = follower.delta(Delta(talk.turn, 1, 0, "next"))

    assert read(early)[0].data == '{"t":"turn_1_slot_0","o":0,"s":"bl"}'
    assert late == b""
    assert read(following)[0].data == '{"t":"turn_1_slot_1","o":0,"s":"next"}'


async def test_a_reader_with_nothing_to_catch_up_on_hears_at_once_that_it_is_connected(talk: Conversation) -> None:
    _, events = await talk.follower(2)

    assert [event.type for event in events] == ["ping"]


@pytest.mark.parametrize(("missed", "drawn_anew"), [(MOST_MISSED, False), (MOST_MISSED + 1, True)])
async def test_a_reader_too_far_behind_gets_the_conversation_anew(
    talk: Conversation, missed: int, *, drawn_anew: bool
) -> None:
    await talk.text(*(f"block {number}" for number in range(missed)))

    _, events = await talk.follower(2)

    assert ('hx-target="#transcript"' in events[0].data) is drawn_anew
    assert len(events) == (1 if drawn_anew else missed)
    assert events[-1].id == str(2 + missed)
