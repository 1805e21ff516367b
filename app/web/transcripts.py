"""`GET /v1/conversations/{id}`: a conversation as the host's own programs read it."""

from typing import Literal

from litestar import get
from litestar.di import NamedDependency
from litestar.params import FromPath, SkipValidation
from msgspec import Struct

from app.contract.attachments import Attachment
from app.contract.ids import AttachmentId, CallId, ConversationId, Json, MessageId, TurnId, UserId
from app.contract.people import Conversation, Workspace
from app.contract.quotes import Quote
from app.contract.replies import Verdict
from app.contract.tools import CallKind, CallStatus, Hold
from app.conversations.thread import CallState, HostNote, Thought, Thread, Turn, TurnStatus
from app.errors import UnknownConversation
from app.web.parts import Parts


class FeedbackLine(Struct, frozen=True):
    verdict: Verdict
    word: str


class TurnLine(Struct, frozen=True):
    """
    `reason` names the trouble or the limit that ended it; None where nothing did. `feedback` is None where the person
    gave none.

    after: the turn before it; None for one that came first. Turns after one and the same are branches: the user put a
    message anew. shown: whether it is on the branch that shows.
    """

    id: TurnId
    status: TurnStatus
    reason: str | None
    feedback: FeedbackLine | None
    after: TurnId | None
    shown: bool


class ThoughtLine(Struct, frozen=True):
    """What the model thought before it went on; `text` is "" where it keeps that to itself."""

    turn_id: TurnId
    text: str
    seconds: float


class AttachmentLine(Struct, frozen=True):
    """A file sent with a message. `type` is its media type, `size` its bytes."""

    id: AttachmentId
    name: str
    type: str
    size: int


class MessageLine(Struct, frozen=True):
    """
    What was said. The assistant's words of a turn are one message, without an id of its own; what a host tool left
    (`host`) belongs to no turn. `quote` is what the user pointed at.
    """

    role: Literal["user", "assistant", "host"]
    turn_id: TurnId | None
    text: str
    id: MessageId | None
    quote: Quote | None = None
    attachments: tuple[AttachmentLine, ...] = ()


class CallLine(Struct, frozen=True):
    id: CallId
    turn_id: TurnId
    name: str
    kind: CallKind
    args: Json
    status: CallStatus
    hold: Hold | None
    answer: str | None
    is_error: bool


class Transcript(Struct, frozen=True):
    id: ConversationId
    user: UserId
    turns: tuple[TurnLine, ...]
    messages: tuple[MessageLine, ...]
    calls: tuple[CallLine, ...]
    thoughts: tuple[ThoughtLine, ...]


@get("/conversations/{conversation:str}")
async def read_transcript(
    conversation: FromPath[str],
    parts: NamedDependency[SkipValidation[Parts]],
    workspace: NamedDependency[SkipValidation[Workspace]],
) -> Transcript:
    """Any of the workspace's conversations. Another workspace's answers 404."""
    found = await parts.conversations.get(ConversationId(conversation))
    if found.owner.workspace != workspace.id:
        raise UnknownConversation(f"There is no conversation {conversation!r}.")
    return transcript(found, await parts.journal.thread(found.id))


def transcript(conversation: Conversation, thread: Thread) -> Transcript:
    """The thread in the shape of contract section 7: all that was said and done, on all branches, in its order."""
    shown = {turn.id for turn in thread.turns}
    every = thread.branches.every.values()
    return Transcript(
        id=conversation.id,
        user=conversation.owner.user,
        turns=tuple(_turn(turn, shown=turn.id in shown) for turn in every),
        messages=tuple(line for each in thread.record for line in _messages(each)),
        calls=tuple(_call(state) for turn in every for state in turn.calls),
        thoughts=tuple(
            ThoughtLine(turn.id, item.thought.text, item.thought.seconds)
            for turn in every
            for item in turn.items
            if isinstance(item, Thought)
        ),
    )


def _turn(turn: Turn, *, shown: bool) -> TurnLine:
    given, ended = turn.feedback, turn.ended
    feedback = FeedbackLine(given.verdict, given.word) if given and given.verdict else None
    return TurnLine(turn.id, turn.status, ended.reason if ended else None, feedback, turn.after, shown)


def _messages(turn: Turn | HostNote) -> list[MessageLine]:
    if isinstance(turn, HostNote):
        return [MessageLine("host", None, turn.reply.body, None)]
    attached = tuple(map(attachment_line, turn.message.attachments))
    said = MessageLine("user", turn.id, turn.message.text, turn.message.id, turn.message.quote, attached)
    return [said, MessageLine("assistant", turn.id, turn.written, None)] if turn.written else [said]


def attachment_line(attachment: Attachment) -> AttachmentLine:
    return AttachmentLine(attachment.id, attachment.name, attachment.media_type, attachment.size_bytes)


def _call(state: CallState) -> CallLine:
    return CallLine(
        id=state.call.id,
        turn_id=state.call.turn,
        name=state.call.name,
        kind=state.call.kind,
        args=state.call.args,
        status=state.status,
        hold=state.hold,
        answer=state.answer.text if state.answer else None,
        is_error=state.answer.is_error if state.answer else False,
    )


handlers = [read_transcript]
