"""Where the receipts of a user are looked up, whichever conversation they stand in."""

from typing import Protocol

from app.contract.ids import CallId
from app.contract.people import Owner


class Receipts(Protocol):
    """Which calls asked a person."""

    async def of(self, owner: Owner, *, before: CallId | None = None, limit: int = 30) -> list[CallId]:
        """
        The owner's, in conversations that are there, the one last asked about or decided first.

        before: only those behind this one.
        """
        ...
