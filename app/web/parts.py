"""Everything the routes work with, composed once by `app.main` and injected as `parts`."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from datetime import datetime

from litestar.connection import ASGIConnection

from app.auth.tokens import Tokens
from app.contract.ids import ConversationId, Json
from app.conversations.log import Journal
from app.hosttools.room import Room
from app.outbound.images import Images
from app.outbound.links import FileLinks, ImageLinks
from app.pages.registry import Registry
from app.ports import Bus, Conversations, Trash, Workspaces
from app.settings import Settings
from app.tools.remote.connecting import Connections
from app.turns.access import Access
from app.turns.asking import Asking
from app.turns.branching import Branching
from app.turns.calls import Calls
from app.turns.context import Contexts
from app.turns.control import Control
from app.turns.feedback import FeedbackBox
from app.turns.files import Files
from app.turns.messages import Messages
from app.turns.waiting import Waiting
from app.web.assets import Assets
from app.web.fragments import Fragments
from app.web.histories import Histories
from app.web.inboxes import Inboxes
from app.web.metrics import Metrics
from app.web.streams import Streams
from app.web.templating import Templates


@dataclass(frozen=True, kw_only=True)
class Parts:
    """
    One process's parts.

    rehearsal: whether a scripted stand-in answers; the panel says so.
    wake: has a conversation seen to, should its turn have been left behind by a process that died.
    ready: raises `NotReady` while the store or the bus can't be reached.
    """

    settings: Settings
    journal: Journal
    bus: Bus
    conversations: Conversations
    trash: Trash
    workspaces: Workspaces
    registry: Registry
    tokens: Tokens
    access: Access
    messages: Messages
    calls: Calls
    asking: Asking
    control: Control
    feedback: FeedbackBox
    waiting: Waiting
    branching: Branching
    contexts: Contexts
    connections: Connections
    host_tools: Room
    inboxes: Inboxes
    templates: Templates
    fragments: Fragments
    histories: Histories
    assets: Assets
    images: Images
    image_links: ImageLinks
    files: Files
    file_links: FileLinks
    streams: Streams
    metrics: Metrics
    wake: Callable[[ConversationId], None]
    rehearsal: bool
    ready: Callable[[], Awaitable[None]]
    clock: Callable[[], datetime]


def parts_of(connection: ASGIConnection[Json, Json, Json, Json]) -> Parts:
    """The parts, where nothing is injected: in guards."""
    return connection.app.state["parts"]
