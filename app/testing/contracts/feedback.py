"""Feedback: found by workspace in the order it changed, as it stands now."""

import asyncio

import pytest

from app.contract.events import FeedbackGiven
from app.contract.ids import TurnId, turn_id
from app.contract.people import Conversation, Owner
from app.contract.replies import Verdict
from app.ports import Conversations, FeedbackIndex, Log, Trash
from app.testing.contracts.examples import ADA, GRACE, OTHER_ADA


class FeedbackContract:
    """Give it fixtures `log`, `conversations`, `trash` and `feedback_index`, over one store."""

    @pytest.fixture
    async def conversation(self, conversations: Conversations) -> Conversation:
        return await conversations.create(ADA)

    async def test_each_turn_comes_once_as_it_stands_in_the_order_of_the_changes(
        self, log: Log, conversation: Conversation, feedback_index: FeedbackIndex
    ) -> None:
        first, second = turn_id(conversation.id, 1), turn_id(conversation.id, 2)
        given = [given_to(first, "up"), given_to(second, "down", "Too long, \0 and é 🦜."), given_to(first, None)]
        for after, event in enumerate(given):
            await log.append(conversation.id, [event], after=after)

        found = await feedback_index.after(ADA.workspace, 0)

        assert [(second, "down", "Too long,  and é 🦜."), (first, None, "")] == [
            (each.turn, each.verdict, each.word) for each in found
        ]
        assert [2, 3] == [each.changed for each in found]
        assert {(conversation.id, ADA.user)} == {(each.conversation, each.user) for each in found}
        assert [first] == [each.turn for each in await feedback_index.after(ADA.workspace, 2)]
        assert [second] == [each.turn for each in await feedback_index.after(ADA.workspace, 0, limit=1)]
        assert found[-1].at == (await log.read_after(conversation.id, 2))[0].at

    async def test_workspaces_are_numbered_apart(
        self, log: Log, conversations: Conversations, feedback_index: FeedbackIndex
    ) -> None:
        for owner in (ADA, OTHER_ADA, GRACE):
            await self._rated(log, conversations, owner)

        assert [(1, "ada"), (2, "grace")] == [
            (each.changed, each.user) for each in await feedback_index.after(ADA.workspace, 0)
        ]
        assert [1] == [each.changed for each in await feedback_index.after(OTHER_ADA.workspace, 0)]

    async def test_what_is_given_at_once_is_numbered_without_gaps(
        self, log: Log, conversations: Conversations, feedback_index: FeedbackIndex
    ) -> None:
        owners = [ADA, GRACE, OTHER_ADA] * 6
        await asyncio.gather(*(self._rated(log, conversations, owner) for owner in owners))

        assert list(range(1, 13)) == [each.changed for each in await feedback_index.after(ADA.workspace, 0)]

    async def test_it_goes_with_its_conversation(
        self, log: Log, conversations: Conversations, trash: Trash, feedback_index: FeedbackIndex
    ) -> None:
        conversation = await self._rated(log, conversations, ADA)
        await conversations.delete(conversation.id)

        await trash.empty(conversation.touched_at.replace(year=9999))

        assert await feedback_index.after(ADA.workspace, 0) == []

    async def _rated(self, log: Log, conversations: Conversations, owner: Owner) -> Conversation:
        conversation = await conversations.create(owner)
        await log.append(conversation.id, [given_to(turn_id(conversation.id, 1), "up")], after=0)
        return conversation


def given_to(turn: TurnId, verdict: Verdict | None, word: str = "") -> FeedbackGiven:
    return FeedbackGiven(turn, verdict, word)
