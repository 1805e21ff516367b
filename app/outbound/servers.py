"""How much is under way at once, for each server and for all, so that one slow server holds up no other."""

import asyncio
from collections.abc import AsyncGenerator, Callable, Generator
from contextlib import asynccontextmanager, contextmanager
from typing import Final

from app.outbound.breaker import Breaker
from app.outbound.faults import Broken, Busy, OutboundFault, Refused, TimedOut, Unreachable

AT_ONCE_PER_SERVER: Final = 8
AT_ONCE: Final = 50
_MOST_REMEMBERED: Final = 1_000


class _Server:
    def __init__(self, clock: Callable[[], float]) -> None:
        self.breaker = Breaker(clock)
        self.slots = asyncio.Semaphore(AT_ONCE_PER_SERVER)
        self.visitors = 0

    @property
    def is_idle(self) -> bool:
        return self.visitors == 0


class Servers:
    """The servers being asked, and those that failed lately, by scheme, host and port."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._slots = asyncio.Semaphore(AT_ONCE)
        self._known: dict[str, _Server] = {}

    @contextmanager
    def visit(self, server: str) -> Generator[None]:
        """
        Around one request with its retries: what comes of it is told to the server's breaker.

        Raises:
            Unreachable: The breaker is open.
        """
        found = self._known.setdefault(server, _Server(self._clock))
        found.breaker.enter()
        found.visitors += 1
        try:
            yield
        except BaseException as fault:
            _tell(found.breaker, fault)
            raise
        else:
            found.breaker.answered()
        finally:
            found.visitors -= 1
            self._forget(server)

    @asynccontextmanager
    async def slot(self, server: str) -> AsyncGenerator[None]:
        """Wait until the server, and then the process, has room; within a `visit`."""
        async with self._known[server].slots, self._slots:
            yield

    def _forget(self, server: str) -> None:
        """Names are given by others and without end; only what still matters is kept, and only so much of it."""
        if self._known[server].is_idle and self._known[server].breaker.is_spotless:
            del self._known[server]
        if len(self._known) > _MOST_REMEMBERED:
            oldest = next((name for name, each in self._known.items() if each.is_idle), None)
            self._known.pop(oldest or "", None)


def _tell(breaker: Breaker, fault: BaseException) -> None:
    match fault:
        case Unreachable() | TimedOut() | Broken():
            breaker.failed()
        case Refused(reason="address" | "bearer") | Busy():
            breaker.left()
        case OutboundFault():
            breaker.answered()
        case _:
            breaker.left()
