"""Tabs: one row for each owner's tab, and a newer version is never undone by an older one."""

import asyncio
from datetime import timedelta

from msgspec.structs import replace

from app.contract.ids import ConversationId, DocumentId, TabId
from app.contract.people import TabPage
from app.ports import Tabs
from app.testing.contracts.examples import ADA, GRACE, NOON, OTHER_ADA

_THREAD = ConversationId("c_00000000000000000000000000000001")
_TAB = TabId("tab-1")
_PAGE = TabPage(
    _TAB,
    ADA,
    DocumentId("d_1"),
    seq=7,
    version=1,
    heard_at=NOON,
    facts='{"name":"Küche"}'.encode(),
    conversation=_THREAD,
)


class TabsContract:
    """Give it a fixture `tabs`."""

    async def test_a_row_comes_back_as_it_was_put(self, tabs: Tabs) -> None:
        bare = TabPage(TabId("tab-2"), ADA, DocumentId("d_2"), seq=2**40, version=2**40, heard_at=NOON)

        assert [True, True] == [await tabs.put(page) for page in (_PAGE, bare)]

        assert [_PAGE, bare] == [await tabs.get(ADA, page.tab) for page in (_PAGE, bare)]

    async def test_a_tab_never_heard_of_is_none(self, tabs: Tabs) -> None:
        assert await tabs.get(ADA, TabId("nowhere")) is None

    async def test_a_newer_version_replaces_an_older_one(self, tabs: Tabs) -> None:
        newer = replace(_PAGE, version=2, document=DocumentId("d_2"), seq=1, facts=None, conversation=None)
        await tabs.put(_PAGE)

        assert await tabs.put(newer)

        assert newer == await tabs.get(ADA, _TAB)

    async def test_the_same_or_an_older_version_changes_nothing(self, tabs: Tabs) -> None:
        standing = replace(_PAGE, version=5)
        await tabs.put(standing)

        put = [await tabs.put(replace(_PAGE, version=version, seq=9)) for version in (5, 4)]

        assert [False, False] == put
        assert standing == await tabs.get(ADA, _TAB)

    async def test_of_one_version_put_by_many_at_once_one_stands(self, tabs: Tabs) -> None:
        put = await asyncio.gather(*(tabs.put(replace(_PAGE, seq=seq)) for seq in range(16)))

        assert put.count(True) == 1
        assert (await tabs.get(ADA, _TAB)) == replace(_PAGE, seq=put.index(True))

    async def test_two_owners_tabs_of_one_name_are_two(self, tabs: Tabs) -> None:
        pages = [replace(_PAGE, owner=owner) for owner in (ADA, GRACE, OTHER_ADA)]

        assert [True] * 3 == [await tabs.put(page) for page in pages]

        assert pages == [await tabs.get(page.owner, _TAB) for page in pages]

    async def test_a_conversations_tabs_are_its_owners_latest_heard_first(self, tabs: Tabs) -> None:
        later = replace(_PAGE, tab=TabId("tab-2"), heard_at=NOON + timedelta(microseconds=1))
        strangers = replace(later, owner=GRACE)
        elsewhere = replace(_PAGE, tab=TabId("tab-3"), conversation=None)
        for page in (_PAGE, later, strangers, elsewhere):
            await tabs.put(page)

        assert [later, _PAGE] == await tabs.of(ADA, _THREAD)

    async def test_tabs_not_heard_of_for_long_are_dropped(self, tabs: Tabs) -> None:
        later = replace(_PAGE, tab=TabId("tab-2"), heard_at=NOON + timedelta(seconds=1))
        for page in (_PAGE, later):
            await tabs.put(page)

        assert await tabs.drop_before(NOON + timedelta(seconds=1)) == 1

        assert [None, later] == [await tabs.get(ADA, page.tab) for page in (_PAGE, later)]
        assert await tabs.put(_PAGE)
