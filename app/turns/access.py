"""Whose conversation, turn or call it is. Another user's is told apart from a missing one by nobody."""

from app.contract.ids import CallId, ConversationId, MessageId, TurnId, conversation_of
from app.contract.people import Owner
from app.errors import NotFound, UnknownCall, UnknownConversation, UnknownMessage, UnknownTurn
from app.turns.scopes import Scopes


class Access:
    """Checks ids against their owner."""

    def __init__(self, scopes: Scopes) -> None:
        self._scopes = scopes

    async def conversation(self, owner: Owner, conversation: str) -> ConversationId:
        """Raises `UnknownConversation`."""
        return await self._owned(owner, ConversationId(conversation), UnknownConversation("No such conversation."))

    def forget(self, conversation: ConversationId) -> None:
        """It was deleted: it is nobody's until it is looked up again."""
        self._scopes.forget(conversation)

    async def turn(self, owner: Owner, turn: TurnId) -> ConversationId:
        """The turn's conversation. Raises `UnknownTurn`."""
        return await self._of_logged(owner, turn, UnknownTurn("No such turn."))

    async def message(self, owner: Owner, message: MessageId) -> ConversationId:
        """The message's conversation. Raises `UnknownMessage`."""
        return await self._of_logged(owner, message, UnknownMessage("No such message."))

    async def call(self, owner: Owner, call: CallId) -> ConversationId:
        """The call's conversation. Raises `UnknownCall`."""
        return await self._of_logged(owner, call, UnknownCall("No such call."))

    async def _of_logged(self, owner: Owner, logged: str, missing: NotFound) -> ConversationId:
        conversation = conversation_of(logged)
        if conversation is None:
            raise missing
        return await self._owned(owner, conversation, missing)

    async def _owned(self, owner: Owner, conversation: ConversationId, missing: NotFound) -> ConversationId:
        try:
            found = await self._scopes.owner(conversation)
        except UnknownConversation:
            raise missing from None
        if found != owner:
            raise missing
        return conversation
