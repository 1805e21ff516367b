"""Usage: tokens spent, per owner and day."""

import asyncio

from app.ports import Usage
from app.testing.contracts.examples import ADA, GRACE, OTHER_ADA

_TODAY, _TOMORROW = "2026-11-30", "2026-12-01"


class UsageContract:
    """Give it a fixture `usage`, empty."""

    async def test_nothing_is_spent_at_first(self, usage: Usage) -> None:
        assert await usage.spent(ADA, _TODAY) == 0

    async def test_what_is_spent_at_once_adds_up(self, usage: Usage) -> None:
        await asyncio.gather(*(usage.add(ADA, _TODAY, 1000) for _ in range(20)))
        await usage.add(ADA, _TODAY, 2**40)

        assert await usage.spent(ADA, _TODAY) == 20_000 + 2**40

    async def test_owners_and_days_are_counted_apart(self, usage: Usage) -> None:
        for owner, tokens in ((ADA, 1), (GRACE, 2), (OTHER_ADA, 3)):
            await usage.add(owner, _TODAY, tokens)
        await usage.add(ADA, _TOMORROW, 4)

        assert [1, 2, 3] == [await usage.spent(owner, _TODAY) for owner in (ADA, GRACE, OTHER_ADA)]
        assert await usage.spent(ADA, _TOMORROW) == 4
