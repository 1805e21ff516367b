"""The stores keep their contracts on SQLite and on PostgreSQL."""

from app.testing.contracts import (
    ConversationsContract,
    IntegrationsContract,
    LeaseContract,
    LogContract,
    TabsContract,
    UsageContract,
    WorkspacesContract,
)


class TestLog(LogContract):
    pass


class TestLeases(LeaseContract):
    pass


class TestConversations(ConversationsContract):
    pass


class TestTabs(TabsContract):
    pass


class TestWorkspaces(WorkspacesContract):
    pass


class TestUsage(UsageContract):
    pass


class TestIntegrations(IntegrationsContract):
    pass
