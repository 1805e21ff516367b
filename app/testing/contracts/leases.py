"""Leases: one holder at a time, taken over when it runs out, and word of what is due."""

from datetime import UTC, datetime, timedelta

import pytest

from app.contract.events import StopRequested
from app.contract.ids import ConversationId
from app.contract.people import Conversation
from app.ports import Conversations, Log
from app.testing.contracts.examples import ADA, TURN, said

_MINUTE = timedelta(minutes=1)


def _now() -> datetime:
    return datetime.now(UTC)


class LeaseContract:
    """Give it fixtures `log` and `conversations`, over one store."""

    @pytest.fixture
    async def conversation(self, conversations: Conversations) -> Conversation:
        return await conversations.create(ADA)

    async def test_a_lease_is_one_holders(self, log: Log, conversation: Conversation) -> None:
        taken = [await log.lease(conversation.id, holder, until=_now() + _MINUTE) for holder in ("one", "other")]

        assert [True, False] == taken

    async def test_its_holder_renews_a_lease(self, log: Log, conversation: Conversation) -> None:
        await log.lease(conversation.id, "one", until=_now() - _MINUTE)

        assert await log.lease(conversation.id, "one", until=_now() + _MINUTE)
        assert not await log.lease(conversation.id, "other", until=_now() + _MINUTE)

    async def test_a_lease_that_ran_out_is_anybodys(self, log: Log, conversation: Conversation) -> None:
        await log.lease(conversation.id, "one", until=_now() - _MINUTE)

        assert await log.lease(conversation.id, "other", until=_now() + _MINUTE)
        assert not await log.lease(conversation.id, "one", until=_now() + _MINUTE)

    async def test_a_released_lease_is_anybodys(self, log: Log, conversation: Conversation) -> None:
        await log.lease(conversation.id, "one", until=_now() + _MINUTE)

        await log.release(conversation.id, "one", wake_at=None)

        assert await log.lease(conversation.id, "other", until=_now() + _MINUTE)

    async def test_one_who_lost_the_lease_releases_nothing(self, log: Log, conversation: Conversation) -> None:
        await log.lease(conversation.id, "one", until=_now() + _MINUTE)

        await log.release(conversation.id, "other", wake_at=_now())

        assert not await log.lease(conversation.id, "other", until=_now() + _MINUTE)
        assert await log.due(_now()) == []

    async def test_an_unknown_conversation_is_not_leased(self, log: Log) -> None:
        stranger = ConversationId("c_ffffffffffffffffffffffffffffffff")

        assert not await log.lease(stranger, "one", until=_now() + _MINUTE)

    async def test_a_conversation_is_due_when_its_time_has_come(self, log: Log, conversation: Conversation) -> None:
        at = _now() + 10 * _MINUTE
        await log.lease(conversation.id, "one", until=_now() + _MINUTE)

        await log.release(conversation.id, "one", wake_at=at)

        assert await log.due(at - _MINUTE) == []
        assert [conversation.id] == await log.due(at)

    async def test_a_leased_conversation_is_not_due(self, log: Log, conversation: Conversation) -> None:
        await log.lease(conversation.id, "one", until=_now() + _MINUTE)
        await log.release(conversation.id, "one", wake_at=_now())

        await log.lease(conversation.id, "other", until=_now() + _MINUTE)

        assert await log.due(_now()) == []

    async def test_a_conversation_is_due_when_its_lease_ran_out(self, log: Log, conversation: Conversation) -> None:
        until = _now() + _MINUTE
        await log.lease(conversation.id, "one", until=until)

        assert await log.due(until - _MINUTE / 2) == []
        assert [conversation.id] == await log.due(until + _MINUTE / 2)

    async def test_one_released_without_a_time_is_never_due(self, log: Log, conversation: Conversation) -> None:
        await log.lease(conversation.id, "one", until=_now() + _MINUTE)
        await log.release(conversation.id, "one", wake_at=_now())
        await log.lease(conversation.id, "one", until=_now() + _MINUTE)

        await log.release(conversation.id, "one", wake_at=None)

        assert await log.due(_now() + 999 * _MINUTE) == []

    async def test_the_longest_overdue_come_first_up_to_the_limit(self, log: Log, conversations: Conversations) -> None:
        several = [(await conversations.create(ADA)).id for _ in range(3)]
        for minutes, one in zip((2, 3, 1), several, strict=True):
            await log.lease(one, "one", until=_now() + _MINUTE)
            await log.release(one, "one", wake_at=_now() - minutes * _MINUTE)

        assert [several[1], several[0]] == await log.due(_now(), limit=2)

    async def test_appending_leaves_lease_and_time_alone(self, log: Log, conversation: Conversation) -> None:
        at = _now() + 10 * _MINUTE
        await log.lease(conversation.id, "one", until=_now() + _MINUTE)
        await log.release(conversation.id, "one", wake_at=at)
        await log.lease(conversation.id, "one", until=_now() + _MINUTE)

        await log.append(conversation.id, [said("a")], after=0)

        assert not await log.lease(conversation.id, "other", until=_now() + _MINUTE)
        assert [conversation.id] == await log.due(at)

    async def test_what_somebody_must_act_on_makes_its_conversation_due(
        self, log: Log, conversation: Conversation
    ) -> None:
        await log.append(conversation.id, [StopRequested(TURN)], after=0)

        assert [conversation.id] == await log.due(_now())
