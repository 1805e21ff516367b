"""Conversations: whose each one is, and the list of one's own."""

from datetime import timedelta

import pytest

from app.contract.ids import ConversationId
from app.errors import UnknownConversation
from app.ports import Conversations, Log
from app.testing.contracts.examples import ADA, GRACE, OTHER_ADA, said

_STRANGER = ConversationId("c_ffffffffffffffffffffffffffffffff")


class ConversationsContract:
    """Give it fixtures `conversations` and `log`, over one store."""

    async def test_a_new_conversation_is_empty_and_its_owners(self, conversations: Conversations) -> None:
        new = await conversations.create(ADA)

        assert new == await conversations.get(new.id)
        assert (ADA, 0, None) == (new.owner, new.head, new.title)
        assert new.created_at.utcoffset() == timedelta(0)

    async def test_an_unknown_conversation_is_said_to_be_unknown(self, conversations: Conversations) -> None:
        with pytest.raises(UnknownConversation):
            await conversations.get(_STRANGER)

    async def test_the_list_holds_ones_own_that_hold_anything_latest_first(
        self, conversations: Conversations, log: Log
    ) -> None:
        first, second, _empty = [await conversations.create(ADA) for _ in range(3)]
        for owner in (GRACE, OTHER_ADA):
            await log.append((await conversations.create(owner)).id, [said("a")], after=0)
        await log.append(second.id, [said("a")], after=0)
        await log.append(first.id, [said("a")], after=0)

        assert [first.id, second.id] == [one.id for one in await conversations.of(ADA)]
        assert [first.id] == [one.id for one in await conversations.of(ADA, limit=1)]

    async def test_a_conversation_takes_a_title(self, conversations: Conversations) -> None:
        new = await conversations.create(ADA)

        await conversations.rename(new.id, "Orders, and “what” is open 🦜")

        assert (await conversations.get(new.id)).title == "Orders, and “what” is open 🦜"

    async def test_an_unknown_conversation_takes_no_title(self, conversations: Conversations) -> None:
        with pytest.raises(UnknownConversation):
            await conversations.rename(_STRANGER, "Orders")

    async def test_a_deleted_conversation_is_unknown(self, conversations: Conversations, log: Log) -> None:
        new = await conversations.create(ADA)
        await log.append(new.id, [said("a")], after=0)

        await conversations.delete(new.id)

        assert await conversations.of(ADA) == []
        with pytest.raises(UnknownConversation):
            await conversations.get(new.id)

    async def test_deleting_what_is_gone_is_fine(self, conversations: Conversations) -> None:
        await conversations.delete(_STRANGER)
