"""A host tool's reply: a message in the user's latest conversation, or in a new one, put there once."""

from collections.abc import Sequence

from app.contract.events import AnyEvent, HostReplied
from app.contract.ids import ConversationId
from app.contract.people import Owner
from app.conversations.log import Journal
from app.conversations.thread import Thread
from app.errors import UnknownConversation
from app.pages.text import first_words
from app.ports import Conversations


class Replies:
    """Finds the place for a reply, and puts it there."""

    def __init__(self, conversations: Conversations, journal: Journal) -> None:
        self._conversations = conversations
        self._journal = journal

    async def place(self, owner: Owner) -> ConversationId:
        """Where the owner's next reply goes. One that is made for it is not listed before it holds something."""
        latest = await self._conversations.of(owner, limit=1)
        return latest[0].id if latest else (await self._conversations.create(owner)).id

    async def put(self, conversation: ConversationId, reply: HostReplied) -> bool:
        """
        Put a reply there unless it stands there already. False when the conversation is gone.

        A conversation it begins is called by its first words.
        """

        def events(thread: Thread) -> Sequence[AnyEvent]:
            return () if any(note.reply.run == reply.run for note in thread.notes) else (reply,)

        try:
            found = await self._conversations.get(conversation)
            thread, _ = await self._journal.change(conversation, events)
            if found.title is None and not thread.turns and (title := first_words(reply.body)):
                await self._conversations.rename(conversation, title)
        except UnknownConversation:
            return False
        return True
