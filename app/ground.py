"""What a process stands on: the database, the bus, the model and the way out, made once and closed at the end."""

from dataclasses import dataclass
from typing import Protocol

from app.bus.memory import MemoryBus
from app.models.anthropic import REPLY_TOKENS, AnthropicModel
from app.outbound.client import Outbound
from app.ports import Bus
from app.settings import Settings
from app.stores.database import Database, check, open_database


class _CheckedBus(Bus, Protocol):
    async def check(self) -> None:
        """Raises `NotReady` when it reaches nobody."""
        ...


@dataclass(frozen=True)
class Ground:
    """Its parts."""

    database: Database
    bus: _CheckedBus
    model: AnthropicModel
    outbound: Outbound

    async def close(self) -> None:
        await self.model.close()
        await self.bus.close()
        await self.database.close()

    async def check(self) -> None:
        """Raises `NotReady` while the database or the bus can't be reached."""
        await check(self.database)
        await self.bus.check()


def break_ground(settings: Settings) -> Ground:
    """The ground as the settings describe it. Nothing is connected to before it is used."""
    outbound = Outbound(settings.outbound_allow)
    return Ground(open_database(settings.database_url), _bus(settings), _model(settings), outbound)


def _bus(settings: Settings) -> _CheckedBus:
    if settings.redis_url is None:
        return MemoryBus()
    from app.bus.redis import RedisBus

    return RedisBus(settings.redis_url)


def _model(settings: Settings) -> AnthropicModel:
    key = settings.anthropic_api_key
    return AnthropicModel(
        api_key=key.reveal() if key else None,
        model=settings.model,
        max_tokens=REPLY_TOKENS,
        base_url=settings.anthropic_base_url,
        thinking=settings.thinking,
    )
