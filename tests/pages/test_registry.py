"""The page registry: what a tab has open, kept by version through any store."""

import asyncio
from datetime import UTC, datetime, timedelta

import pytest
from msgspec.structs import replace

from app.contract.ids import ConversationId, DocumentId, TabId, UserId, WorkspaceId
from app.contract.page import PageFacts
from app.contract.people import Owner, TabPage
from app.errors import Conflict
from app.pages.registry import Registry
from app.ports import Tabs
from app.stores.database import Database
from app.stores.tabs import DatabaseTabs
from tests.pages.scene import example, page

ADA = Owner(WorkspaceId("ws_1"), UserId("ada"))
GRACE = Owner(WorkspaceId("ws_1"), UserId("grace"))
TAB = TabId("t_1")
THREAD = ConversationId("c_00000000000000000000000000000001")


class Clock:
    """A clock that goes on when told to."""

    def __init__(self) -> None:
        self.now = datetime(2026, 11, 30, 12, 0, tzinfo=UTC)

    def __call__(self) -> datetime:
        return self.now

    def later(self, **passed: float) -> None:
        self.now += timedelta(**passed)


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def tabs(sqlite_database: Database) -> DatabaseTabs:
    return DatabaseTabs(sqlite_database)


@pytest.fixture
def registry(tabs: DatabaseTabs, clock: Clock) -> Registry:
    return Registry(tabs, clock)


def facts(document: str = "d_1", seq: int = 1, *, path: str = "/orders") -> PageFacts:
    return replace(page(), document=DocumentId(document), seq=seq, path=path)


async def version(registry: Registry) -> int:
    row = await registry.row(ADA, TAB)
    assert row is not None
    return row.version


async def test_what_was_announced_is_open(registry: Registry) -> None:
    settings = example("settings")

    assert await registry.announce(ADA, TAB, settings)

    assert settings == await registry.open(ADA, TAB)


async def test_a_tab_never_heard_of_has_nothing_open(registry: Registry) -> None:
    assert await registry.open(ADA, TAB) is None
    assert await registry.row(ADA, TAB) is None


async def test_another_users_tab_of_the_same_id_is_another_tab(registry: Registry) -> None:
    await registry.announce(ADA, TAB, facts(path="/ada"))
    await registry.announce(GRACE, TAB, facts(path="/grace"))

    opened = [await registry.open(owner, TAB) for owner in (ADA, GRACE)]

    assert [each.path for each in opened if each] == ["/ada", "/grace"]


@pytest.mark.parametrize("seq", [6, 7])
async def test_an_older_seq_of_the_same_document_changes_nothing(registry: Registry, seq: int) -> None:
    await registry.announce(ADA, TAB, facts(seq=7, path="/new"))

    assert not await registry.announce(ADA, TAB, facts(seq=seq, path="/old"))

    assert facts(seq=7, path="/new") == await registry.open(ADA, TAB)


async def test_another_document_replaces_it_whatever_its_seq(registry: Registry) -> None:
    await registry.announce(ADA, TAB, facts("d_1", 7))

    assert await registry.announce(ADA, TAB, facts("d_2", 1))

    assert facts("d_2", 1) == await registry.open(ADA, TAB)


async def test_the_version_grows_with_every_change_and_with_nothing_else(registry: Registry) -> None:
    await registry.announce(ADA, TAB, facts(seq=1))
    first = await version(registry)
    await registry.announce(ADA, TAB, facts(seq=1))
    await registry.heard(ADA, TAB)
    unchanged = await version(registry)
    await registry.announce(ADA, TAB, facts(seq=2))
    await registry.show(ADA, TAB, THREAD)

    assert (1, 1, 3) == (first, unchanged, await version(registry))


async def test_a_document_that_leaves_takes_its_facts_along_and_leaves_its_row(registry: Registry) -> None:
    await registry.announce(ADA, TAB, facts())
    await registry.show(ADA, TAB, THREAD)

    assert await registry.leave(ADA, TAB, DocumentId("d_1"))

    row = await registry.row(ADA, TAB)
    assert row is not None
    assert (row.facts, row.conversation, row.seq) == (None, THREAD, 1)
    assert await registry.open(ADA, TAB) is None


async def test_another_documents_farewell_changes_nothing(registry: Registry) -> None:
    await registry.announce(ADA, TAB, facts("d_2"))

    assert not await registry.leave(ADA, TAB, DocumentId("d_1"))

    assert facts("d_2") == await registry.open(ADA, TAB)


async def test_a_document_that_comes_back_is_revived_by_a_higher_seq_alone(registry: Registry) -> None:
    await registry.announce(ADA, TAB, facts(seq=3))
    await registry.leave(ADA, TAB, DocumentId("d_1"))

    assert not await registry.announce(ADA, TAB, facts(seq=3))
    assert await registry.announce(ADA, TAB, facts(seq=4))

    assert facts(seq=4) == await registry.open(ADA, TAB)


async def test_a_farewell_of_a_tab_never_heard_of_makes_no_row(registry: Registry) -> None:
    assert not await registry.leave(ADA, TAB, DocumentId("d_1"))
    await registry.heard(ADA, TAB)

    assert await registry.row(ADA, TAB) is None


async def test_a_tab_is_dropped_30_minutes_after_it_was_last_heard_of(registry: Registry, clock: Clock) -> None:
    await registry.announce(ADA, TAB, facts())
    clock.later(minutes=29)
    await registry.heard(ADA, TAB)
    clock.later(minutes=29)
    assert await registry.open(ADA, TAB) is not None

    clock.later(minutes=1)

    assert await registry.open(ADA, TAB) is None


async def test_a_dropped_tab_begins_afresh_when_it_is_heard_of_again(registry: Registry, clock: Clock) -> None:
    await registry.announce(ADA, TAB, facts(seq=7))
    await registry.show(ADA, TAB, THREAD)
    clock.later(minutes=31)
    await registry.heard(ADA, TAB)
    assert await registry.row(ADA, TAB) is None

    assert await registry.announce(ADA, TAB, facts(seq=1))

    row = await registry.row(ADA, TAB)
    assert row is not None
    assert (row.seq, row.conversation, row.version) == (1, None, 3)


async def test_a_sweep_forgets_what_was_dropped(registry: Registry, clock: Clock) -> None:
    await registry.announce(ADA, TAB, facts())
    clock.later(minutes=31)
    await registry.announce(ADA, TabId("t_2"), facts())

    assert await registry.sweep() == 1


async def test_a_call_goes_to_the_tab_it_came_from_while_that_has_something_open(
    registry: Registry, clock: Clock
) -> None:
    for tab in ("t_1", "t_2", "t_3"):
        await registry.announce(ADA, TabId(tab), facts())
        await registry.show(ADA, TabId(tab), THREAD)
        clock.later(minutes=1)

    async def chosen() -> str | None:
        row = await registry.showing(ADA, THREAD, first=TabId("t_1"))
        return row.tab if row else None

    assert await chosen() == "t_1"
    await registry.leave(ADA, TabId("t_1"), DocumentId("d_1"))
    assert await chosen() == "t_1"  # It may be on its way to the next document.
    clock.later(seconds=3)
    assert await chosen() == "t_3"
    clock.later(minutes=31)
    assert await chosen() is None


class Contested:
    """A store in which somebody else is quicker the first times a row is put."""

    def __init__(self, tabs: Tabs, *, lost: int) -> None:
        self._tabs = tabs
        self._lost = lost

    async def get(self, owner: Owner, tab: TabId) -> TabPage | None:
        return await self._tabs.get(owner, tab)

    async def put(self, page: TabPage) -> bool:
        if self._lost:
            self._lost -= 1
            await self._tabs.put(replace(page, document=DocumentId("d_other"), conversation=THREAD))
        return await self._tabs.put(page)

    async def of(self, owner: Owner, conversation: ConversationId) -> list[TabPage]:
        return await self._tabs.of(owner, conversation)

    async def drop_before(self, heard_at: datetime) -> int:
        return await self._tabs.drop_before(heard_at)


async def test_a_lost_race_is_run_again_on_what_stands_then(tabs: DatabaseTabs, clock: Clock) -> None:
    registry = Registry(Contested(tabs, lost=3), clock)

    assert await registry.announce(ADA, TAB, facts())

    row = await registry.row(ADA, TAB)
    assert row is not None
    assert (row.document, row.conversation, row.version) == ("d_1", THREAD, 4)


async def test_a_race_that_never_ends_is_a_conflict(tabs: DatabaseTabs, clock: Clock) -> None:
    registry = Registry(Contested(tabs, lost=1_000), clock)

    with pytest.raises(Conflict):
        await registry.announce(ADA, TAB, facts())


async def test_of_many_announcements_at_once_the_latest_stands(registry: Registry) -> None:
    await asyncio.gather(*(registry.announce(ADA, TAB, facts(seq=seq)) for seq in (5, 2, 8, 1, 7, 3, 6, 4)))

    opened = await registry.open(ADA, TAB)
    assert opened is not None
    assert opened.seq == 8
