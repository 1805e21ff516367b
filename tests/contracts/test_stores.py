"""The stores keep their contracts on SQLite and on PostgreSQL."""

from app.testing.contracts import (
    AttachmentsContract,
    ConversationsContract,
    FeedbackContract,
    HostToolsContract,
    IntegrationsContract,
    LeaseContract,
    LogContract,
    ProposalsContract,
    QueueContract,
    TabsContract,
    TrashContract,
    UsageContract,
    WorkspacesContract,
)


class TestLog(LogContract):
    pass


class TestLeases(LeaseContract):
    pass


class TestConversations(ConversationsContract):
    pass


class TestTrash(TrashContract):
    pass


class TestTabs(TabsContract):
    pass


class TestWorkspaces(WorkspacesContract):
    pass


class TestUsage(UsageContract):
    pass


class TestAttachments(AttachmentsContract):
    pass


class TestHostTools(HostToolsContract):
    pass


class TestQueue(QueueContract):
    pass


class TestProposals(ProposalsContract):
    pass


class TestIntegrations(IntegrationsContract):
    pass


class TestFeedback(FeedbackContract):
    pass
