"""The log: numbered without gaps, appended to right behind what the writer read, or not at all."""

import asyncio
from datetime import UTC, datetime, timedelta

import pytest

from app.contract.events import CallHeld, FeedbackGiven, LogEvent, MessageSent, StepFinished, TurnEnded
from app.contract.ids import ConversationId, MessageId, TabId, call_id
from app.contract.people import Conversation
from app.contract.tools import Hold
from app.errors import Conflict, UnknownConversation
from app.ports import Conversations, Log
from app.testing.contracts.examples import ADA, NOON, TURN, said

_AWKWARD = "NUL \0, a quote ', a \\, \u2028, \r\n, 🦜 and é"


class LogContract:
    """Give it fixtures `log` and `conversations`, over one store."""

    @pytest.fixture
    async def conversation(self, conversations: Conversations) -> Conversation:
        return await conversations.create(ADA)

    async def test_events_are_numbered_from_one_without_gaps(self, log: Log, conversation: Conversation) -> None:
        await log.append(conversation.id, [said("a"), said("b")], after=0)
        await log.append(conversation.id, [said("c")], after=2)

        logged = await log.read_after(conversation.id, 0)

        assert [(1, said("a")), (2, said("b")), (3, said("c"))] == [(one.seq, one.event) for one in logged]

    async def test_what_append_returns_is_what_a_reader_reads(self, log: Log, conversation: Conversation) -> None:
        logged = await log.append(conversation.id, [said("a"), said("b")], after=0)

        assert list(logged) == await log.read_after(conversation.id, 0)

    async def test_reading_begins_behind_the_number_and_stops_at_the_limit(
        self, log: Log, conversation: Conversation
    ) -> None:
        await log.append(conversation.id, [said(str(number)) for number in range(1, 8)], after=0)

        logged = await log.read_after(conversation.id, 2, limit=3)

        assert [3, 4, 5] == [one.seq for one in logged]
        assert await log.read_after(conversation.id, 7) == []

    async def test_an_append_behind_an_older_event_conflicts_and_writes_nothing(
        self, log: Log, conversation: Conversation
    ) -> None:
        await log.append(conversation.id, [said("a")], after=0)

        with pytest.raises(Conflict):
            await log.append(conversation.id, [said("b"), said("c")], after=0)

        assert [said("a")] == _events(await log.read_after(conversation.id, 0))

    async def test_an_append_behind_an_event_to_come_conflicts(self, log: Log, conversation: Conversation) -> None:
        with pytest.raises(Conflict):
            await log.append(conversation.id, [said("a")], after=1)

        assert await log.read_after(conversation.id, 0) == []

    async def test_appending_nothing_only_checks_the_head(self, log: Log, conversation: Conversation) -> None:
        assert await log.append(conversation.id, [], after=0) == ()

        with pytest.raises(Conflict):
            await log.append(conversation.id, [], after=1)

    async def test_an_unknown_conversation_has_no_events_and_takes_none(self, log: Log) -> None:
        stranger = ConversationId("c_ffffffffffffffffffffffffffffffff")

        assert await log.read_after(stranger, 0) == []
        with pytest.raises(UnknownConversation):
            await log.append(stranger, [said("a")], after=0)

    async def test_one_append_of_many_at_once_wins(self, log: Log, conversation: Conversation) -> None:
        winners, losers = await race(log, conversation.id, after=0, racers=64)

        assert (len(winners), losers) == (1, 63)
        assert winners == await log.read_after(conversation.id, 0)

    async def test_appends_to_many_conversations_at_once_keep_each_in_order(
        self, log: Log, conversations: Conversations
    ) -> None:
        several = [await conversations.create(ADA) for _ in range(8)]

        await asyncio.gather(*(_write_one_by_one(log, one.id, 12) for one in several))

        for one in several:
            expected = [(number, said(str(number))) for number in range(1, 13)]
            assert expected == [(logged.seq, logged.event) for logged in await log.read_after(one.id, 0)]

    async def test_an_append_that_conflicts_harms_none_of_the_same_moment(
        self, log: Log, conversations: Conversations
    ) -> None:
        several = [await conversations.create(ADA) for _ in range(6)]
        behind = [0, 1] * 3

        appends = (log.append(one.id, [said("a")], after=after) for one, after in zip(several, behind, strict=True))
        done = await asyncio.gather(*appends, return_exceptions=True)

        assert [False, True] * 3 == [isinstance(one, Conflict) for one in done]
        assert [1, 0] * 3 == [len(await log.read_after(one.id, 0)) for one in several]

    async def test_a_cancelled_append_harms_nobody_else(self, log: Log, conversations: Conversations) -> None:
        several = [await conversations.create(ADA) for _ in range(6)]
        appends = [asyncio.ensure_future(log.append(one.id, [said("a")], after=0)) for one in several]
        await asyncio.sleep(0)
        for append in appends[::2]:
            append.cancel()

        done = await asyncio.gather(*appends, return_exceptions=True)

        assert [True, False] * 3 == [isinstance(one, asyncio.CancelledError) for one in done]
        for one in several[1::2]:
            assert [said("a")] == _events(await log.read_after(one.id, 0))
        # What a cancelled one wrote is all or nothing, and the log takes on from there.
        for one in several[::2]:
            head = len(await log.read_after(one.id, 0))
            await log.append(one.id, [said("b")], after=head)

    async def test_events_come_back_as_they_were(self, log: Log, conversation: Conversation) -> None:
        call = call_id(conversation.id, 9)
        events = [
            MessageSent(MessageId("m_1"), TURN, _AWKWARD, TabId("tab"), note="# Open page", instructions=""),
            StepFinished(
                TURN, 1, "tool_use", ({"type": "tool_use", "input": {"deep": [1, 2.5, None, True]}},), {"n": 3}
            ),
            CallHeld(call, Hold("cancel_order", "Cancel order 7", "7"), "f00d", NOON, "/orders"),
            TurnEnded(TURN, "completed"),
        ]

        await log.append(conversation.id, events, after=0)

        assert events == _events(await log.read_after(conversation.id, 0))

    async def test_an_event_is_dated_in_utc_when_it_was_written(self, log: Log, conversation: Conversation) -> None:
        (logged,) = await log.append(conversation.id, [said("a")], after=0)

        assert logged.at.utcoffset() == timedelta(0)
        assert abs(datetime.now(UTC) - logged.at) < timedelta(minutes=1)

    async def test_the_conversation_shows_its_head_and_when_it_was_touched(
        self, log: Log, conversation: Conversation, conversations: Conversations
    ) -> None:
        *_, last = await log.append(conversation.id, [said("a"), said("b")], after=0)

        now = await conversations.get(conversation.id)

        assert (2, last.at) == (now.head, now.touched_at)

    async def test_what_is_thought_of_a_reply_does_not_touch_its_conversation(
        self, log: Log, conversation: Conversation, conversations: Conversations
    ) -> None:
        """Alone, and beside others that are written at the same moment."""
        (first,) = await log.append(conversation.id, [said("a")], after=0)
        other = await conversations.create(conversation.owner)

        await log.append(conversation.id, [FeedbackGiven(TURN, "up")], after=1)
        await asyncio.gather(
            log.append(conversation.id, [FeedbackGiven(TURN, "down")], after=2),
            log.append(other.id, [said("b")], after=0),
        )

        now = await conversations.get(conversation.id)
        assert (3, first.at) == (now.head, now.touched_at)
        assert (await conversations.get(other.id)).touched_at > first.at

    async def test_a_deleted_conversation_takes_no_more_events(
        self, log: Log, conversation: Conversation, conversations: Conversations
    ) -> None:
        await log.append(conversation.id, [said("a")], after=0)

        await conversations.delete(conversation.id)

        with pytest.raises(UnknownConversation):
            await log.append(conversation.id, [said("b")], after=1)


async def race(log: Log, conversation: ConversationId, *, after: int, racers: int) -> tuple[list[LogEvent], int]:
    """Let many append behind the same event at once. Returns what was written, and how many met `Conflict`."""
    appends = (log.append(conversation, [said(str(number))], after=after) for number in range(racers))
    done = await asyncio.gather(*appends, return_exceptions=True)
    written = [logged for one in done if isinstance(one, tuple) for logged in one]
    return written, sum(isinstance(one, Conflict) for one in done)


async def _write_one_by_one(log: Log, conversation: ConversationId, count: int) -> None:
    for number in range(1, count + 1):
        await log.append(conversation, [said(str(number))], after=number - 1)


def _events(logged: list[LogEvent]) -> list[object]:
    return [one.event for one in logged]
