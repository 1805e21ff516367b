"""The buses keep their contract: in one process, and over Redis within a process and between two."""

import pytest

from app.bus.memory import MemoryBus
from app.ports import Bus
from app.testing.contracts import BusContract


class TestMemoryBus(BusContract):
    @pytest.fixture
    def bus(self) -> Bus:
        return MemoryBus()
