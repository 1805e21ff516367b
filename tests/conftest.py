"""Services for every test that asks: real servers, started once a session; skipped, saying why, where they can't be."""

import faulthandler
from collections.abc import AsyncIterator, Generator, Iterator
from pathlib import Path

import pytest
from _pytest.faulthandler import fault_handler_stderr_fd_key

from app.stores.database import Database, open_database
from app.testing.services import Missing, postgres, redis

pytest_plugins = ["app.testing.snapshots"]
pytest.register_assert_rewrite("app.testing.contracts")

_END_SECONDS = 180


class _TellingAtOnce:
    """Says what failed when it does, and after how long: a run that is cut off has told by then."""

    def __init__(self, terminal: pytest.TerminalReporter) -> None:
        self._terminal = terminal

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.failed:
            reason = report.longreprtext.rstrip().splitlines()[-1:]
            self._terminal.write_line(f"\n{report.nodeid} ({report.when}, {report.duration:.0f} s): {' '.join(reason)}")


@pytest.hookimpl(trylast=True)
def pytest_configure(config: pytest.Config) -> None:
    terminal = config.pluginmanager.get_plugin("terminalreporter")
    if terminal is not None and not hasattr(config, "workerinput"):
        config.pluginmanager.register(_TellingAtOnce(terminal))


@pytest.hookimpl(wrapper=True)
def pytest_runtest_teardown(item: pytest.Item) -> Generator[None, object, object]:
    """
    Whatever hangs while a test ends takes its process along, saying where it was, and the tests go on in another.

    The limit for a whole test interrupts once only; behind it, nothing else would.
    """
    faulthandler.dump_traceback_later(_END_SECONDS, exit=True, file=item.config.stash[fault_handler_stderr_fd_key])
    try:
        return (yield)
    finally:
        faulthandler.cancel_dump_traceback_later()


@pytest.fixture(scope="session")
def postgres_url() -> Iterator[str]:
    """An empty PostgreSQL database, shared by the session: who uses it leaves it empty."""
    try:
        with postgres() as url:
            yield url
    except Missing as missing:
        pytest.skip(str(missing))


@pytest.fixture(scope="session")
def redis_url() -> Iterator[str]:
    """A Redis server, shared by the session: who uses it takes a prefix of its own."""
    try:
        with redis() as url:
            yield url
    except Missing as missing:
        pytest.skip(str(missing))


@pytest.fixture
async def sqlite_database(tmp_path: Path) -> AsyncIterator[Database]:
    """A migrated SQLite database of the test's own."""
    database = open_database(f"sqlite+aiosqlite:///{tmp_path / 'assist.sqlite3'}")
    await database.migrate()
    yield database
    await database.close()
