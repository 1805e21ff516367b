"""
Identifiers, and where each one comes from.

A conversation's id is random (128 bits). A turn, a message and a call are named by their conversation
and the log number of the event that made them, so that an id alone leads to its log and needs no table.
"""

import hashlib
import re
import secrets
from typing import Any, NewType, TypeAlias

Json: TypeAlias = Any
"""Opaque JSON: data we carry and never look inside."""

WorkspaceId = NewType("WorkspaceId", str)
UserId = NewType("UserId", str)
TabId = NewType("TabId", str)
DocumentId = NewType("DocumentId", str)
ConversationId = NewType("ConversationId", str)
MessageId = NewType("MessageId", str)
TurnId = NewType("TurnId", str)
CallId = NewType("CallId", str)
BindingId = NewType("BindingId", str)
RunId = NewType("RunId", str)
ProposalId = NewType("ProposalId", str)
AttachmentId = NewType("AttachmentId", str)
InboxId = NewType("InboxId", str)
"""Where what changes in a user's inbox is told; see `inbox_id`."""

Topic: TypeAlias = ConversationId | InboxId
"""What the bus tells apart."""

_LOGGED = re.compile(r"(?P<kind>[mtk])_(?P<conversation>[0-9a-f]{32})_(?P<seq>[1-9][0-9]{0,9})")


def new_conversation_id() -> ConversationId:
    return ConversationId(f"c_{secrets.token_hex(16)}")


def message_id(conversation: ConversationId, seq: int) -> MessageId:
    return MessageId(f"m_{conversation[2:]}_{seq}")


def turn_id(conversation: ConversationId, seq: int) -> TurnId:
    return TurnId(f"t_{conversation[2:]}_{seq}")


def call_id(conversation: ConversationId, seq: int) -> CallId:
    return CallId(f"k_{conversation[2:]}_{seq}")


def new_attachment_id() -> AttachmentId:
    return AttachmentId(f"a_{secrets.token_hex(16)}")


def new_run_id() -> RunId:
    return RunId(f"r_{secrets.token_hex(16)}")


def proposal_id(run: RunId) -> ProposalId:
    """A run leaves one proposal at most, so it names it too."""
    return ProposalId(f"p_{run[2:]}")


def inbox_id(workspace: WorkspaceId, user: UserId) -> InboxId:
    """A digest, since users' ids are anything."""
    digest = hashlib.sha256(f"{workspace}\0{user}".encode())
    return InboxId(f"i_{digest.hexdigest()[:32]}")


def conversation_of(logged: str) -> ConversationId | None:
    """The conversation a message, turn or call id belongs to; None when it is no such id."""
    found = _LOGGED.fullmatch(logged)
    return ConversationId(f"c_{found['conversation']}") if found else None


def seq_of(logged: str) -> int:
    """The log number inside a message, turn or call id."""
    return int(logged.rsplit("_", 1)[1])
