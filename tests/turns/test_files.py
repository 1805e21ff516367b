"""How much of files is taken in a day, how long they are kept unsent, and which of them a model request carries."""

import pytest

from app.contract.attachments import Attachment
from app.contract.ids import AttachmentId, UserId
from app.contract.people import Owner
from app.errors import TooMany
from app.samples.log import Sample
from app.stores.attachments import DatabaseAttachments
from app.stores.conversations import DatabaseConversations
from app.stores.database import Database
from app.turns.files import MIB, Files, shown_of
from app.turns.prompts import load_prompts
from tests.journeys.test_attachments import png
from tests.turns.house import ALICE, Clock

IMAGE = png()


def files_of(database: Database, clock: Clock, *, images_a_day: int = 3) -> Files:
    attachments = DatabaseAttachments(database, clock=clock)
    return Files(attachments, load_prompts(), bytes_a_day=images_a_day * len(IMAGE), clock=clock)


def image(number: int, *, megabytes: int = 0) -> Attachment:
    return Attachment(AttachmentId(f"a_{number:032x}"), "a.png", "image/png", megabytes * MIB or 1, 64, 32)


async def test_a_day_s_room_is_each_user_s_own_and_starts_afresh_the_next(sqlite_database: Database) -> None:
    clock = Clock()
    files = files_of(sqlite_database, clock)
    for _ in range(3):
        await files.take(ALICE, "a.png", IMAGE)

    with pytest.raises(TooMany) as refused:
        await files.take(ALICE, "a.png", IMAGE)
    assert "attachment.day" == refused.value.told
    await files.take(Owner(ALICE.workspace, UserId("bob")), "a.png", IMAGE)
    clock.advance(days=1)
    await files.take(ALICE, "a.png", IMAGE)


async def test_what_was_never_sent_goes_after_a_day_and_what_was_sent_stays(sqlite_database: Database) -> None:
    clock = Clock()
    files = files_of(sqlite_database, clock)
    unsent, sent = [await files.take(ALICE, "a.png", IMAGE) for _ in range(2)]
    conversation = await DatabaseConversations(sqlite_database).create(ALICE)
    await files.attach(ALICE, conversation.id, [sent.id])

    clock.advance(hours=23)
    assert await files.sweep() == 0
    clock.advance(hours=2)
    assert await files.sweep() == 1

    assert await files.stored(unsent.id) is None
    assert await files.stored(sent.id) is not None


def test_when_files_are_too_large_together_the_oldest_go_until_half_the_room_is_free() -> None:
    sample = Sample()
    for number in range(1, 6):
        sample.says("Look.", files=(image(number, megabytes=4),)).step().writes("Yes.").ends()
    assert len(shown_of(sample.thread)) == 5

    sample.says("Look.", files=(image(6, megabytes=4),))

    assert shown_of(sample.thread) == {image(5).id, image(6).id}


def test_of_more_than_twenty_images_ten_are_carried() -> None:
    sample = Sample()
    for number in range(1, 22):
        sample.says("Look.", files=(image(number),)).step().writes("Yes.").ends()

    assert shown_of(sample.thread) == {image(number).id for number in range(12, 22)}


def test_what_the_model_could_not_read_is_not_carried_again() -> None:
    sample = (
        Sample().says("Look.", files=(image(1),)).step().ends("failed", "rejected").says("And now?", files=(image(2),))
    )

    assert shown_of(sample.thread) == {image(2).id}
