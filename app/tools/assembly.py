"""All tool sources behind their gates, in the order in which they are asked: who lends a name first has it."""

from app.pages.words import Words
from app.ports import Integrations
from app.tools.builtin import BuiltinTools
from app.tools.gate import Allows, ApprovalGate
from app.tools.page import PageTools
from app.tools.remote.preparation import Preparation
from app.tools.remote.servers import RemoteServers
from app.tools.remote.source import RemoteTools
from app.tools.router import Router


def assemble(
    words: Words, integrations: Integrations, servers: RemoteServers, allows: Allows, *, hold_hours: float
) -> Router:
    """
    The router over the built-ins, the page's tools and those of remote servers.

    words: describes the built-ins. allows: whether a workspace lets approvals stand.
    """
    sources = (BuiltinTools(words), PageTools(), RemoteTools(integrations, servers))
    gated = [ApprovalGate(source, hold_hours=hold_hours, allows=allows) for source in sources]
    return Router(gated, Preparation(integrations, servers))
