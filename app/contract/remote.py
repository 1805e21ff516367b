"""Remote tools: the servers a workspace has connected, what they lend for a turn, and the cards their results show."""

from datetime import datetime
from typing import Literal, NewType

from msgspec import Struct

from app.contract.ids import Json, WorkspaceId

ProviderId = NewType("ProviderId", str)
"""The name a workspace gave an integration; unique within the workspace."""

Verb = Literal["get", "create", "update", "delete"]
"""What a tool does to the host's data, by the host's own word; it decides what the person is asked."""


class Integration(Struct, frozen=True):
    """
    A remote tool server connected to a workspace.

    sealed_secret: the bearer, encrypted. allowed_tools: the host's own names; empty allows all.
    connected_at: when it was first connected; replacing it keeps its place among the others.
    """

    workspace: WorkspaceId
    provider: ProviderId
    base_url: str
    sealed_secret: str
    allowed_tools: tuple[str, ...]
    connected_at: datetime

    def allows(self, name: str) -> bool:
        """Whether the tool that the host calls `name` may be used."""
        return not self.allowed_tools or name in self.allowed_tools


class RemoteName(Struct, frozen=True):
    """A tool by the name its host gave it."""

    provider: ProviderId
    name: str


class RemoteTool(Struct, frozen=True):
    """
    A tool as its host defines it.

    digest: of the whole definition as the host sent it; another digest is another tool.
    """

    key: RemoteName
    verb: Verb
    description: str
    input_schema: dict[str, Json]
    digest: str


class RemoteContext(Struct, frozen=True):
    """What a host says about where the user is, as JSON text. `full_bytes` is its length before it was cut."""

    provider: ProviderId
    text: str
    full_bytes: int

    @property
    def is_cut(self) -> bool:
        return self.full_bytes > len(self.text.encode())


class DisplayCard(Struct, frozen=True, omit_defaults=True):
    """A result to show, after the remote-tools document's table: every text plain, every length kept."""

    title: str
    url: str
    image: str | None = None
    subtitle: str | None = None
    badges: tuple[str, ...] = ()
