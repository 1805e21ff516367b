"""The guarded client itself, against servers that misbehave on demand."""

from collections.abc import Callable, Generator

import pytest

from app.outbound.client import Outbound
from tests.outbound.asking import Clock
from tests.outbound.certificates import Authority
from tests.outbound.loopback import Loopback
from tests.outbound.watching import connections

OutboundTo = Callable[..., Outbound]


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def connected() -> Generator[list[str]]:
    """The addresses this process connects to, or tries to, during the test."""
    with connections() as seen:
        yield seen


@pytest.fixture
def outbound_to(clock: Clock) -> OutboundTo:
    """Makes a client that may call the given servers although they are on this machine."""

    def make(*servers: Loopback) -> Outbound:
        return Outbound({server.host for server in servers}, clock=clock)

    return make


@pytest.fixture(scope="session")
def authority(tmp_path_factory: pytest.TempPathFactory) -> Authority:
    return Authority(tmp_path_factory.mktemp("certificates"))
