"""
The messages that wait for the assistant, as they stand.

One goes out by itself when the turn before it ended well. After a stop, a fault or a change of branch none does: what
waits is kept until the person sends it, so that nothing goes out behind their back. One that is being put otherwise is
not sent either, nor is what waits behind it.
"""

from typing import TypeAlias, assert_never

from msgspec import Struct, field
from msgspec.structs import replace

from app.contract import events as log
from app.contract.ids import MessageId

QueueEvent: TypeAlias = (
    log.MessageQueued | log.MessageOpened | log.MessageRevised | log.MessageWithdrawn | log.MessageHurried
)


class WaitingMessages(Struct):
    """
    The first to go out first.

    kept: only the person's own hand sends them. opened: being put otherwise. hurried: sent as soon as can be.
    """

    messages: list[log.MessageQueued] = field(default_factory=list[log.MessageQueued])
    kept: set[MessageId] = field(default_factory=set[MessageId])
    opened: set[MessageId] = field(default_factory=set[MessageId])
    hurried: MessageId | None = None

    @property
    def next(self) -> log.MessageQueued | None:
        """The one to send once no turn is under way."""
        free = next((each for each in self.messages if each.id not in self.kept), None)
        return None if free is None or free.id in self.opened else free

    def keep(self) -> None:
        """Have all of them wait for the person's own hand."""
        self.kept = {each.id for each in self.messages}

    def drop(self, message: MessageId) -> None:
        """It waits no more."""
        self.messages = [each for each in self.messages if each.id != message]
        self._forget(message)

    def take(self, event: QueueEvent) -> None:
        """Fold one event in."""
        match event:
            case log.MessageQueued():
                self.messages.append(event)
            case log.MessageOpened(message=message):
                self.opened.add(message)
            case log.MessageRevised(message=message, text=text):
                self.messages = [replace(each, text=text) if each.id == message else each for each in self.messages]
                self.opened.discard(message)
            case log.MessageWithdrawn(message=message):
                self.drop(message)
            case log.MessageHurried(message=message):
                self.messages.sort(key=lambda each: each.id != message)
                self._forget(message)
                self.hurried = message
            case _:
                assert_never(event)

    def _forget(self, message: MessageId) -> None:
        self.kept.discard(message)
        self.opened.discard(message)
        if self.hurried == message:
            self.hurried = None
