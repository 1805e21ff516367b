"""Owners, events and times that contract suites use."""

from datetime import UTC, datetime

from app.contract.events import TextWritten
from app.contract.ids import TurnId, UserId, WorkspaceId
from app.contract.people import Owner

ADA = Owner(WorkspaceId("ws_1"), UserId("ada"))
GRACE = Owner(WorkspaceId("ws_1"), UserId("grace"))
OTHER_ADA = Owner(WorkspaceId("ws_2"), UserId("ada"))
NOON = datetime(2026, 11, 30, 12, 0, 0, 123456, tzinfo=UTC)
TURN = TurnId("t_00000000000000000000000000000000_1")


def said(text: str) -> TextWritten:
    return TextWritten(TURN, 1, text)
