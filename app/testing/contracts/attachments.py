"""Attachments: files given with messages, bound to a conversation when they are sent."""

import asyncio
from datetime import UTC, datetime, timedelta

import pytest

from app.contract.attachments import Attachment
from app.contract.ids import AttachmentId, new_attachment_id
from app.contract.people import Owner
from app.errors import UnknownAttachment
from app.ports import Attachments, Conversations, Trash
from app.testing.contracts.examples import ADA, GRACE, OTHER_ADA

_BODY = bytes(range(256)) * 1_000


async def _put(attachments: Attachments, owner: Owner = ADA, body: bytes = _BODY) -> Attachment:
    given = Attachment(new_attachment_id(), "صورة.png", "image/png", len(body), 64, 32)
    await attachments.put(owner, given, body)
    return given


class AttachmentsContract:
    """Give it the fixtures `attachments`, `conversations` and `trash`, of one store, empty."""

    async def test_what_was_put_comes_back_byte_for_byte(self, attachments: Attachments) -> None:
        given = await _put(attachments)

        stored = await attachments.get(given.id)

        assert stored is not None
        assert (given, _BODY) == (stored.attachment, stored.body)
        assert await attachments.get(AttachmentId("a_nobody")) is None

    async def test_they_are_bound_in_the_order_asked_and_may_be_bound_again(
        self, attachments: Attachments, conversations: Conversations
    ) -> None:
        first, second = await _put(attachments), await _put(attachments)
        thread = (await conversations.create(ADA)).id

        assert (second, first) == await attachments.attach(ADA, thread, [second.id, first.id])
        assert (first,) == await attachments.attach(ADA, thread, [first.id])
        assert () == await attachments.attach(ADA, thread, [])

    @pytest.mark.parametrize("owner", [GRACE, OTHER_ADA])
    async def test_nobody_binds_another_s_and_then_none_is_bound(
        self, attachments: Attachments, conversations: Conversations, owner: Owner
    ) -> None:
        hers, mine = await _put(attachments), await _put(attachments, owner)
        thread, elsewhere = (await conversations.create(owner)).id, (await conversations.create(owner)).id

        with pytest.raises(UnknownAttachment):
            await attachments.attach(owner, thread, [mine.id, hers.id])

        assert (mine,) == await attachments.attach(owner, elsewhere, [mine.id])

    async def test_one_binds_to_one_conversation_whoever_asks_first(
        self, attachments: Attachments, conversations: Conversations
    ) -> None:
        given = await _put(attachments)
        threads = [(await conversations.create(ADA)).id for _ in range(2)]

        tries = await asyncio.gather(
            *(attachments.attach(ADA, thread, [given.id]) for thread in threads), return_exceptions=True
        )

        assert [(given,)] == [each for each in tries if not isinstance(each, BaseException)]
        assert [UnknownAttachment] == [type(each) for each in tries if isinstance(each, BaseException)]

    async def test_it_is_known_whose_one_is_and_whether_it_was_sent(
        self, attachments: Attachments, conversations: Conversations
    ) -> None:
        unsent, sent = await _put(attachments, OTHER_ADA), await _put(attachments)
        await attachments.attach(ADA, (await conversations.create(ADA)).id, [sent.id])

        found = [await attachments.get(each.id) for each in (unsent, sent)]

        assert [(OTHER_ADA, False), (ADA, True)] == [(each.owner, each.sent) for each in found if each]

    async def test_they_hide_and_go_with_their_conversation(
        self, attachments: Attachments, conversations: Conversations, trash: Trash
    ) -> None:
        given, thread = await _put(attachments), (await conversations.create(ADA)).id
        await attachments.attach(ADA, thread, [given.id])

        await conversations.delete(thread)
        assert await attachments.get(given.id) is None
        await trash.restore(ADA, thread)
        assert await attachments.get(given.id) is not None
        await conversations.delete(thread)
        await trash.empty(datetime.now(UTC) + timedelta(seconds=1))

        assert await attachments.stored_since(ADA, datetime.now(UTC) - timedelta(days=1)) == 0

    async def test_what_went_with_no_message_is_dropped_when_it_is_old(
        self, attachments: Attachments, conversations: Conversations
    ) -> None:
        left, sent = await _put(attachments), await _put(attachments)
        await attachments.attach(ADA, (await conversations.create(ADA)).id, [sent.id])

        assert await attachments.drop_before(datetime.now(UTC) - timedelta(hours=1)) == 0
        assert await attachments.drop_before(datetime.now(UTC) + timedelta(seconds=1)) == 1

        assert await attachments.get(left.id) is None
        assert await attachments.get(sent.id) is not None

    async def test_bytes_are_counted_by_owner_and_time(self, attachments: Attachments) -> None:
        for owner, size in ((ADA, 10), (ADA, 5), (GRACE, 7), (OTHER_ADA, 3)):
            await _put(attachments, owner, b"x" * size)
        before, after = datetime.now(UTC) - timedelta(hours=1), datetime.now(UTC) + timedelta(seconds=1)

        assert [15, 7, 3] == [await attachments.stored_since(owner, before) for owner in (ADA, GRACE, OTHER_ADA)]
        assert await attachments.stored_since(ADA, after) == 0
