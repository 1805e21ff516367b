"""
Titles: a conversation is called by the words it began with; after its first exchange the model finds better ones.

The model is asked beside the turns, once, and briefly. Whatever goes wrong with that, the first words stay; so does a
title the person gave.
"""

import asyncio
from typing import Final

import structlog

from app.contract.ids import ConversationId
from app.conversations.log import Journal
from app.conversations.thread import Thread
from app.errors import AssistError
from app.pages.text import LONGEST_TITLE, first_words, one_line
from app.ports import Conversations
from app.turns.aside import Aside
from app.turns.prompts import Prompts

_TITLE_TOKENS: Final = 60
_TITLE_SECONDS: Final = 30.0
_MOST_READ: Final = 2_000
_MARKS: Final = " .\"'“”„«»*#"

_logger = structlog.get_logger(__name__)


class Titles:
    """Names conversations in the background."""

    def __init__(self, journal: Journal, conversations: Conversations, prompts: Prompts, aside: Aside) -> None:
        self._journal = journal
        self._conversations = conversations
        self._prompts = prompts
        self._aside = aside
        self._tasks: dict[ConversationId, asyncio.Task[None]] = {}

    def consider(self, conversation: ConversationId) -> None:
        """Name a conversation that rests, if it is time for that. Returns at once, and never fails."""
        if conversation not in self._tasks:
            task = self._tasks[conversation] = asyncio.create_task(self._name(conversation))
            task.add_done_callback(lambda _: self._tasks.pop(conversation, None))

    async def close(self) -> None:
        """Give up what is not named yet."""
        tasks = list(self._tasks.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _name(self, conversation: ConversationId) -> None:
        try:
            thread = await self._journal.thread(conversation)
            if not any(turn.status == "completed" for turn in thread.turns):
                return
            text, began = thread.turns[0].message.text, _began_with(thread)
            found = await self._conversations.get(conversation)
            if found.title not in began or not await self._aside.may(found.owner):
                return
            async with asyncio.timeout(_TITLE_SECONDS):
                prompt = self._prompts.title(text[:_MOST_READ])
                said = await self._aside.ask(found.owner, prompt, max_tokens=_TITLE_TOKENS)
            if said is not None and (title := acceptable(said)):
                await self._conversations.rename(conversation, title, instead_of=found.title)
        except (AssistError, TimeoutError) as fault:
            _logger.info("no title", conversation=conversation, why=type(fault).__name__)


def _began_with(thread: Thread) -> set[str]:
    """The words it may be called by as yet: the first message's, in whatever version, or those a host tool left."""
    messages = (turn.message.text for turn in thread.branches.beside(thread.turns[0]))
    notes = (note.reply.body for note in thread.notes[:1])
    return {first_words(text) for text in (*messages, *notes)}


def acceptable(said: str) -> str | None:
    """The title in an answer; None when it holds more than a title."""
    if "\n" in said.strip() or len(said) > LONGEST_TITLE:
        return None
    return one_line(said).strip(_MARKS) or None
