"""Conversations: whose each one is, and the list of one's own."""

from datetime import UTC, datetime, timedelta

import pytest

from app.contract.ids import ConversationId
from app.errors import UnknownConversation
from app.ports import Conversations, Log, Trash
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

    async def test_a_deleted_conversation_takes_no_event_and_no_title(
        self, conversations: Conversations, log: Log
    ) -> None:
        new = await conversations.create(ADA)

        await conversations.delete(new.id)

        with pytest.raises(UnknownConversation):
            await log.append(new.id, [said("a")], after=0)
        with pytest.raises(UnknownConversation):
            await conversations.rename(new.id, "Orders")

    async def test_a_title_is_replaced_only_where_it_is_the_one_expected(self, conversations: Conversations) -> None:
        new = await conversations.create(ADA)
        await conversations.rename(new.id, "what is open?")

        first = await conversations.rename(new.id, "Open orders", instead_of="what is open?")
        second = await conversations.rename(new.id, "Orders", instead_of="what is open?")

        assert (first, second) == (True, False)
        assert (await conversations.get(new.id)).title == "Open orders"

    async def test_words_are_found_in_titles_and_in_what_was_said_whatever_their_case(
        self, conversations: Conversations, log: Log
    ) -> None:
        first, second, third = [await conversations.create(ADA) for _ in range(3)]
        strangers = await conversations.create(GRACE)
        for one, text in ((first, "Ship it to Łódź"), (second, 'a "quote", 100 %'), (third, "b"), (strangers, "Łódź")):
            await log.append(one.id, [said(text)], after=0)
        await conversations.rename(third.id, "Élan_1")

        async def found(*words: str) -> list[ConversationId]:
            return [one.id for one in await conversations.of(ADA, saying=words)]

        assert [first.id] == await found("łódź")
        assert [first.id] == await found("SHIP", "łó")
        assert [second.id] == await found('"QUOTE"')
        assert [second.id] == await found("0 %")
        assert [third.id] == await found("élan_")
        assert [] == await found("n%1")
        assert [] == await found("ship", "quote")
        assert [] == await found("message.sent")

    async def test_deleting_what_is_gone_is_fine(self, conversations: Conversations) -> None:
        await conversations.delete(_STRANGER)


class TrashContract:
    """Give it fixtures `trash`, `conversations` and `log`, over one store."""

    async def test_a_deleted_conversation_comes_back_as_it_was(
        self, trash: Trash, conversations: Conversations, log: Log
    ) -> None:
        new = await conversations.create(ADA)
        await log.append(new.id, [said("a")], after=0)
        before = await conversations.get(new.id)
        await conversations.delete(new.id)

        restored = await trash.restore(ADA, new.id)

        assert before == restored == await conversations.get(new.id)
        assert [before] == await conversations.of(ADA)
        assert len(await log.read_after(new.id, 0)) == 1

    async def test_nobody_else_brings_it_back(self, trash: Trash, conversations: Conversations) -> None:
        new = await conversations.create(ADA)
        await conversations.delete(new.id)

        for owner in (GRACE, OTHER_ADA):
            with pytest.raises(UnknownConversation):
                await trash.restore(owner, new.id)
        with pytest.raises(UnknownConversation):
            await conversations.get(new.id)

    async def test_what_can_be_brought_back_is_known_to_its_user_alone(
        self, trash: Trash, conversations: Conversations, log: Log
    ) -> None:
        kept, deleted, empty = [await conversations.create(ADA) for _ in range(3)]
        for each in (kept, deleted):
            await log.append(each.id, [said("a")], after=0)
        before = await conversations.get(deleted.id)
        for each in (deleted, empty):
            await conversations.delete(each.id)

        assert await trash.deleted(ADA) == [before]
        assert await trash.deleted(GRACE) == await trash.deleted(OTHER_ADA) == []
        await trash.restore(ADA, deleted.id)
        assert await trash.deleted(ADA) == []

    async def test_emptying_removes_what_was_deleted_before_and_nothing_else(
        self, trash: Trash, conversations: Conversations, log: Log
    ) -> None:
        kept, deleted = [await conversations.create(ADA) for _ in range(2)]
        await log.append(deleted.id, [said("a")], after=0)
        await conversations.delete(deleted.id)

        early = await trash.empty(datetime.now(UTC) - timedelta(hours=1))
        late = await trash.empty(datetime.now(UTC) + timedelta(hours=1))

        assert (early, late) == (0, 1)
        assert await log.read_after(deleted.id, 0) == []
        assert kept == await conversations.get(kept.id)
        with pytest.raises(UnknownConversation):
            await trash.restore(ADA, deleted.id)
