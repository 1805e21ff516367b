"""Who: workspaces, their users, and the conversations and tabs that are theirs."""

from datetime import datetime

from msgspec import Struct

from app.contract.ids import ConversationId, DocumentId, TabId, UserId, WorkspaceId
from app.contract.workspace_settings import WorkspaceSettings


class Owner(Struct, frozen=True):
    """A user within a workspace. Two workspaces' users of one id are two people."""

    workspace: WorkspaceId
    user: UserId


class Principal(Struct, frozen=True):
    """Who an embed token speaks for, until `expires_at`. `locale`: a language tag, None where the host names none."""

    owner: Owner
    permissions: tuple[str, ...]
    expires_at: datetime
    name: str | None = None
    locale: str | None = None


class Workspace(Struct, frozen=True):
    """
    One customer of the server.

    key_hash: SHA-256 of the API key, hex. sealed_secret: the token-signing secret, encrypted.
    origins: exact origins whose pages may frame the panel. instructions: its own words for the model.
    settings: what it chose for its panel.
    """

    id: WorkspaceId
    name: str
    key_hash: str
    sealed_secret: str
    origins: tuple[str, ...]
    instructions: str = ""
    settings: WorkspaceSettings = WorkspaceSettings()


class Conversation(Struct, frozen=True):
    """A thread of turns. `head` is the number of its latest event, 0 when there is none."""

    id: ConversationId
    owner: Owner
    head: int
    created_at: datetime
    touched_at: datetime
    title: str | None = None


class TabPage(Struct, frozen=True):
    """
    What a tab has open: the row of the page registry.

    version: grows with every change. facts: the encoded `PageFacts`, None once its document has left.
    conversation: the one the tab shows, None before it shows any.
    """

    tab: TabId
    owner: Owner
    document: DocumentId
    seq: int
    version: int
    heard_at: datetime
    facts: bytes | None = None
    conversation: ConversationId | None = None
