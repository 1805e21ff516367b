"""
What every implementation of a port must do: one class a port, to be inherited by its tests.

    class TestMyBus(BusContract):
        @pytest.fixture
        async def bus(self): ...

Write `pytest.register_assert_rewrite("app.testing.contracts")` in your conftest to see what an assertion compared.
"""

from app.testing.contracts.attachments import AttachmentsContract
from app.testing.contracts.bus import BusContract
from app.testing.contracts.conversations import ConversationsContract, TrashContract
from app.testing.contracts.feedback import FeedbackContract
from app.testing.contracts.host_tools import HostToolsContract
from app.testing.contracts.integrations import IntegrationsContract
from app.testing.contracts.leases import LeaseContract
from app.testing.contracts.log import LogContract
from app.testing.contracts.proposals import ProposalsContract
from app.testing.contracts.queues import QueueContract
from app.testing.contracts.tabs import TabsContract
from app.testing.contracts.usage import UsageContract
from app.testing.contracts.workspaces import WorkspacesContract

__all__ = [
    "AttachmentsContract",
    "BusContract",
    "ConversationsContract",
    "FeedbackContract",
    "HostToolsContract",
    "IntegrationsContract",
    "LeaseContract",
    "LogContract",
    "ProposalsContract",
    "QueueContract",
    "TabsContract",
    "TrashContract",
    "UsageContract",
    "WorkspacesContract",
]
