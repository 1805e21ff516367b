"""What the model is asked beside the turns, once a conversation rests: its title, and what the user might say next."""

import asyncio
from typing import Protocol

from app.contract.ids import ConversationId


class Considers(Protocol):
    """Sees to conversations that rest, in the background."""

    def consider(self, conversation: ConversationId) -> None:
        """Do it if it is time for that. Returns at once, and never fails."""
        ...

    async def close(self) -> None:
        """Give up what is not done yet."""
        ...


class Afterwards:
    """All of it, each by itself."""

    def __init__(self, *parts: Considers) -> None:
        self._parts = parts

    def consider(self, conversation: ConversationId) -> None:
        for part in self._parts:
            part.consider(conversation)

    async def close(self) -> None:
        await asyncio.gather(*(part.close() for part in self._parts))
