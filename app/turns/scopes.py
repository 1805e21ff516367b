"""The scope of a turn at this moment: whose it is, and the tab its page calls go to."""

from datetime import datetime

from app.contract.ids import ConversationId
from app.contract.people import Owner
from app.conversations.scope import Scope
from app.conversations.thread import Thread, Turn
from app.pages.registry import Registry, facts_of
from app.ports import Conversations

_KNOWN_OWNERS = 10_000


class Scopes:
    """Finds scopes. An owner never changes, so it is looked up once."""

    def __init__(self, conversations: Conversations, registry: Registry) -> None:
        self._conversations = conversations
        self._registry = registry
        self._owners: dict[ConversationId, Owner] = {}

    async def owner(self, conversation: ConversationId) -> Owner:
        if conversation not in self._owners:
            if len(self._owners) >= _KNOWN_OWNERS:
                self._owners.clear()
            self._owners[conversation] = (await self._conversations.get(conversation)).owner
        return self._owners[conversation]

    def forget(self, conversation: ConversationId) -> None:
        """Look the owner up again: the conversation was deleted."""
        self._owners.pop(conversation, None)

    async def of(self, thread: Thread, turn: Turn, now: datetime) -> Scope:
        """The scope of a turn: its message's tab, or, when that is gone, the tab of the conversation heard of last."""
        owner = await self.owner(thread.conversation)
        row = await self._registry.showing(owner, thread.conversation, first=turn.message.tab)
        tab = row.tab if row else turn.message.tab
        facts = facts_of(row) if row else None
        awaited = self._registry.awaited(row) if row else None
        left = await self._left(owner, turn, now)
        return Scope(owner, turn.message.permissions, thread, turn, tab, facts, now, awaited, left)

    async def _left(self, owner: Owner, turn: Turn, now: datetime) -> datetime | None:
        """Since when the document that has a call in hand is gone from its tab."""
        claimed = next((state for state in turn.calls if state.document is not None and not state.over), None)
        if claimed is None or claimed.sent is None:
            return None
        row = await self._registry.row(owner, claimed.sent.tab)
        if row is None:
            return now
        return None if row.document == claimed.document and row.facts is not None else row.heard_at
