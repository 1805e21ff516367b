"""Files given with messages, in rows: any process can read them, and they go with their conversation."""

from collections.abc import Callable, Sequence
from datetime import datetime

import sqlalchemy as sa
from msgspec import json

from app.contract.attachments import Attachment, StoredFile
from app.contract.ids import AttachmentId, ConversationId, UserId, WorkspaceId
from app.contract.people import Owner
from app.errors import UnknownAttachment
from app.stores.database import Database, utc_now
from app.stores.schema import attachments, conversations

_row = attachments.c
_decoder = json.Decoder(Attachment)
_one = (
    sa.select(_row.record, _row.body, _row.workspace, _row.user_id, _row.conversation)
    .select_from(attachments.outerjoin(conversations, conversations.c.id == _row.conversation))
    .where(_row.id == sa.bindparam("id"), conversations.c.deleted_at.is_(None))
)


class DatabaseAttachments:
    """See `app.ports.Attachments`."""

    def __init__(self, database: Database, *, clock: Callable[[], datetime] = utc_now) -> None:
        self._database = database
        self._clock = clock

    async def put(self, owner: Owner, attachment: Attachment, body: bytes) -> None:
        row = {
            "id": attachment.id,
            "workspace": owner.workspace,
            "user_id": owner.user,
            "stored_at": self._clock(),
            "size_bytes": len(body),
            "record": json.encode(attachment).decode(),
            "body": body,
        }
        await self._database.write(lambda connection: connection.execute(attachments.insert(), row))

    async def get(self, attachment: AttachmentId) -> StoredFile | None:
        row = await self._database.read(lambda connection: connection.execute(_one, {"id": attachment}).first())
        if row is None:
            return None
        owner = Owner(WorkspaceId(row.workspace), UserId(row.user_id))
        return StoredFile(_decoder.decode(row.record), bytes(row.body), owner, sent=row.conversation is not None)

    async def attach(
        self, owner: Owner, conversation: ConversationId, attachments: Sequence[AttachmentId]
    ) -> tuple[Attachment, ...]:
        return await self._database.write(lambda connection: _attach(connection, owner, conversation, attachments))

    async def stored_since(self, owner: Owner, moment: datetime) -> int:
        mine = (_row.workspace == owner.workspace, _row.user_id == owner.user, _row.stored_at >= moment)
        summing = sa.select(sa.func.coalesce(sa.func.sum(_row.size_bytes), 0)).where(*mine)
        return int(await self._database.read(lambda connection: connection.execute(summing).scalar_one()))

    async def drop_before(self, moment: datetime) -> int:
        dropping = attachments.delete().where(_row.conversation.is_(None), _row.stored_at < moment)
        return await self._database.write(lambda connection: connection.execute(dropping).rowcount)


def _attach(
    connection: sa.Connection, owner: Owner, conversation: ConversationId, asked: Sequence[AttachmentId]
) -> tuple[Attachment, ...]:
    mine = (_row.id.in_(asked), _row.workspace == owner.workspace, _row.user_id == owner.user)
    free = sa.or_(_row.conversation.is_(None), _row.conversation == conversation)
    connection.execute(attachments.update().where(*mine, free).values(conversation=conversation))
    reading = sa.select(_row.id, _row.record).where(*mine, _row.conversation == conversation)
    found = {row.id: _decoder.decode(row.record) for row in connection.execute(reading)}
    for each in asked:
        if each not in found:
            raise UnknownAttachment("A file of this message is not here, or not here any more. Attach it again.")
    return tuple(found[each] for each in asked)
